import { createHash } from "node:crypto";
import { lstatSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import type { Script } from "node:vm";

/**
 * The user's own cache folder, or none: code that is run must not come from a
 * place where others can write (so never a shared temporary folder).
 */
export function cacheFolder(): string | undefined {
  const home = process.env.HOME;
  const base = process.env.XDG_CACHE_HOME || (home ? `${home}/.cache` : "");
  // mkdir -p below /proc never returns on some Node versions.
  return base.startsWith("/") && !base.startsWith("/proc/") ? `${base}/nichekit/v8` : undefined;
}

/** The cached data of that name, if the folder is safe and the file is whole. */
export function readCache(folder: string, name: string): Buffer | undefined {
  if (!isSafe(folder)) return undefined;
  try {
    const bytes = readFileSync(cacheFile(folder, name));
    const data = bytes.subarray(32);
    return bytes.length > 32 && checksum(data).equals(bytes.subarray(0, 32)) ? data : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps the code of scripts that have run. A cache that cannot be written is no fault of the call's. */
export function writeCaches(folder: string, scripts: readonly { name: string; script: Script }[]): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (!isSafe(folder)) return;
    for (const { name, script } of scripts) {
      const data = script.createCachedData();
      const file = cacheFile(folder, name);
      const temporary = `${file}.${process.pid}`;
      writeFileSync(temporary, Buffer.concat([checksum(data), data]), { mode: 0o600, flag: "wx" });
      renameSync(temporary, file);
      dropOlder(folder, file);
    }
  } catch {
    // Read-only home, full disk, another process writing the same: the next call compiles again.
  }
}

/** What earlier builds of the same package left for the same chunk, for whatever engine. */
function dropOlder(folder: string, file: string): void {
  const name = file.slice(folder.length + 1);
  const chunk = name.slice(0, name.lastIndexOf("@") + 1);
  const build = name.slice(chunk.length).split("-", 1)[0] as string;
  for (const other of readdirSync(folder)) {
    if (other.startsWith(chunk) && !other.startsWith(`${chunk}${build}-`)) rmSync(`${folder}/${other}`, { force: true });
  }
}

function isSafe(folder: string): boolean {
  try {
    const stat = lstatSync(folder);
    return stat.isDirectory() && stat.uid === process.getuid?.() && (stat.mode & 0o022) === 0;
  } catch {
    return false;
  }
}

/**
 * One file for each engine. V8 itself refuses data of other flags or another
 * version (`cachedDataRejected`); the module that tells its exact tag would cost
 * every call 1.5 ms.
 */
function cacheFile(folder: string, name: string): string {
  return `${folder}/${name}-${process.versions.v8}-${process.arch}`;
}

function checksum(data: Buffer): Buffer {
  return createHash("sha256").update(data).digest();
}
