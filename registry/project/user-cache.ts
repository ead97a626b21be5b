import { lstatSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";

/**
 * The user's own cache folder of that name, or none: what is believed must not
 * come from a place where others can write (so never a shared temporary folder).
 */
export function userCache(name: string): string | undefined {
  const home = process.env.HOME;
  const base = process.env.XDG_CACHE_HOME || (home ? `${home}/.cache` : "");
  // mkdir -p below /proc never returns on some Node versions.
  return base.startsWith("/") && !base.startsWith("/proc/") ? `${base}/nichekit/${name}` : undefined;
}

/** A folder, no link to one, of this account, in which nobody else can write. */
export function isPrivateFolder(folder: string): boolean {
  try {
    const stat = lstatSync(folder, { throwIfNoEntry: false });
    return stat?.isDirectory() === true && stat.uid === process.getuid?.() && (stat.mode & 0o022) === 0;
  } catch {
    return false;
  }
}

/** Makes the folder where it is missing; whether it is one to be believed. Throws what `node:fs` throws. */
export function madePrivate(folder: string): boolean {
  const home = process.env.HOME;
  // An account without a home, such as nobody, is not given one.
  if (home && folder.startsWith(`${home}/`) && statSync(home, { throwIfNoEntry: false }) === undefined) return false;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return isPrivateFolder(folder);
}

/** Under another name first, so that nobody ever reads half a file. Throws what `node:fs` throws. */
export function writeWhole(file: string, content: string | Uint8Array): void {
  const at = file.lastIndexOf("/") + 1;
  const temporary = `${file.slice(0, at)}.${file.slice(at)}.${process.pid}.${Math.random().toString(36).slice(2)}`;
  try {
    writeFileSync(temporary, content, { flag: "wx", mode: 0o600 });
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}
