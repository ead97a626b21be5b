import { lstatSync, readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/** A change of the real project, or of what lies beside it, that came about while tools were tried. */
export interface OutsideChange {
  /** Absolute. */
  path: string;
  kind: "created" | "changed" | "deleted";
  /** Milliseconds since 1970: when the change was made, as the file system says. */
  at: number;
}

/** By absolute path: what tells a change without reading content. */
export type Stamps = ReadonlyMap<string, string>;

/** Things that are looked at; beyond them a change is not seen. */
const MOST = 300_000;
/** Of git's own folder, what is a statement and no cache of git's, of editors' or of prompts'. */
const GIT = /^(?:HEAD|packed-refs|config|hooks|refs)(?:\/|$)/;

/**
 * The stamps (inode, size, times, mode) of all below the roots; links are not followed. No program can write a file, or put its times
 * back, without another change time. `skip`: absolute paths that are not looked into.
 */
export function stampsOf(roots: readonly string[], skip: ReadonlySet<string> = new Set(), most = MOST): Stamps {
  const stamps = new Map<string, string>();
  const look = (path: string, deep: boolean) => {
    if (stamps.size >= most || skip.has(path)) return;
    const stamp = stampOf(path);
    if (stamp === undefined) return;
    stamps.set(path, stamp);
    if (deep && stamp.startsWith("folder")) for (const name of names(path)) visit(path, name);
  };
  const visit = (folder: string, name: string) => {
    const path = join(folder, name);
    if (name === "__pycache__") return;
    if (basename(folder) === ".git" && !GIT.test(name)) return;
    look(path, true);
  };
  for (const root of roots) look(root, true);
  return stamps;
}

function stampOf(path: string): string | undefined {
  try {
    const { ino, size, mode, mtimeMs, ctimeMs } = lstatSync(path);
    // What is in a folder is looked at by itself; its own times change with each temporary file.
    const isFolder = (mode & 0o170000) === 0o040000;
    return isFolder ? `folder ${ino} ${mode}` : `${ino} ${size} ${mode} ${mtimeMs} ${ctimeMs}`;
  } catch {
    return undefined;
  }
}

function names(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** What differs between two looks, the folder before what is in it; of a new or deleted folder, the folder alone. */
export function stampChanges(before: Stamps, after: Stamps): OutsideChange[] {
  const changes: OutsideChange[] = [];
  for (const [path, stamp] of after) {
    const old = before.get(path);
    if (old === undefined) changes.push({ path, kind: "created", at: changedAt(path) });
    else if (old !== stamp) changes.push({ path, kind: "changed", at: changedAt(path) });
  }
  for (const path of before.keys()) if (!after.has(path)) changes.push({ path, kind: "deleted", at: changedAt(dirname(path)) });
  const whole = new Set(changes.filter(({ kind }) => kind !== "changed").map(({ path }) => path));
  return changes.filter(({ path }) => !whole.has(dirname(path))).sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Of something gone, when its folder last changed; where that is gone, too, the nearest above it. */
function changedAt(path: string): number {
  for (let place = path; ; place = dirname(place)) {
    try {
      return lstatSync(place).ctimeMs;
    } catch {
      if (place === dirname(place)) return 0;
    }
  }
}
