import { spawn } from "node:child_process";
import { now } from "../clock.ts";

export interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  /** The session's id as `ps` prints it; macOS prints none that could be compared. */
  readonly session: string;
  readonly args: string;
}

/** Processes with all that descends from them, remembered over several looks: who loses its parent stays known. */
export interface Family {
  /** Adds who belongs to it now. */
  look(): Promise<void>;
  /** Signals all known members but those of one process group, which has had it as a group. */
  signal(name: NodeJS.Signals, exceptGroup?: number): void;
  lives(): boolean;
}

/** Between two looks at whether anybody is left. Milliseconds. */
const POLL = 20;
/** A `ps` that hangs holds up no end for longer. Milliseconds. */
const LONGEST_LOOK = 1000;
const HELD = Symbol.for("nichekit.heldProcesses");

/**
 * The processes of the table for which `belongs` holds, with all that descends from them. Where there is no `ps`, `roots`
 * alone. Who left by a double fork and a session of its own before the first look is nobody's child any more: out of reach.
 */
export function familyOf(belongs: (one: Process) => boolean, roots: () => Iterable<number> = () => []): Family {
  const known = new Map<number, number | undefined>();
  return {
    async look() {
      const table = await processTable();
      if (table.length === 0) for (const pid of roots()) if (lives(pid)) known.set(pid, undefined);
      // A number is only given again to one that descends from nobody of ours.
      for (const one of table) if (belongs(one)) known.set(one.pid, one.group);
      // A member found later has its own children looked up in its turn.
      for (const [parent] of known) for (const one of table) if (one.parent === parent) known.set(one.pid, one.group);
    },
    signal(name, exceptGroup) {
      for (const [pid, group] of known) if (group === undefined || group !== exceptGroup) signal(pid, name);
    },
    lives: () => [...known.keys()].some(lives),
  };
}

/** Ends a family: TERM, and KILL after `grace` milliseconds, also for those who came meanwhile. */
export async function endFamily(family: Family, grace: number): Promise<void> {
  await family.look();
  if (!family.lives()) return;
  family.signal("SIGTERM");
  const deadline = now() + grace;
  while (family.lives() && now() < deadline) await pause(POLL);
  await family.look();
  family.signal("SIGKILL");
}

/** What this process itself has started, but for the process tools: they are ended by who runs them. */
export function ownFamily(): Family {
  const held = heldProcesses();
  return familyOf(({ pid, parent }) => parent === process.pid && !held.has(pid));
}

/** Process tools that run now, and are ended by `processEnd`. One set for the whole process: this module may stand in two chunks. */
export function heldProcesses(): Set<number> {
  const holder = globalThis as Record<symbol, unknown>;
  holder[HELD] ??= new Set<number>();
  return holder[HELD] as Set<number>;
}

/** All processes, by `ps`, the one table that Linux and macOS share; without that `ps` itself. Empty where there is none. */
export function processTable(): Promise<readonly Process[]> {
  return new Promise((resolve) => {
    const ps = spawn("ps", ["-A", "-ww", "-o", "pid=,ppid=,pgid=,sess=,args="], {
      stdio: ["ignore", "pipe", "ignore"],
      timeout: LONGEST_LOOK,
      killSignal: "SIGKILL",
    });
    let text = "";
    ps.stdout.on("data", (chunk: Buffer) => {
      text += chunk.toString("latin1");
    });
    ps.on("error", () => resolve([]));
    ps.on("close", () => {
      const rows = text.matchAll(/^ *(\d+) +(\d+) +(\d+) +(\S+) (.*)$/gm);
      const table = [...rows].map(([, pid, parent, group, session, args]) => ({
        pid: Number(pid),
        parent: Number(parent),
        group: Number(group),
        session: session as string,
        args: args as string,
      }));
      resolve(table.filter(({ pid }) => pid !== ps.pid));
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

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
