import { constants } from "node:os";
import { type FaultCode, fault } from "../../registry/error/catalogue.ts";
import { exitCodeOf, ToolError } from "../../registry/error/tool-error.ts";
import type { LocatedTool } from "../../registry/project/project.ts";
import type { ProcessResult, Reporter } from "../runner/run-request.ts";
import { type ErrorBlock, parseErrorBlock } from "./error-block.ts";
import { readOutput } from "./tool-output.ts";

/** How a process tool ended, as far as the rule is concerned. `reader-left`: it was cut off because nobody read its output any more. */
export type End = "zero" | "one-or-three" | "two" | "beyond-three" | "signal" | "reader-left";
/** What its stderr says: no block, a block that asks for just this exit code, or one that asks for another. */
export type Said = "nothing" | "the-same" | "another";
export type Verdict =
  | "success"
  | "block"
  | "block-with-warning"
  | "exit_without_block"
  | "tool_failed"
  | "exit_code_out_of_range"
  | "killed_by_signal";

/**
 * The exit-code trust rule of contract 4.5, as data: a router compiled to Bash carries the same table.
 *
 * Exit 0 with a block is a contradiction like any other, and the block decides: a Bash tool that says what
 * failed and forgets to leave ends with 0. A tool that copes with a failure of what it called keeps that block off its stderr.
 * A signal is the system's word and stands above what the tool said before.
 */
export const TRUST: Readonly<Record<End, Readonly<Record<Said, Verdict>>>> = {
  zero: { nothing: "success", "the-same": "block-with-warning", another: "block-with-warning" },
  "one-or-three": { nothing: "exit_without_block", "the-same": "block", another: "block-with-warning" },
  two: { nothing: "tool_failed", "the-same": "block", another: "block-with-warning" },
  "beyond-three": { nothing: "exit_code_out_of_range", "the-same": "block-with-warning", another: "block-with-warning" },
  signal: { nothing: "killed_by_signal", "the-same": "killed_by_signal", another: "killed_by_signal" },
  "reader-left": { nothing: "success", "the-same": "block", another: "block-with-warning" },
};

/** Whose end is judged: the values that the messages name. */
export interface Judged {
  readonly noun: string;
  readonly verb: string;
  /** The subject's command line. */
  readonly command: string;
  /** True if stdout went straight to the caller, who reads it no more. */
  readonly readerGone?: boolean;
}

export interface Judgement {
  /** Undefined: the tool succeeded, as far as its exit tells. */
  readonly error: ToolError | undefined;
  readonly warnings: readonly string[];
}

/** Bytes of a failed tool's stdout that are kept with its error: test runners and linters say there what is wrong. */
const STDOUT_KEPT = 64 * 1024;

/** The call whose process tool ended: what of a `CheckedCall` is needed to judge it. */
export interface JudgedCall {
  readonly tool: LocatedTool;
  readonly project: { readonly command: string };
  readonly reporter: Pick<Reporter, "warn">;
  readonly stream: number | undefined;
}

/**
 * Exit and output of a process tool together: its data, and for people its own words. Throws what it failed with; warns where it
 * contradicted itself.
 */
export async function judgeProcess(
  call: JudgedCall,
  result: ProcessResult,
): Promise<{ data: unknown; text: string | undefined; raw: string | undefined; streamed: boolean }> {
  const { noun, verb, output } = call.tool.entry;
  const streamed = call.stream !== undefined && output.format === "text";
  const readerGone = streamed && isPipeEnd(result) && (await (await import("./reader-left.ts")).readerLeft(call.stream as number));
  const tool: Judged = { noun, verb, command: call.project.command, readerGone };
  const exit = judgeExit(result, tool);
  for (const warning of exit.warnings) call.reporter.warn(warning);
  if (exit.error !== undefined) throw exit.error;
  if (streamed) return { data: undefined, text: undefined, raw: undefined, streamed };
  const read = await readOutput(result.stdout, output, tool);
  for (const warning of read.warnings) call.reporter.warn(warning);
  if (read.error !== undefined) throw read.error;
  const printed = result.stdout.toString();
  const raw = output.format === "json" ? printed.replace(/^\ufeff/, "") : undefined;
  return { data: read.data, text: typeof read.data === "string" ? read.data : printed, raw, streamed };
}

