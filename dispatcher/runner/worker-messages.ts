import type { CapabilityPort } from "../../registry/capability-port.ts";
import { isToolError, ToolError, type ToolErrorInit } from "../../registry/error/tool-error.ts";
import type { Intent } from "../../registry/tool-context.ts";
import type { ModuleResult, RunRequest } from "./run-request.ts";

/** What of a request can cross to a worker; the rest goes by messages. */
export type PlainRequest = Omit<RunRequest, "signal" | "report" | "call" | "capabilities">;

export interface WorkerData {
  /** Names the chunk to the loader, which calls its `start()`. */
  readonly chunk: "dispatcher/runner/worker-entry";
  readonly request: PlainRequest;
}

export type FromWorker =
  | { readonly type: "log" | "warn" | "next"; readonly text: string }
  | { readonly type: "progress"; readonly done: number; readonly total: number; readonly what: string | undefined }
  | { readonly type: "ask"; readonly id: number; readonly asked: Asked }
  | { readonly type: "child"; readonly pid: number }
  /** What `spawnSync` or its kin runs now; undefined: it has ended. */
  | { readonly type: "sync-child"; readonly command: string | undefined }
  | { readonly type: "result"; readonly result: ModuleResult }
  | { readonly type: "failure"; readonly error: ToolErrorInit };

export type ToWorker =
  | { readonly type: "abort"; readonly reason: unknown }
  | { readonly type: "answer"; readonly id: number; readonly value: unknown }
  | { readonly type: "refusal"; readonly id: number; readonly error: ToolErrorInit };

/** What a tool in a worker asks of the dispatcher: a call of another tool, or a method of the capability port. */
export type Asked =
  | { readonly port: "call"; readonly intent: Intent }
  | {
      [Method in keyof CapabilityPort]: {
        readonly port: "capabilities";
        readonly method: Method;
        readonly params: Parameters<CapabilityPort[Method]>;
      };
    }[keyof CapabilityPort];

/** A failure without what cannot be cloned. */
export function plainError(error: unknown): ToolErrorInit {
  if (!isToolError(error)) return { layer: "runtime", recoverable: "no", message: error instanceof Error ? error.message : String(error) };
  const { layer, recoverable, message, fix, code, detail } = error;
  return { layer, recoverable, message, fix: [...fix], code, ...(detail === undefined ? {} : { detail: cloneable(detail) }) };
}

export function errorFrom(plain: ToolErrorInit): ToolError {
  return new ToolError(plain);
}

function cloneable(detail: unknown): unknown {
  try {
    return JSON.parse(JSON.stringify(detail)) as unknown;
  } catch {
    return String(detail);
  }
}
