import children, { ChildProcess, spawn } from "node:child_process";
import { syncBuiltinESMExports } from "node:module";
import { now } from "../clock.ts";

/**
 * Reports the process id of every child that this thread starts from now on. Ending a worker thread does not end
 * them. Those of `spawnSync` and its kin have no id before they have ended: see `watchSyncChildren`.
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
 * Tells of every `spawnSync`, `execSync` and `execFileSync` of this thread what it runs, and undefined when it has ended, so that another
 * thread can end it: this one can neither be ended nor reached meanwhile, and would hold up the end of the whole
 * process. A limit of its own, `deadline` by `now()`, stands behind that.
 */
export function watchSyncChildren(deadline: number, running: (command: string | undefined) => void): void {
  for (const name of ["spawnSync", "execSync", "execFileSync"] as const) {
    const real = children[name] as SyncStart;
    const watched: SyncStart = (file, ...rest) => {
      while (rest.length > 0 && rest.at(-1) === undefined) rest.pop();
      const last = rest.at(-1);
      const given = typeof last === "object" && last !== null && !Array.isArray(last) ? (rest.pop() as { timeout?: number }) : {};
      const left = Number.isFinite(deadline) ? Math.max(1, Math.ceil(deadline - now())) : undefined;
      const timeout = given.timeout && left ? Math.min(given.timeout, left) : given.timeout || left;
      running([file, ...(Array.isArray(rest[0]) ? rest[0] : [])].join(" "));
      try {
        return real(file, ...rest, {
          ...given,
          ...(timeout === undefined || timeout === given.timeout ? {} : { timeout, killSignal: "SIGKILL" }),
        });
      } finally {
        running(undefined);
      }
    };
    Object.assign(children, { [name]: watched });
  }
  syncBuiltinESMExports();
}

/** Ends the child of this process that runs a command, with all that descends from it. */
export async function endCommand(command: string, grace: number): Promise<void> {
  const wanted = bare(command);
  // A script shows behind its interpreter, and a shell may have become its only command.
  const same = (args: string) => args !== "" && (args.endsWith(wanted) || wanted.endsWith(args));
  const found = (await processTable()).filter(({ parent, args }) => parent === process.pid && same(bare(args)));
  await endProcesses(
    found.map(({ pid }) => pid),
    grace,
  );
}

/** What is left of a command line however `ps` shows quotes, line breaks and letters outside ASCII. */
function bare(command: string): string {
  return command.replace(/[^\w./:=-]/g, "");
}

/** Ends processes with all that descends from them: TERM, and KILL after `grace` milliseconds. */
export async function endProcesses(pids: Iterable<number>, grace: number): Promise<void> {
  const roots = [...pids].filter(lives);
  if (roots.length === 0) return;
  const all = descendants(roots, await processTable());
  for (const pid of all) signal(pid, "SIGTERM");
  const deadline = now() + grace;
  while (all.some(lives) && now() < deadline) await new Promise((resolve) => setTimeout(resolve, 20));
  for (const pid of all) signal(pid, "SIGKILL");
}

interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly args: string;
}

/** Roots first. */
function descendants(roots: readonly number[], table: readonly Process[]): number[] {
  const found = new Set(roots);
  for (const one of found) for (const { pid, parent } of table) if (parent === one) found.add(pid);
  return [...found];
}

/** `ps` is the one table of processes that Linux and macOS share. Empty where there is none. */
function processTable(): Promise<readonly Process[]> {
  return new Promise((resolve) => {
    const ps = spawn("ps", ["-A", "-ww", "-o", "pid=,ppid=,args="], { stdio: ["ignore", "pipe", "ignore"] });
    let text = "";
    ps.stdout.on("data", (chunk: Buffer) => {
      text += chunk.toString("latin1");
    });
    ps.on("error", () => resolve([]));
    ps.on("close", () => {
      const rows = text.matchAll(/^ *(\d+) +(\d+) (.*)$/gm);
      resolve([...rows].map(([, pid, parent, args]) => ({ pid: Number(pid), parent: Number(parent), args: args as string })));
    });
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