/** Says whether a process tool failed, and how (contract 4.5). Its output is not looked at. */
export function judgeExit(result: ProcessResult, tool: Judged): Judgement {
  const block = parseErrorBlock(result.stderr);
  const end = endOf(result, tool.readerGone === true);
  const said: Said = block === undefined ? "nothing" : exitCodeOf(block) === result.code ? "the-same" : "another";
  const verdict = TRUST[end][said];
  if (verdict === "success") return { error: undefined, warnings: [] };
  if (block !== undefined && (verdict === "block" || verdict === "block-with-warning")) {
    return { error: blockError(block, result), warnings: verdict === "block" ? [] : [contradiction(block, result)] };
  }
  return { error: contractError(verdict as FaultCode, result, tool), warnings: [] };
}

/** By SIGPIPE, or as a shell tells that one of its commands did. */
function isPipeEnd({ code, signal }: ProcessResult): boolean {
  return signal === "SIGPIPE" || code === 128 + constants.signals.SIGPIPE;
}

/** A tool that streams into a pipe whose reader has had enough ends by SIGPIPE: no failure of anyone. */
function endOf(result: ProcessResult, readerGone: boolean): End {
  const { code } = result;
  if (readerGone && isPipeEnd(result)) return "reader-left";
  if (code === null) return "signal";
  if (code === 0) return "zero";
  if (code === 2) return "two";
  return code === 1 || code === 3 ? "one-or-three" : "beyond-three";
}

function blockError(block: ErrorBlock, result: ProcessResult): ToolError {
  const { layer, recoverable, fix } = block;
  const message = block.message || lastLine(result.stderr) || "The tool did not say what failed";
  const detail = detailOf(result);
  return new ToolError({ layer, recoverable, message, fix, ...(detail === undefined ? {} : { detail }) });
}

function contradiction(block: ErrorBlock, { code, signal }: ProcessResult): string {
  const ended = code === null ? `ended by ${signal}` : `left with exit code ${code}`;
  return `The tool ${ended}, but its error block (${block.layer}, ${block.recoverable}) stands for ${exitCodeOf(block)}; the block decides`;
}

function contractError(code: FaultCode, result: ProcessResult, tool: Judged): ToolError {
  const last = lastLine(result.stderr);
  const detail = detailOf(result);
  return fault(
    code,
    {
      tool: `${tool.noun} ${tool.verb}`,
      noun: tool.noun,
      verb: tool.verb,
      command: tool.command,
      exit: result.code ?? "",
      signal: result.signal ?? "",
      meaning: meaningOf(result.code),
      last: last && `: ${last}`,
    },
    detail === undefined ? {} : { detail },
  );
}

/** What shells mean by codes beyond the contract's. */
function meaningOf(code: number | null): string {
  if (code === 126) return " (a command it called may not be run)";
  if (code === 127) return " (a command it called does not exist)";
  const signal = Object.entries(constants.signals).find(([, number]) => code !== null && number === code - 128)?.[0];
  return signal === undefined ? "" : ` (${signal}, as shells tell it)`;
}

function detailOf(result: ProcessResult): { [key: string]: unknown } | undefined {
  if (result.stdout.length === 0) return undefined;
  const kept = result.stdout.subarray(-STDOUT_KEPT);
  return { stdout: kept.toString(), ...(kept.length < result.stdout.length ? { stdout_total_bytes: result.stdout.length } : {}) };
}

function lastLine(stderr: string): string {
  return (
    stderr
      .split(/\r\n?|\n/)
      .findLast((line) => line.trim() !== "")
      ?.trim()
      .slice(0, 500) ?? ""
  );
}
