import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { endianness } from "node:os";
import { join } from "node:path";
import { packageVersion } from "../project/package-root.ts";
import type { CardTable } from "./card-table.ts";
import type { CatalogDiagnostic } from "./catalog.ts";
import type { CapabilitySource } from "./descriptor.ts";

/** Raised with the form of the file. */
const FORMAT = "nichekit cards 1";

/** What a source gave, as it is kept for the next process. */
export interface KeptCards {
  readonly table: CardTable;
  readonly diagnostics: readonly CatalogDiagnostic[];
  /** Names of variables that the cards depend on, each with the digest of its value; null: not set. */
  readonly variables: readonly (readonly [name: string, digest: string | null])[];
  readonly stamp: string;
}

interface Head extends Omit<KeptCards, "table"> {
  readonly format: string;
  readonly nichekit: string;
  readonly endian: string;
  readonly source: CapabilitySource;
  /** Rows, and bytes of ids and of cards. */
  readonly sizes: readonly [number, number, number];
}

/**
 * The kept cards of a source, as long as its stamp is the same. Undefined for whatever is not exactly what this
 * version wrote for it: the cards are then made anew, and nothing is said.
 */
export function readKept(folder: string, source: CapabilitySource, stamp: string): KeptCards | undefined {
  try {
    const bytes = readFileSync(fileOf(folder, source));
    const sealed = bytes.subarray(65);
    if (bytes.toString("latin1", 0, 65) !== `${sha256(sealed)}\n`) return undefined;
    const end = sealed.indexOf(0x0a);
    const head = JSON.parse(sealed.toString("utf8", 0, end)) as Head;
    const { format, nichekit, endian, sizes, ...rest } = head;
    if (format !== FORMAT || nichekit !== packageVersion() || endian !== endianness()) return undefined;
    if (head.stamp !== stamp || head.source.type !== source.type || head.source.name !== source.name) return undefined;
    return { ...rest, table: tableIn(sealed, end + 1, sizes) };
  } catch {
    return undefined;
  }
}

function tableIn(bytes: Buffer, start: number, [count, ids, cards]: Head["sizes"]): CardTable {
  let at = start;
  const next = (length: number) => {
    at += length;
    if (at > bytes.length) throw new RangeError("cut short");
    return bytes.subarray(at - length, at);
  };
  // Typed arrays need an aligned start, which a place in a file is not.
  const numbers = () => new Uint32Array(Uint8Array.from(next((count + 1) * 4)).buffer);
  return { count, idAt: numbers(), cardAt: numbers(), digests: next(count * 32), ids: next(ids), cards: next(cards) };
}

/** Keeps them. A folder that cannot be written is no fault: the next process reads the sources as this one did. */
export function keep(folder: string, source: CapabilitySource, { table, diagnostics, variables, stamp }: KeptCards): void {
  const head: Head = {
    format: FORMAT,
    nichekit: packageVersion(),
    endian: endianness(),
    source,
    stamp,
    variables,
    diagnostics,
    sizes: [table.count, table.ids.length, table.cards.length],
  };
  const numbers = (array: Uint32Array) => Buffer.from(array.buffer, array.byteOffset, array.byteLength);
  const sealed = Buffer.concat([
    Buffer.from(`${JSON.stringify(head)}\n`),
    numbers(table.idAt),
    numbers(table.cardAt),
    table.digests,
    table.ids,
    table.cards,
  ]);
  const file = fileOf(folder, source);
  const temporary = `${file}.${process.pid}.${Date.now()}`;
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(temporary, `${sha256(sealed)}\n`, { flag: "wx" });
    writeFileSync(temporary, sealed, { flag: "a" });
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

function fileOf(folder: string, { type, name }: CapabilitySource): string {
  return join(folder, `${type}-${sha256(Buffer.from(name)).slice(0, 16)}.cards`);
}

function sha256(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}
