import { lstatSync, readlinkSync } from "node:fs";

/** What is really there, of absolute paths. */
export interface Disk {
  /** The path with its links followed as far as it exists. */
  real(path: string): string;
  there(path: string): boolean;
}

/** As many links as Linux follows in one path; more is a circle. */
const MOST_LINKS = 40;

/**
 * Looks at the disk as the system does: links are followed, also dangling ones and those to folders above, and a `..`
 * behind a link leaves the link's target. What does not exist keeps its spelling. It remembers what it saw, so it is
 * good for one plan, not for longer.
 */
export function lookingAtDisk(): Disk {
  /** Of a real folder's entry: where a link points, `true` for anything else, `false` for nothing. */
  const seen = new Map<string, string | boolean>();
  const known = new Map<string, string>();

  const follow = (path: string, links: number): string => {
    let at = "";
    let there = true;
    for (const part of path.split("/")) {
      if (part === "" || part === ".") continue;
      if (part === "..") {
        at = at.slice(0, Math.max(0, at.lastIndexOf("/")));
        there = true;
        continue;
      }
      const next = `${at}/${part}`;
      const entry: string | boolean = there ? look(next) : false;
      if (typeof entry === "string" && links > 0) at = follow(entry.startsWith("/") ? entry : `${at}/${entry}`, links - 1);
      else at = next;
      there = entry !== false;
    }
    return at;
  };

  const look = (path: string): string | boolean => {
    const before = seen.get(path);
    if (before !== undefined) return before;
    const found = entryAt(path);
    seen.set(path, found);
    return found;
  };

  const real = (path: string): string => {
    const before = known.get(path);
    if (before !== undefined) return before;
    const found = follow(path, MOST_LINKS) || "/";
    known.set(path, found);
    return found;
  };

  return { real, there: (path) => look(real(path)) !== false };
}

/** What this account may not look at keeps its spelling, too. */
function entryAt(path: string): string | boolean {
  try {
    const stat = lstatSync(path, { throwIfNoEntry: false });
    if (stat === undefined) return false;
    return stat.isSymbolicLink() ? readlinkSync(path) : true;
  } catch {
    return false;
  }
}
