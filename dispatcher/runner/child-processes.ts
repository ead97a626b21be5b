import children, { ChildProcess } from "node:child_process";
import { syncBuiltinESMExports } from "node:module";
import { now } from "../clock.ts";
import { endFamily, familyOf } from "./process-family.ts";

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
  await endFamily(
    familyOf(({ parent, args }) => parent === process.pid && same(bare(args))),
    grace,
  );
}

/** What is left of a command line however `ps` shows quotes, line breaks and letters outside ASCII. */
function bare(command: string): string {
  return command.replace(/[^\w./:=-]/g, "");
}
