import { fstatSync } from "node:fs";
import { runCli } from "./front/cli.ts";

// Built as CommonJS only.
declare const require: NodeJS.Require;

/** Entry of a command line process. The launcher gave the caller's stdout as fd 3, so that nothing but the result reaches it. */
export function start(): void {
  const env = callerEnvironment();
  const stdout = env.stdout;
  const abort = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"] as const) process.on(signal, () => abort.abort(signal));
  if (env.launched) followParent(abort);
  runCli(process.argv.slice(2), {
    env: env.env,
    cwd: workingFolder(env.env),
    stdout: { fd: stdout, terminal: () => isTerminal(stdout) },
    stderr: { fd: 2, terminal: () => isTerminal(2) },
    interactive: () => isTerminal(0) && isTerminal(2),
    signal: abort.signal,
  }).then(
    ({ code, stuck }) => leave(code, env.launched, stuck),
    (error) => {
      process.stderr.write(`${error?.stack ?? error}\n`);
      leave(2, false, false);
    },
  );
}

/** Exit codes by which the launcher knows that this is the dispatcher's word, and not of something that ended the process. */
const OWN_CODE = 64;
/** The first of the signals that stand for such codes: real-time signals, which nobody sends by chance. */
const OWN_SIGNAL = 40;

/**
 * Ends the process. A thread that hangs in a system call (a named pipe that
 * nobody writes to) would keep an exit waiting for ever: then a signal that
 * stands for the code ends it.
 */
function leave(code: 0 | 1 | 2 | 3, launched: boolean, stuck: boolean): void {
  if (launched && stuck) process.kill(process.pid, OWN_SIGNAL + code);
  process.exit(launched ? OWN_CODE + code : code);
}

/** Turns of the event loop that a module tool takes which waits for nothing: those of its guard and of its end. */
const TURNS = 5;

/** The launcher passes signals on, but cannot pass on that it was killed: then nobody waits for the result any more. */
function followParent(abort: AbortController): void {
  const launcher = process.ppid;
  // The first timer costs a call a third of a millisecond: set in a later turn of the loop, which most calls do not live to see.
  const later = (turns: number) => {
    if (turns > 0) setImmediate(later, turns - 1);
    else setInterval(() => process.ppid !== launcher && abort.abort("SIGHUP"), 1_000).unref();
  };
  later(TURNS);
}

/** The caller's environment: the launcher's own variables are taken out again. */
function callerEnvironment(): { env: Record<string, string | undefined>; stdout: number; launched: boolean } {
  const { NICHE_STDOUT, NICHE_NODE_OPTIONS, NODE_OPTIONS: _, ...env } = process.env;
  if (NICHE_NODE_OPTIONS) env.NODE_OPTIONS = NICHE_NODE_OPTIONS;
  return {
    env,
    launched: NICHE_STDOUT === "3",
    stdout: NICHE_STDOUT !== undefined && isOpen(Number(NICHE_STDOUT)) ? Number(NICHE_STDOUT) : 1,
  };
}

/** Asked only when it matters, and pipes and files are told apart without `node:tty`, which costs a call 1.5 ms. */
function isTerminal(fd: number): boolean {
  return isOpen(fd) && fstatSync(fd).isCharacterDevice() && (require("node:tty") as typeof import("node:tty")).isatty(fd);
}

function isOpen(fd: number): boolean {
  try {
    fstatSync(fd);
    return true;
  } catch {
    return false;
  }
}

/** A working folder that was removed has no path; the project's is the next best. */
function workingFolder(env: Record<string, string | undefined>): string {
  try {
    return process.cwd();
  } catch {
    return env.PROJECT_ROOT || "/";
  }
}
