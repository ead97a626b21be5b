import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Catalog } from "../../catalog/catalog.ts";
import { decodeIndex, encodeIndex } from "./index-bytes.ts";
import { buildIndex, type SearchIndex } from "./index-cards.ts";

/**
 * The search index of a catalog: what an earlier process kept in `folder`, as
 * long as the catalog is the same, else built and kept. Without a folder, or
 * where it cannot be written, it is built.
 */
export function keptIndex(catalog: Pick<Catalog, "digest" | "cards">, folder: string | undefined): SearchIndex {
  const file = folder === undefined ? undefined : join(folder, "search.index");
  const kept = file === undefined ? undefined : readKept(file, catalog.digest);
  if (kept !== undefined) return kept;
  const index = buildIndex(catalog.cards());
  if (file !== undefined) keep(file, encodeIndex(index, catalog.digest));
  return index;
}

function readKept(file: string, digest: string): SearchIndex | undefined {
  try {
    return decodeIndex(readFileSync(file), digest);
  } catch {
    return undefined;
  }
}

function keep(file: string, bytes: Buffer): void {
  const temporary = `${file}.${process.pid}.${Date.now()}`;
  try {
    mkdirSync(join(file, ".."), { recursive: true });
    writeFileSync(temporary, bytes, { flag: "wx" });
    renameSync(temporary, file);
  } catch {
    discard(temporary);
  }
}

function discard(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // Where it could not be made there is nothing to remove.
  }
}
