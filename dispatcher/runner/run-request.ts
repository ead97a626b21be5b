import type { CapabilityPort } from "../../registry/capability-port.ts";
import type { LocatedTool } from "../../registry/project/project.ts";
import type { Intent, Outcome } from "../../registry/tool-context.ts";

/** What `execute` hands to the runner of a tool's kind: everything decided, nothing left to look up. */
export interface RunRequest {
  tool: LocatedTool;
  /** Validated, defaults filled in, keyed by the header's names. Empty for a tool without declared arguments. */
  args: Readonly<Record<string, unknown>>;
  /** Canonical argv (contract 4.4), or the caller's own words for a tool without declared arguments. */
  argv: readonly string[];
  /** The complete environment of the tool, already filtered; the runner adds `TOOL_*` and `ARG_*` for processes. */
  env: Readonly<Record<string, string>>;
  projectRoot: string;
  subjectCommand: string;
  cwd: string;
  json: boolean;
  dryRun: boolean;
  yes: boolean;
  /** Mode and rules stand over the call. */
  governed?: boolean;
  /** Milliseconds; undefined: no limit. */
  timeoutMs: number | undefined;
  /** Run a module tool in a worker also without a limit: in fronts that live long. */
  isolated?: boolean;
  /** Aborted by INT, TERM, HUP of the dispatcher, or by the embedder. `reason` is the signal's name. */
  signal: AbortSignal;
  /** `capture`: stdout is a result to be judged and wrapped; a file descriptor: it goes there as it comes. */
  stdout: "capture" | number;
  report: Reporter;
  call(intent: Intent): Promise<Outcome>;
  capabilities: CapabilityPort;
}

/** Where a tool's asides go. All of them end on stderr; warnings and next commands also in the envelope. */
export interface Reporter {
  log(message: string): void;
  warn(message: string): void;
  progress(done: number, total: number, what?: string): void;
  next(command: string): void;
  /** Bytes a process tool wrote on its stderr, passed on as they come. */
  stderr(chunk: Uint8Array): void;
}

/** A module tool that returned. `text` is what its `render` made of the data. */
export interface ModuleResult {
  kind: "value";
  data: unknown;
  text: string | undefined;
}

/** A process tool that ended, however it ended. */
export interface ProcessResult {
  kind: "exit";
  /** Null when a signal ended it. */
  code: number | null;
  signal: NodeJS.Signals | null;
  /** Whole, undecoded; empty when it was streamed. */
  stdout: Buffer;
  /** More came than the runner keeps in memory; `stdout` is then incomplete. */
  overflow: boolean;
  /** The last 64 KiB of stderr, for the error block. */
  stderr: string;
}

export type RunResult = ModuleResult | ProcessResult;
