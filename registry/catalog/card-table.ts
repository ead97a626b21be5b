import type { CapabilityCard } from "./descriptor.ts";

const DIGEST_BYTES = 32;

/**
 * Cards of one source as bytes: their ids in the order of code points (which is
 * that of their UTF-8), beside each its digest and its JSON. Ten thousand of
 * them are five objects.
 */
export interface CardTable {
  readonly count: number;
  readonly ids: Buffer;
  /** Where each id begins, and where the last ends. */
  readonly idAt: Uint32Array;
  readonly digests: Buffer;
  readonly cards: Buffer;
  readonly cardAt: Uint32Array;
}

export interface BuiltTable {
  readonly table: CardTable;
  /** Of two cards with one id the first is kept; the others, in order. */
  readonly doubles: readonly CapabilityCard[];
}

export async function buildTable(cards: Iterable<CapabilityCard> | AsyncIterable<CapabilityCard>): Promise<BuiltTable> {
  const doubles: CapabilityCard[] = [];
  const rows: { id: Buffer; digest: Buffer; card: Buffer }[] = [];
  const known = new Set<string>();
  for await (const card of cards) {
    if (known.has(card.id)) {
      doubles.push(card);
      continue;
    }
    known.add(card.id);
    rows.push({ id: Buffer.from(card.id), digest: Buffer.from(card.digest, "hex"), card: Buffer.from(JSON.stringify(card)) });
  }
  rows.sort((a, b) => Buffer.compare(a.id, b.id));
  const table: CardTable = {
    count: rows.length,
    ids: Buffer.concat(rows.map(({ id }) => id)),
    idAt: offsets(rows.map(({ id }) => id.length)),
    digests: Buffer.concat(rows.map(({ digest }) => digest)),
    cards: Buffer.concat(rows.map(({ card }) => card)),
    cardAt: offsets(rows.map(({ card }) => card.length)),
  };
  return { table, doubles };
}

export const EMPTY_TABLE: CardTable = {
  count: 0,
  ids: Buffer.alloc(0),
  idAt: new Uint32Array(1),
  digests: Buffer.alloc(0),
  cards: Buffer.alloc(0),
  cardAt: new Uint32Array(1),
};

function offsets(lengths: readonly number[]): Uint32Array {
  const at = new Uint32Array(lengths.length + 1);
  for (const [row, length] of lengths.entries()) at[row + 1] = (at[row] as number) + length;
  return at;
}

export function cardAt({ cards, cardAt: at }: CardTable, row: number): CapabilityCard {
  return JSON.parse(cards.toString("utf8", at[row], at[row + 1])) as CapabilityCard;
}

export function idBytes({ ids, idAt: at }: CardTable, row: number): Buffer {
  return ids.subarray(at[row], at[row + 1]);
}

export function digestBytes({ digests }: CardTable, row: number): Buffer {
  return digests.subarray(row * DIGEST_BYTES, (row + 1) * DIGEST_BYTES);
}

/** The order of two ids; 0 where they are the same. */
export function compareIds(a: CardTable, row: number, b: CardTable, other: number): number {
  return a.ids.compare(b.ids, b.idAt[other], b.idAt[other + 1], a.idAt[row], a.idAt[row + 1]);
}

/** The row of an id, or undefined. */
export function findRow(table: CardTable, id: Buffer): number | undefined {
  let low = 0;
  let high = table.count - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const order = compareAt(table, middle, id);
    if (order === 0) return middle;
    if (order < 0) low = middle + 1;
    else high = middle - 1;
  }
  return undefined;
}

function compareAt({ ids, idAt: at }: CardTable, row: number, id: Buffer): number {
  return ids.compare(id, 0, id.length, at[row], at[row + 1]);
}
