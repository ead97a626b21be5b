import { constants, cpSync, lstatSync, readdirSync, readlinkSync, rmSync, statSync, symlinkSync } from "node:fs";
import { dirname, isAbsolute, join, relative, resolve } from "node:path";

/** What stands in the place of links that lead out of the project. Paths relative to the copy. */
export interface TamedLinks {
  /** Copies of what they led to. */
  copied: readonly string[];
  /** Links without anything behind them in the copy, and why. */
  left_out: readonly { path: string; reason: string }[];
}

const MOST_BYTES = 64 * 1024 * 1024;
const MOST_FILES = 5000;

/**
 * Makes every link of the copy end in it, so that nothing which is written through one reaches the project or what lies beside it: a
 * link into the project leads to the same place of the copy; of one that leads out, a copy of what is there stands in its place, if
 * that is small. `apart`: folders that are not looked into, the dependencies.
 */
export function tameLinks(copy: string, root: string, apart: readonly string[]): TamedLinks {
  const copied: string[] = [];
  const left_out: { path: string; reason: string }[] = [];
  for (const path of linksBelow(copy, "", new Set([...apart, ".git"]))) {
    const file = join(copy, path);
    const written = readlinkSync(file);
    const target = isAbsolute(written) ? written : resolve(dirname(join(root, path)), written);
    if (target === root || target.startsWith(`${root}/`)) {
      if (isAbsolute(written)) relink(file, relative(dirname(join(root, path)), target) || ".");
      continue;
    }
    // Devices hold nothing, and are every project's.
    if (target.startsWith("/dev/")) continue;
    const stat = statSync(target, { throwIfNoEntry: false });
    if (stat === undefined) continue;
    rmSync(file);
    if ((stat.isFile() || stat.isDirectory()) && copySmall(target, file)) copied.push(path);
    else {
      rmSync(file, { recursive: true, force: true });
      left_out.push({ path, reason: `it is a link out of the project, to more than ${MOST_BYTES / 1024 / 1024} MiB or what is no file` });
    }
  }
  return { copied, left_out };
}

function relink(file: string, target: string): void {
  rmSync(file);
  symlinkSync(target, file);
}

function linksBelow(root: string, folder: string, apart: ReadonlySet<string>): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((item) => {
    const path = folder === "" ? item.name : `${folder}/${item.name}`;
    if (apart.has(path)) return [];
    if (item.isSymbolicLink()) return [path];
    return item.isDirectory() ? linksBelow(root, path, apart) : [];
  });
}

/** Files and folders only: a link within may lead anywhere. */
function copySmall(from: string, to: string): boolean {
  let bytes = MOST_BYTES;
  let files = MOST_FILES;
  const filter = (path: string) => {
    const stat = path === from ? statSync(path) : lstatSync(path);
    if (stat.isFile()) bytes -= stat.size;
    files -= 1;
    if (bytes < 0 || files < 0) throw new Error("larger than what is copied");
    return stat.isFile() || stat.isDirectory();
  };
  try {
    cpSync(from, to, { recursive: true, dereference: true, mode: constants.COPYFILE_FICLONE, filter });
    return true;
  } catch {
    return false;
  }
}
