import { fault } from "../../registry/error/catalogue.ts";
import { shellQuote } from "../../registry/error/shell-quote.ts";
import { isToolError, type ToolError } from "../../registry/error/tool-error.ts";
import type { RunRequest } from "./run-request.ts";

/** A Fix longer than this helps nobody; the tool's help stands instead. */
const LONGEST_FIX = 2000;

/** The values that the catalogue's templates name. */
export function names(request: RunRequest): Record<"tool" | "noun" | "verb" | "command" | "file", string> {
  const { noun, verb } = request.tool.entry;
  return { tool: `${noun} ${verb}`, noun, verb, command: request.subjectCommand, file: request.tool.file };
}

/**
 * The command line that repeats this call with other global options. Where repeating could do the work
 * twice (`idempotent: false`), it is the call's `--dry-run`, which only shows what is left to do.
 */
export function sameCall(request: RunRequest, options: readonly string[] = []): string {
  const { noun, verb, idempotent } = request.tool.entry;
  const flags = [
    ...options,
    ...(request.dryRun || !idempotent ? ["--dry-run"] : []),
    ...(request.yes && idempotent ? ["--yes"] : []),
    ...(request.json ? ["--json"] : []),
  ];
  const line = [request.subjectCommand, ...[noun, verb, ...flags, ...request.argv].map(shellQuote)].join(" ");
  return line.length <= LONGEST_FIX ? line : `${request.subjectCommand} ${noun} ${verb} --help`;
}

/** The limit that the caller set has passed. The Fix gives four times as long. */
export function timeoutFault(request: RunRequest): ToolError {
  const seconds = (request.timeoutMs ?? 0) / 1000;
  return fault("timeout", { ...names(request), seconds }, { fix: [sameCall(request, ["--timeout", String(Math.ceil(seconds * 4))])] });
}

/** INT, TERM or HUP, or the embedder's own abort. */
export function interruptedFault(request: RunRequest): ToolError {
  const { reason } = request.signal;
  const signal = typeof reason === "string" ? reason : "its caller";
  return fault("interrupted", { ...names(request), signal }, { fix: [sameCall(request)] });
}

/**
 * What a call that was stopped comes to. A tool that calls others knows how far they came: its own word of the
 * interruption (code `interrupted`) stands; whatever else it threw, or returned, does not.
 */
export function stoppedFault(fallback: ToolError, thrown: unknown): ToolError {
  return isToolError(thrown) && thrown.code === "interrupted" ? thrown : fallback;
}
