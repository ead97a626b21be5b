import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { fault } from "../../registry/error/catalogue.ts";
import { commandLine } from "../../registry/error/shell-quote.ts";
import { isToolError, type ToolError } from "../../registry/error/tool-error.ts";
import type { Breach } from "./guard.ts";
import { host } from "./host.ts";
import type { RunRequest } from "./run-request.ts";
import { interruptedFault, names } from "./same-call.ts";

/** Lines of a stack that are kept in `detail`. */
const STACK_KEPT = 12;

/** A file and line of the project's own code. */
interface Place {
  readonly file: string;
  readonly line: number;
}

/** What a tool threw. A ToolError is its own words and passes as it is. */
export function runFault(error: unknown, request: RunRequest): ToolError {
  return isToolError(error) ? error : strayFault("module_threw", error, request);
}

export function breachFault(breach: Breach, request: RunRequest): ToolError {
  switch (breach.breach) {
    case "exit":
      return fault("module_exit_called", { ...names(request), what: breach.what });
    case "given-up":
      return interruptedFault(request);
    case "never":
      return fault("module_never_settled", names(request));
    case "rejection":
      return isToolError(breach.error) ? breach.error : strayFault("module_rejection", breach.error, request);
    case "uncaught":
      return isToolError(breach.error) ? breach.error : strayFault("module_threw", breach.error, request);
  }
}

/** The file could not be imported, or its own top-level code threw. */
export function loadFault(error: unknown, request: RunRequest): ToolError {
  if (isToolError(error)) return error;
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  if (code === "ERR_MODULE_NOT_FOUND" || code === "MODULE_NOT_FOUND") {
    const reason = String(message).split("\n", 1)[0] as string;
    const fix = [commandLine(["npm", "install", "--prefix", request.projectRoot])];
    return fault("module_not_loadable", { ...names(request), reason, place: "" }, { fix, cause: error });
  }
  return strayFault("module_not_loadable", error, request);
}

export function resultFault(error: unknown, request: RunRequest): ToolError {
  return fault("result_not_json", { ...names(request), reason: reasonOf(error) }, { cause: error });
}

/** The Fix shows the lines that failed, which is what has to be read next. */
function strayFault(code: "module_threw" | "module_rejection" | "module_not_loadable", error: unknown, request: RunRequest): ToolError {
  const values = names(request);
  const place = placeOf(error, request);
  const shown = place === undefined ? "" : ` (${relative(request.projectRoot, place.file)}:${place.line})`;
  const look = place && commandLine(["sed", "-n", `${Math.max(1, place.line - 3)},${place.line + 3}p`, place.file]);
  const stack = error instanceof Error || typeof (error as Error)?.stack === "string" ? (error as Error).stack : undefined;
  return fault(
    code,
    { ...values, reason: reasonOf(error), place: shown },
    {
      fix: [look ?? `${values.command} ${values.noun} ${values.verb} --help`],
      cause: error,
      ...(stack === undefined ? {} : { detail: { stack: stack.split("\n").slice(0, STACK_KEPT) } }),
    },
  );
}

function reasonOf(error: unknown): string {
  try {
    if (typeof error === "object" && error !== null && "message" in error) {
      const { name, message } = error as { name?: unknown; message: unknown };
      return name === undefined || name === "Error" ? String(message) : `${String(name)}: ${String(message)}`;
    }
    return `it threw ${typeof error === "string" ? error : (JSON.stringify(error) ?? String(error))}`;
  } catch {
    return "it threw something that cannot be shown";
  }
}

/** The innermost frame in a file of the project, or where a syntax error points. */
function placeOf(error: unknown, request: RunRequest): Place | undefined {
  const stack = String((error as { stack?: unknown } | null | undefined)?.stack ?? "");
  const built = `${host().packageRoot}/dist/`;
  for (const [, written, line] of stack.matchAll(/((?:file:\/\/)?\/[^\n:()]+):(\d+)/g)) {
    const file = filePath(written as string);
    const ours = file === request.tool.file || file.startsWith(`${request.projectRoot}/`);
    if (ours && !file.includes("/node_modules/") && !file.startsWith(built)) return { file, line: Number(line) };
  }
  return undefined;
}

function filePath(written: string): string {
  try {
    return written.startsWith("file:") ? fileURLToPath(written) : written;
  } catch {
    return written;
  }
}
