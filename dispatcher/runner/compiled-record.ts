import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isPrivateFolder } from "../../registry/project/user-cache.ts";
import { shortHash } from "../../registry/short-hash.ts";

/** Where compiled tools are kept in a project. */
export function projectFolder(projectRoot: string): string {
  return join(projectRoot, "logs/cache/modules");
}

/** A compiled tool, as it stands in its folder. */
export interface CompiledFile {
  readonly path: string;
  readonly bytes: Buffer;
}

/** What was compiled from what. Beside the output, under a name made from the entry's path. */
export interface Manifest {
  readonly compiler: string;
  /** The tool's file: names made from two paths can be one. */
  readonly entry: string;
  readonly output: string;
  /** Name of the file that holds the output and then every input, byte by byte. */
  readonly copies: string;
  readonly output_bytes: number;
  /** Every local file that went in, in the order of the copies, with its length. */
  readonly inputs: readonly (readonly [path: string, bytes: number])[];
  /** Files of packages, which are imported from where they lie. */
  readonly packages: readonly string[];
}

/**
 * Whose output serves: raise the number when the options of the compiler or the form of the manifest change. The compiler's own version
 * is no part of it, since what an older one made of the same bytes is as good, and asking for it would cost every call a millisecond.
 */
export const COMPILER = `2 node ${process.versions.node.split(".", 1)[0]}`;

/**
 * The compiled file of a tool, if it and everything that went into it is, byte by byte, as it was then. Compared with copies: the module
 * that makes digests costs a call 3 ms. Only a folder of this account alone is believed.
 */
export function lookUp(folder: string, entry: string): CompiledFile | undefined {
  const manifest = isPrivateFolder(folder) ? readManifest(folder, entry) : undefined;
  if (manifest?.compiler !== COMPILER || manifest.entry !== entry) return undefined;
  try {
    const path = join(folder, manifest.output);
    const bytes = readFileSync(path);
    const copies = readFileSync(join(folder, manifest.copies));
    let at = manifest.output_bytes;
    if (!bytes.equals(copies.subarray(0, at))) return undefined;
    for (const [input, length] of manifest.inputs) {
      if (!readFileSync(input).equals(copies.subarray(at, at + length))) return undefined;
      at += length;
    }
    return at === copies.length && manifest.packages.every((file) => existsSync(file)) ? { path, bytes } : undefined;
  } catch {
    // Something that went in is gone, or the manifest was damaged.
    return undefined;
  }
}

export function readManifest(folder: string, entry: string): Manifest | undefined {
  try {
    return (JSON.parse(readFileSync(join(folder, manifestName(entry)), "utf8")) as Manifest | null) ?? undefined;
  } catch {
    return undefined;
  }
}

export function manifestName(entry: string): string {
  return `${shortHash(entry)}.json`;
}
