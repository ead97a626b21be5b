import { readdirSync, readFileSync, rmSync } from "node:fs";
import type { Script } from "node:vm";
import { isPrivateFolder, madePrivate, userCache, writeWhole } from "../registry/project/user-cache.ts";

/** The user's own cache folder, or none: code that is run must not come from a place where others can write. */
export function cacheFolder(): string | undefined {
  return userCache("v8");
}

/**
 * The cached data of that name, if the folder is safe and the file is whole: it
 * holds the data twice. Comparing the two costs a call nothing, where the module
 * that makes digests costs it 3 ms.
 */
export function readCache(folder: string, name: string): Buffer | undefined {
  if (!isPrivateFolder(folder)) return undefined;
  try {
    const bytes = readFileSync(cacheFile(folder, name));
    const data = bytes.subarray(0, bytes.length / 2);
    return bytes.length > 0 && data.equals(bytes.subarray(bytes.length / 2)) ? data : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps the code of scripts that have run. A cache that cannot be written is no fault of the call's. */
export function writeCaches(folder: string, scripts: readonly { name: string; script: Script }[]): void {
  try {
    if (!madePrivate(folder)) return;
    for (const { name, script } of scripts) {
      const data = script.createCachedData();
      const file = cacheFile(folder, name);
      writeWhole(file, Buffer.concat([data, data]));
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

/**
 * One file for each engine. V8 itself refuses data of other flags or another
 * version (`cachedDataRejected`); the module that tells its exact tag would cost
 * every call 1.5 ms.
 */
function cacheFile(folder: string, name: string): string {
  return `${folder}/${name}-${process.versions.v8}-${process.arch}`;
}
