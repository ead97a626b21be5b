import { createHash } from "node:crypto";
import { sha256 } from "../canonical-json.ts";
import { fault } from "../error/catalogue.ts";
import { type KeptCards, keep, readKept } from "./card-cache.ts";
import { buildTable, type CardTable, cardAt, compareIds, digestBytes, EMPTY_TABLE, findRow, idBytes } from "./card-table.ts";
import type { Catalog, CatalogDiagnostic, CatalogSource, SourceState } from "./catalog.ts";
import type { CapabilityCard } from "./descriptor.ts";

interface Opened {
  readonly source: CatalogSource;
  readonly state: SourceState;
  readonly table: CardTable;
  readonly diagnostics: readonly CatalogDiagnostic[];
}

/**
 * All capabilities of some sources. Of two with one id, that of the source
 * which stands earlier in `sources` is in the catalog, and both are named in a
 * diagnostic; within one source, the one it gave first. A source that fails is
 * down; the others stay.
 *
 * @param cacheFolder where cards are kept between processes; absent: nowhere
 * @param command the subject's command line, for Fix lines
 */
export async function openCatalog(sources: readonly CatalogSource[], cacheFolder?: string, command = "niche"): Promise<Catalog> {
  const opened = await Promise.all(sources.map((source) => open(source, cacheFolder)));
  const { order, doubles } = merge(opened);
  const hash = createHash("sha256");
  for (const [from, row] of rowsOf(order)) {
    const { table } = opened[from] as Opened;
    hash.update(idBytes(table, row)).update("\0").update(digestBytes(table, row));
  }
  const find = (id: string) => {
    const bytes = Buffer.from(id);
    for (const one of opened) {
      const row = findRow(one.table, bytes);
      if (row !== undefined) return { ...one, row };
    }
    return undefined;
  };
  return {
    digest: hash.digest("hex"),
    size: order.size,
    sources: opened.map(({ state }) => state),
    diagnostics: [...opened.flatMap(({ diagnostics }) => diagnostics), ...doubles],
    *cards() {
      for (const [from, row] of rowsOf(order)) yield cardAt((opened[from] as Opened).table, row);
    },
    card: (id) => {
      const found = find(id);
      return found && cardAt(found.table, found.row);
    },
    load: async (id) => {
      const found = find(id);
      if (found === undefined) throw fault("capability_gone", { id, command });
      const card = cardAt(found.table, found.row);
      const loaded = await found.source.load(card);
      if (loaded.card.id !== id || loaded.card.digest !== card.digest) throw fault("capability_changed", { id, command });
      return loaded;
    },
    sourceOf: (id) => find(id)?.source,
  };
}

/** What a source gave last, for the next turn of the same process; held no longer than the source itself. */
const REMEMBERED = new WeakMap<CatalogSource, KeptCards>();

async function open(source: CatalogSource, cacheFolder: string | undefined): Promise<Opened> {
  const ready: SourceState = { source: source.source, state: "ready" };
  try {
    // Taken before the cards are made: what changes meanwhile makes the next stamp another one.
    const stamp = cacheFolder === undefined ? undefined : await source.stamp?.();
    if (cacheFolder === undefined || stamp === undefined) return await make(source);
    const last = REMEMBERED.get(source);
    const kept = last?.stamp === stamp ? last : readKept(cacheFolder, source.source, stamp);
    if (kept?.variables.every(([name, digest]) => digest === variableDigest(source, name))) {
      REMEMBERED.set(source, kept);
      return { source, state: ready, table: kept.table, diagnostics: kept.diagnostics };
    }
    const made = await make(source);
    if (made.state.state === "ready") {
      const variables = [...made.variables].sort().map((name) => [name, variableDigest(source, name)] as const);
      const keeping: KeptCards = { table: made.table, diagnostics: made.diagnostics, variables, stamp };
      REMEMBERED.set(source, keeping);
      keep(cacheFolder, source.source, keeping);
    }
    return made;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { source, state: { ...ready, state: "down", reason }, table: EMPTY_TABLE, diagnostics: [] };
  }
}

async function make(source: CatalogSource): Promise<Opened & { readonly variables: ReadonlySet<string> }> {
  const { state, cards, diagnostics, variables = new Set() } = await source.read();
  const { table, doubles } = state.state === "down" ? { table: EMPTY_TABLE, doubles: [] } : await buildTable(cards);
  // A source that streams its cards has told everything only now.
  return { source, state, table, diagnostics: [...diagnostics, ...doubles.map((card) => sameId(card, source, source, table))], variables };
}

/** Values may be secrets: only their digests are kept. */
function variableDigest(source: CatalogSource, name: string): string | null {
  const value = source.variable?.(name);
  return value === undefined ? null : sha256(value);
}

/** Rows of several tables in one order, as two arrays of numbers: which table, which row. */
interface Order {
  readonly size: number;
  readonly from: Uint16Array;
  readonly row: Uint32Array;
}

function* rowsOf({ size, from, row }: Order): Iterable<readonly [number, number]> {
  for (let at = 0; at < size; at++) yield [from[at] as number, row[at] as number];
}

function merge(opened: readonly Opened[]): { order: Order; doubles: readonly CatalogDiagnostic[] } {
  const total = opened.reduce((sum, { table }) => sum + table.count, 0);
  const from = new Uint16Array(total);
  const row = new Uint32Array(total);
  const next = opened.map(() => 0);
  const doubles: CatalogDiagnostic[] = [];
  let size = 0;
  for (;;) {
    let least = -1;
    for (const [at, { table }] of opened.entries()) {
      const here = next[at] as number;
      if (here >= table.count) continue;
      const best = opened[least];
      if (best === undefined || compareIds(table, here, best.table, next[least] as number) < 0) least = at;
    }
    const winner = opened[least];
    if (winner === undefined) break;
    const won = next[least] as number;
    from[size] = least;
    row[size] = won;
    size += 1;
    for (const [at, { table, source }] of opened.entries()) {
      const here = next[at] as number;
      if (here >= table.count || compareIds(table, here, winner.table, won) !== 0) continue;
      if (at !== least) doubles.push(sameId(cardAt(table, here), source, winner.source, winner.table));
      next[at] = here + 1;
    }
  }
  return { order: { size, from, row }, doubles };
}

function sameId(card: CapabilityCard, source: CatalogSource, winner: CatalogSource, table: CardTable): CatalogDiagnostic {
  const row = findRow(table, Buffer.from(card.id));
  const first = row === undefined ? undefined : cardAt(table, row);
  const place = (of: CatalogSource, one: CapabilityCard | undefined) =>
    `${(one && of.fileOf?.(one)) ?? card.id} (source ${of.source.name})`;
  return {
    code: "capability_same_id",
    severity: "warning",
    file: source.fileOf?.(card) ?? source.source.name,
    message: `${card.id} stands in ${place(winner, first)} and in ${place(source, card)}; the first is in the catalog`,
    fix: "Give one of them another name, or remove it",
  };
}
