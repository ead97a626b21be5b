import { type ChildProcess, spawn } from "node:child_process";
import type { TestCommand } from "./command-of.ts";

/** Between TERM and KILL, and how long pipes that somebody still holds may stay silent after the end. Milliseconds. */
const GRACE = 2000;
const QUIET = 300;
/** A background child that keeps talking is not listened to for longer. Milliseconds. */
const LONGEST_DRAIN = 2000;

export type CommandEnd =
  | { readonly kind: "ended"; readonly code: number | null; readonly signal: string | null }
  | { readonly kind: "not_started"; readonly reason: string }
  | { readonly kind: "too_long" };

/**
 * Runs a command in a process group of its own; stdout and stderr go to `take` as they come. On the limit (milliseconds) and on
 * `signal` the whole group is ended. What the tests left in the background does not hold up the end.
 */
export function runCommand(
  { program, words }: TestCommand,
  options: { cwd: string; env: NodeJS.ProcessEnv; signal: AbortSignal; limit: number; take(chunk: Buffer): void },
): Promise<CommandEnd> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, words, { cwd: options.cwd, env: options.env, detached: true, stdio: ["ignore", "pipe", "pipe"] });
    let stopped: "too_long" | "interrupted" | undefined;
    let last = performance.now();
    const timers = new Set<NodeJS.Timeout>();
    const after = (ms: number, act: () => void) => timers.add(setTimeout(act, ms));
    const finish = (settle: () => void) => {
      for (const timer of timers) clearTimeout(timer);
      options.signal.removeEventListener("abort", interrupt);
      child.stdout.destroy();
      child.stderr.destroy();
      settle();
    };
    const stop = (why: "too_long" | "interrupted") => {
      stopped ??= why;
      signalGroup(child, "SIGTERM");
      after(GRACE, () => signalGroup(child, "SIGKILL"));
    };
    const interrupt = () => stop("interrupted");
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (chunk: Buffer) => {
        last = performance.now();
        options.take(chunk);
      });
    }
    child.on("error", (error: NodeJS.ErrnoException) => {
      if (child.pid === undefined) finish(() => resolve({ kind: "not_started", reason: error.code ?? error.message }));
    });
    child.on("exit", (code, signal) => {
      const end = () =>
        finish(() => {
          if (stopped !== undefined) signalGroup(child, "SIGKILL");
          if (stopped === "interrupted") reject(options.signal.reason instanceof Error ? options.signal.reason : new Error("interrupted"));
          else resolve(stopped === "too_long" ? { kind: "too_long" } : { kind: "ended", code, signal });
        });
      const exited = performance.now();
      const talks = (now: number) => now - last < QUIET && now - exited < LONGEST_DRAIN;
      const drain = () => after(QUIET, () => (talks(performance.now()) ? drain() : end()));
      child.on("close", end);
      drain();
    });
    options.signal.addEventListener("abort", interrupt);
    after(options.limit, () => stop("too_long"));
    if (options.signal.aborted) interrupt();
  });
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, signal);
  } catch {
    // Nothing is left of it.
  }
}
