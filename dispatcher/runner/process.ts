import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import type { Readable } from "node:stream";
import { fault } from "../../registry/error/catalogue.ts";
import type { ToolError } from "../../registry/error/tool-error.ts";
import { launchOf } from "./interpreter.ts";
import { processEnd } from "./process-end.ts";
import { type Carrier, processEnvironment } from "./process-environment.ts";
import { keepAll, keepLast } from "./process-output.ts";
import { namesItsStreams, processPipes, release } from "./process-pipe.ts";
import type { ProcessResult, RunRequest } from "./run-request.ts";
import { interruptedFault, names, sameCall, timeoutFault } from "./same-call.ts";

const STDERR_KEPT = 64 * 1024;
const STDOUT_KEPT_MIB = 256;
/** Linux: the longest single argument or variable, its NUL included. */
const LONGEST_ARGUMENT = 131_072;

/** A tool that runs, and what it prints as far as that is held here. */
interface Started {
  readonly child: ChildProcess;
  readonly stdout: Readable | null;
  readonly stderr: Readable | null;
}

/**
 * Runs a tool as a program of its own, in a process group of its own (contract 4.4).
 *
 * Resolves however the tool ended; what that means is judged elsewhere. On a time limit, on `signal` and on a result without end, all
 * that descends from the tool and all of its session is ended, TERM first and KILL after a grace. What a tool that ended normally
 * left in the background lives on, since it may be a server started on purpose; its hold on the tool's pipes does not delay the
 * result. A child that forked twice into a session of its own before the stop (a daemon), or left the machine, is out of reach.
 *
 * Declared arguments that no argv can carry are in `TOOL_ARGS_FILE` alone, and a warning says so.
 *
 * Throws `timeout`, `interrupted`, `result_too_large`, `interpreter_missing`, `shebang_crlf`, `shebang_bom`, `tool_vanished`,
 * `tool_unreadable`, `tool_not_executable`, `tool_not_startable`, `arguments_too_large`, `argument_has_nul`.
 */
export async function runProcess(request: RunRequest): Promise<ProcessResult> {
  if (request.signal.aborted) throw interruptedFault(request);
  const launch = launchOf(request.tool.file, { names: names(request), path: request.env.PATH, cwd: request.cwd });
  const argv = [...launch.args, ...request.argv];
  for (const carried of carriers(argv, request)) {
    const environment = processEnvironment(request, carried);
    try {
      const words = carried === "all" ? argv : launch.args;
      const started = startChild(request, launch.command, words, environment.env);
      if (started === undefined) continue;
      if (carried !== "all") {
        const { tool } = names(request);
        request.report.warn(`${tool} gets its arguments by TOOL_ARGS_FILE alone: its command line cannot carry them`);
      }
      return await ended(started, request, argv);
    } finally {
      environment.dispose();
    }
  }
  throw tooLargeFault(request, argv);
}

/** What may carry the arguments, to be tried in turn. */
function carriers(argv: readonly string[], request: RunRequest): readonly Carrier[] {
  if (argv.some((word) => word.includes("\0"))) throw fault("argument_has_nul", names(request));
  const { options, args } = request.tool.entry;
  const tooLong = argv.find((word) => Buffer.byteLength(word) >= LONGEST_ARGUMENT);
  if (options !== undefined || args !== undefined) return tooLong === undefined ? ["all", "variables", "file"] : ["variables", "file"];
  if (tooLong !== undefined) throw tooLargeFault(request, [tooLong]);
  return ["all"];
}

/** Undefined if the system says that the arguments and variables are too many. */
function startChild(
  request: RunRequest,
  command: string,
  argv: readonly string[],
  env: Readonly<Record<string, string>>,
): Started | undefined {
  const stdin = request.tool.entry.stdin ? "inherit" : "ignore";
  const captured = request.stdout === "capture";
  const pipes = namesItsStreams(request.tool.file) ? (processPipes(captured ? 2 : 1) ?? []) : [];
  const [forStderr, forStdout] = pipes;
  const stdout = request.stdout === "capture" ? (forStdout?.writer ?? "pipe") : request.stdout;
  const stdio = [stdin, stdout, forStderr?.writer ?? "pipe"] as const;
  try {
    const child = spawn(command, argv, { cwd: request.cwd, env: { ...env }, detached: true, stdio: [...stdio] });
    return { child, stdout: forStdout?.reader ?? child.stdout, stderr: forStderr?.reader ?? child.stderr };
  } catch (error) {
    for (const { reader } of pipes) reader.destroy();
    if ((error as NodeJS.ErrnoException).code === "E2BIG") return undefined;
    throw startFault(error as NodeJS.ErrnoException, request);
  } finally {
    release(pipes);
  }
}

async function ended({ child, stdout, stderr }: Started, request: RunRequest, argv: readonly string[]): Promise<ProcessResult> {
  const result = keepAll(stdout, STDOUT_KEPT_MIB * 1024 * 1024);
  const errors = keepLast(stderr, STDERR_KEPT, (chunk) => request.report.stderr(chunk));
  const end = await processEnd(child, {
    streams: [stdout, stderr].filter((stream) => stream !== null),
    timeoutMs: request.timeoutMs,
    signal: request.signal,
    overflow: result.overflowed,
    lastOutput: () => Math.max(result.last(), errors.last()),
  });
  switch (end.kind) {
    case "not-started":
      throw end.error.code === "E2BIG" ? tooLargeFault(request, argv) : startFault(end.error, request);
    case "timeout":
      throw timeoutFault(request);
    case "interrupted":
      throw interruptedFault(request);
    case "overflow":
      throw overflowFault(request);
    case "exit":
      return {
        kind: "exit",
        code: end.code,
        signal: end.signal,
        stdout: result.bytes(),
        overflow: false,
        stderr: errors.bytes().toString(),
      };
  }
}

function tooLargeFault(request: RunRequest, words: readonly string[]): ToolError {
  const bytes =
    words.length === 1 ? Buffer.byteLength(words[0] as string) : words.reduce((sum, word) => sum + Buffer.byteLength(word) + 1, 0);
  return fault("arguments_too_large", { ...names(request), bytes, limit: LONGEST_ARGUMENT - 1 });
}

function startFault(error: NodeJS.ErrnoException, request: RunRequest): ToolError {
  const values = names(request);
  const gone = !existsSync(request.tool.file);
  if (error.code === "ENOENT" && gone) return fault("tool_vanished", values, { cause: error });
  const reason = error.code === "ENOENT" && !existsSync(request.cwd) ? `the folder ${request.cwd} is gone` : (error.code ?? error.message);
  return fault("tool_not_startable", { ...values, reason }, { cause: error });
}

/** Without `--json` the result goes straight to its reader and has no limit. */
function overflowFault(request: RunRequest): ToolError {
  const values = { ...names(request), limit: STDOUT_KEPT_MIB };
  return fault("result_too_large", values, { fix: [`${sameCall({ ...request, json: false })} > result.txt`] });
}
