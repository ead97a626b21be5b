import { existsSync, realpathSync } from "node:fs";
import { relative, resolve, sep } from "node:path";

/** How much of a result is looked through, and how many paths are kept of it. */
const LOOKED_AT = 256 * 1024;
const MOST_NAMES = 400;
const MOST_PATHS = 20;
/** Words with a slash in them, or a dot and an ending: what a report of a compiler or a test runner names files by. */
const NAME = /(?:[\w.@~+-]+\/)*[\w@~+-][\w.@~+-]*(?:\/|\.[A-Za-z]\w{0,9})|(?:[\w.@~+-]+\/)+[\w.@~+-]+|\/(?:[\w.@~+-]+\/)+[\w.@~+-]+/g;

/** Paths of the project that a result names and that exist, relative to PROJECT_ROOT, in the order of their naming. */
export function pathsIn(result: string, root: string, cwd: string): readonly string[] {
  const names = new Set<string>();
  for (const [name] of result.slice(0, LOOKED_AT).matchAll(NAME)) {
    names.add(name.replace(/[.:]+$/, ""));
    if (names.size === MOST_NAMES) break;
  }
  const found = new Set<string>();
  for (const name of names) {
    const inside = insideProject(name, root, cwd) ?? (cwd === root ? undefined : insideProject(name, root, root));
    if (inside !== undefined) found.add(inside);
    if (found.size === MOST_PATHS) break;
  }
  return [...found];
}

function insideProject(name: string, root: string, base: string): string | undefined {
  const path = resolve(base, name);
  if (!path.startsWith(root + sep) || !existsSync(path)) return undefined;
  const way = relative(root, realpathSync(path)).split(sep).join("/");
  return way === "" || way.startsWith("..") || /^(\.git|node_modules|logs)(\/|$)/.test(way) ? undefined : way;
}
