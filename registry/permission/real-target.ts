import { lstatSync, readlinkSync, realpathSync } from "node:fs";
import { basename, dirname, isAbsolute, join, resolve } from "node:path";

/** Links that are followed at most, as the system does. */
const LINKS = 40;

/**
 * Where an absolute path leads, links followed as far as it exists; of what does not exist, its nearest existing parent and
 * the names behind it. A link that leads to nothing yet is followed too, since writing through it makes its target.
 * Undefined: it cannot be told. Reads names and links, no contents.
 */
export function realTarget(path: string, links = LINKS): string | undefined {
  const missing: string[] = [];
  for (let at = path; ; at = dirname(at)) {
    try {
      return join(realpathSync.native(at), ...missing);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code !== "ENOENT" && code !== "ENOTDIR") return undefined;
    }
    const link = linkOf(at);
    if (link !== undefined) {
      if (links === 0) return undefined;
      const parent = realTarget(dirname(at), links - 1);
      if (parent === undefined) return undefined;
      return realTarget([isAbsolute(link) ? link : `${parent}/${link}`, ...missing].join("/"), links - 1);
    }
    if (at === dirname(at)) return undefined;
    missing.unshift(basename(at));
  }
}

/** Every absolute path that something given may stand for: as its text reads, and where it leads by either reading of `..`. Undefined among them: cannot be told. */
export function placesOf(given: string, cwd: string, home: string | undefined): readonly (string | undefined)[] {
  if (given.includes("\0")) return [undefined];
  const literal = resolve(cwd, given);
  // The system follows a link before it goes up from it; most programs take `..` from the text.
  const hops = `${isAbsolute(given) ? "" : `${cwd}/`}${given}`;
  const places = new Set([literal, realTarget(literal), ...(/(^|\/)\.\.(\/|$)/.test(given) ? [realTarget(hops)] : [])]);
  if (/^~(\/|$)/.test(given) && home !== undefined) {
    const own = join(home, given.slice(1));
    places.add(own).add(realTarget(own));
  }
  return [...places];
}

function linkOf(path: string): string | undefined {
  try {
    return lstatSync(path).isSymbolicLink() ? readlinkSync(path) : undefined;
  } catch {
    return undefined;
  }
}
