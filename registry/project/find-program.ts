import { accessSync, constants, statSync } from "node:fs";
import { isAbsolute, join } from "node:path";

/** What execvp searches when PATH is not set. */
export const DEFAULT_PATH = "/usr/bin:/bin";

/** A program by its name on PATH, or by its path, as a shell standing in `cwd` would find it; absolute. */
export function findProgram(name: string, place: { path: string | undefined; cwd: string }): string | undefined {
  const at = (path: string) => (isAbsolute(path) ? path : join(place.cwd, path));
  if (name.includes("/")) return isExecutable(at(name)) ? at(name) : undefined;
  for (const folder of (place.path ?? DEFAULT_PATH).split(":")) {
    const candidate = at(join(folder, name));
    if (isExecutable(candidate)) return candidate;
  }
  return undefined;
}

/** A file that this account may run. */
export function isExecutable(path: string): boolean {
  try {
    // Asked first, since most folders of PATH have no such file, and an exception costs more than an answer.
    if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) return false;
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
