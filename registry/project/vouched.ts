import { readFileSync } from "node:fs";
import { shortHash } from "../short-hash.ts";
import { isPrivateFolder, madePrivate, userCache, writeWhole } from "./user-cache.ts";

/** A tool's file as it is now, and what a registry says of it. */
export interface Pair {
  /** Absolute path. */
  readonly file: string;
  readonly bytes: Buffer;
  /** The entry's own bytes, as they stand in the registry. */
  readonly slice: Buffer;
}

/** Files that the folder holds at the most: of two tools that fall on one, the one that was called last has it. */
const SLOTS = 4096;
/** A larger file is checked at every call. */
const LARGEST = 1024 * 1024;

/**
 * Whether this build has found before that this file and this entry belong
 * together: the header's digest and the entry's seal hold. The record is the two
 * themselves, byte by byte, so that what was edited by one character is checked
 * anew; comparing them costs a call nothing, where the digests cost it 5 ms. Only
 * a record in a folder of this account alone is believed.
 */
export function isVouched(pair: Pair): boolean {
  const build = buildName();
  const folder = userCache("vouched");
  if (build === undefined || folder === undefined || pair.bytes.length > LARGEST || !isPrivateFolder(folder)) return false;
  try {
    return record(build, pair).equals(readFileSync(slot(folder, pair.file)));
  } catch {
    return false;
  }
}

/** Keeps that the two belong together. A record that cannot be written is no fault of the call's. */
export function vouch(pair: Pair): void {
  const build = buildName();
  const folder = userCache("vouched");
  if (build === undefined || folder === undefined || pair.bytes.length > LARGEST) return;
  try {
    if (madePrivate(folder)) writeWhole(slot(folder, pair.file), record(build, pair));
  } catch {
    // Read-only home, full disk, another process writing the same: the next call checks again.
  }
}

/** Lengths first, so that no two pairs have one record. */
function record(build: string, { file, bytes, slice }: Pair): Buffer {
  return Buffer.concat([Buffer.from(`${build}\0${file}\0${slice.length}\0`), slice, bytes]);
}

/** Whose checks count. Running from sources there is no build to name, and every call checks. */
function buildName(): string | undefined {
  const told = (globalThis as Record<symbol, unknown>)[Symbol.for("nichekit.build")];
  return typeof told === "string" ? told : undefined;
}

function slot(folder: string, file: string): string {
  return `${folder}/${Number.parseInt(shortHash(file), 16) % SLOTS}`;
}
