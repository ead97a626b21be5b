import children, { ChildProcess, spawn } from "node:child_process";
import { syncBuiltinESMExports } from "node:module";

/**
 * Reports the process id of every child that this thread starts from now on. Ending a worker thread does not end
 * them. Those of `spawnSync` and its kin have no id before they have ended: see `limitSyncChildren`.
 */
export function trackChildren(started: (pid: number) => void): void {
  const prototype = ChildProcess.prototype as unknown as { spawn(options: unknown): unknown };
  const real = prototype.spawn;
  prototype.spawn = function (this: ChildProcess, options) {
    const result = real.call(this, options);
    if (this.pid !== undefined) started(this.pid);
    return result;
  };
}

type SyncStart = (file: string, ...rest: unknown[]) => unknown;

/**
 * Gives every `spawnSync`, `execSync` and `execFileSync` of this thread a limit of its own, `deadline` by `performance.now()`: a thread
 * that waits in one of them can neither be ended nor reached, and would hold up the end of the whole process.
 */
export function limitSyncChildren(deadline: number): void {
  for (const name of ["spawnSync", "execSync", "execFileSync"] as const) {
    const real = children[name] as SyncStart;
    const limited: SyncStart = (file, ...rest) => {
      const last = rest.at(-1);
      const given = typeof last === "object" && last !== null && !Array.isArray(last) ? (rest.pop() as { timeout?: number }) : {};
      const left = Math.max(1, Math.ceil(deadline - performance.now()));
      return real(file, ...rest, { killSignal: "SIGKILL", ...given, timeout: given.timeout ? Math.min(given.timeout, left) : left });
    };
    Object.assign(children, { [name]: limited });
  }
  syncBuiltinESMExports();
}

/** Ends processes with all that descends from them: TERM, and KILL after `grace` milliseconds. */
export async function endProcesses(pids: Iterable<number>, grace: number): Promise<void> {
  const roots = [...pids].filter(lives);
  if (roots.length === 0) return;
  const all = descendants(roots, await processTable());
  for (const pid of all) signal(pid, "SIGTERM");
  const deadline = performance.now() + grace;
  while (all.some(lives) && performance.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 20));
  for (const pid of all) signal(pid, "SIGKILL");
}

/** Roots first. */
function descendants(roots: readonly number[], table: readonly (readonly [pid: number, parent: number])[]): number[] {
  const found = new Set(roots);
  for (const one of found) for (const [pid, parent] of table) if (parent === one) found.add(pid);
  return [...found];
}

/** `ps` is the one table of processes that Linux and macOS share. */
function processTable(): Promise<(readonly [number, number])[]> {
  return new Promise((resolve) => {
    const ps = spawn("ps", ["-A", "-o", "pid=,ppid="], { stdio: ["ignore", "pipe", "ignore"] });
    let text = "";
    ps.stdout.on("data", (chunk: Buffer) => {
      text += chunk.toString("latin1");
    });
    ps.on("error", () => resolve([]));
    ps.on("close", () => resolve([...text.matchAll(/(\d+) +(\d+)/g)].map(([, pid, parent]) => [Number(pid), Number(parent)] as const)));
  });
}

function lives(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended meanwhile.
  }
}
