import type { ChildProcess } from "node:child_process";
import type { Readable } from "node:stream";
import { now } from "../clock.ts";
import { familyOf, heldProcesses } from "./process-family.ts";

/** Between TERM and KILL. Milliseconds. */
const GRACE = 1000;
/** Between KILL and taking the end for granted. Milliseconds. */
const AFTER_KILL = 200;
const POLL = 20;
/** How long pipes that a background child holds may stay silent after the tool's own exit. Milliseconds. */
const QUIET = 200;
/** A background child that keeps talking is not listened to for longer. Milliseconds. */
const LONGEST_DRAIN = 2000;

export type ProcessEnd =
  | { kind: "exit"; code: number | null; signal: NodeJS.Signals | null }
  | { kind: "not-started"; error: NodeJS.ErrnoException }
  | { kind: "timeout" | "interrupted" | "overflow" };

export interface EndConditions {
  /** What the tool prints to, as far as it is held here. */
  readonly streams: readonly Readable[];
  readonly timeoutMs: number | undefined;
  readonly signal: AbortSignal;
  /** Aborted when the tool prints more than can be kept. */
  readonly overflow: AbortSignal;
  /** When the tool's pipes last gave something, by `now()`. */
  lastOutput(): number;
}

/**
 * Waits for the end of a detached child and brings it about where a condition asks for it.
 *
 * The pipes close when their last holder is gone, background children included, so the end is `exit` and then the pipes' end or
 * 200 ms of silence. Whenever the tool was stopped, all that descends from it and all of its session is ended with it, in
 * whatever group it is; whenever a signal ended it, its group. A child that had left by a double fork and a session of its own
 * before is out of reach.
 */
export function processEnd(child: ChildProcess, conditions: EndConditions): Promise<ProcessEnd> {
  return new Promise((resolve) => {
    const timers = new Set<NodeJS.Timeout>();
    const after = (ms: number, act: () => void) => timers.add(setTimeout(act, ms));
    let stopped: "timeout" | "interrupted" | "overflow" | undefined;
    let done = false;

    if (child.pid !== undefined) heldProcesses().add(child.pid);
    const finish = (end: ProcessEnd) => {
      if (done) return;
      done = true;
      if (child.pid !== undefined) heldProcesses().delete(child.pid);
      for (const timer of timers) clearTimeout(timer);
      conditions.signal.removeEventListener("abort", interrupted);
      conditions.overflow.removeEventListener("abort", overflowed);
      for (const stream of conditions.streams) stream.destroy();
      if (end.kind === "exit" && end.signal === null && stopped === undefined) return resolve(end);
      signalGroup(child, "SIGKILL");
      // A stop that came after the tool's own end changes nothing about how it ended.
      resolve(stopped === undefined ? end : { kind: stopped });
    };
    const stop = (why: "timeout" | "interrupted" | "overflow", first: NodeJS.Signals) => {
      if (stopped !== undefined || child.exitCode !== null || child.signalCode !== null) return;
      stopped = why;
      // Dead members that nobody reaps, and one that the kernel holds, are not waited for.
      endAll(child, first).then(
        () => finish({ kind: why }),
        () => finish({ kind: why }),
      );
    };
    const interrupted = () => stop("interrupted", signalOf(conditions.signal.reason));
    const overflowed = () => stop("overflow", "SIGTERM");

    const allClosed = Promise.all(conditions.streams.map((stream) => new Promise((closed) => stream.once("close", closed))));
    child.on("error", (error) => {
      if (child.pid === undefined) finish({ kind: "not-started", error });
    });
    child.on("exit", (code, signal) => {
      const exited = now();
      const end: ProcessEnd = { kind: "exit", code, signal };
      const drain = () =>
        after(QUIET, () =>
          // Timers run before the poll of a busy loop: what lies in the pipes gets its turn first.
          setImmediate(() => {
            const time = now();
            if (time - conditions.lastOutput() < QUIET && time - exited < LONGEST_DRAIN) drain();
            else finish(end);
          }),
        );
      if (stopped !== undefined) return;
      drain();
      allClosed.then(() => stopped === undefined && finish(end));
    });
    if (conditions.timeoutMs !== undefined) after(conditions.timeoutMs, () => stop("timeout", "SIGTERM"));
    conditions.signal.addEventListener("abort", interrupted);
    conditions.overflow.addEventListener("abort", overflowed);
    if (conditions.signal.aborted) interrupted();
  });
}

/** Sends the signal to a tool and all it has started, and KILL to what is left of them after the grace. */
async function endAll(child: ChildProcess, first: NodeJS.Signals): Promise<void> {
  const { pid } = child;
  const family = familyOf((one) => one.pid === pid || one.session === String(pid));
  // Who loses its parent by the signal could not be found behind it.
  await family.look();
  signalGroup(child, first);
  family.signal(first, pid);
  const running = () => (child.exitCode === null && child.signalCode === null) || groupLives(child) || family.lives();
  await until(() => !running(), GRACE);
  await family.look();
  signalGroup(child, "SIGKILL");
  family.signal("SIGKILL", pid);
  await until(() => !running(), AFTER_KILL);
}

async function until(holds: () => boolean, longest: number): Promise<void> {
  const deadline = now() + longest;
  while (!holds() && now() < deadline) await new Promise((resolve) => setTimeout(resolve, POLL));
}

function groupLives(child: ChildProcess): boolean {
  try {
    return child.pid !== undefined && process.kill(-child.pid, 0);
  } catch {
    return false;
  }
}

/** Sends a signal to all that is left of the child's group. */
function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, signal);
  } catch {
    // Nothing is left of it.
  }
}

function signalOf(reason: unknown): NodeJS.Signals {
  return reason === "SIGINT" || reason === "SIGHUP" ? reason : "SIGTERM";
}
