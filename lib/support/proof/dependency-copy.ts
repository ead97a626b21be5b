import { constants, copyFileSync, type Dirent, mkdirSync, readdirSync, readlinkSync, realpathSync, symlinkSync } from "node:fs";
import { dirname, isAbsolute, join, relative, resolve } from "node:path";

/** Of node_modules' own folders, those that hold packages; the others are caches, which a fresh clone has none of. */
const STORES = new Set([".bin", ".pnpm", ".store", ".yarn"]);

/**
 * Dependencies in the copy. A Python environment is one link. `node_modules` is a folder of its own with a link to each package: what
 * programs keep beside the packages (`.cache`, `.vite`), and a package that is put in or taken out, stays in the copy. What is
 * written *into* a package reaches the project's own, which is watched (`project-watch.ts`).
 */
export function copyDependencies(from: string, to: string, root: string): void {
  mkdirSync(dirname(to), { recursive: true });
  const real = realpathSync(from);
  if (!/(?:^|\/)node_modules$/.test(to)) {
    symlinkSync(real, to);
    return;
  }
  mkdirSync(to);
  const place: Place = { real, to, root };
  for (const item of readdirSync(real, { withFileTypes: true })) {
    const { name } = item;
    if (name.startsWith(".") && item.isDirectory() && !STORES.has(name)) continue;
    if (name === ".bin" || name.startsWith("@")) {
      if (item.isDirectory()) {
        mkdirSync(join(to, name));
        for (const inner of readdirSync(join(real, name), { withFileTypes: true })) put(place, `${name}/${inner.name}`, inner);
        continue;
      }
    }
    put(place, name, item);
  }
}

interface Place {
  real: string;
  to: string;
  root: string;
}

function put({ real, to, root }: Place, path: string, item: Dirent): void {
  const from = join(real, path);
  // A package manager's notes on what is installed change with it.
  if (item.isFile() && item.name.startsWith(".")) copyFileSync(from, join(to, path), constants.COPYFILE_FICLONE);
  else symlinkSync(item.isSymbolicLink() ? linkTarget(from, real, root) : from, join(to, path));
}

/** A workspace's package is the copy's own; a link within node_modules stays one; all else is where it is. */
function linkTarget(from: string, real: string, root: string): string {
  const written = readlinkSync(from);
  const target = resolve(dirname(from), written);
  const inside = (folder: string) => target === folder || target.startsWith(`${folder}/`);
  if (!isAbsolute(written) && inside(real)) return written;
  return inside(root) ? relative(dirname(from), target) : target;
}
