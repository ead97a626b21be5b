import type { CapabilityKind } from "../../catalog/descriptor.ts";
import { ALIASES } from "../well-known.ts";
import { FIELDS } from "./fields.ts";
import type { SearchIndex } from "./index-cards.ts";
import { queryTerms, type WeighedTerm } from "./query-terms.ts";
import { type Board, requestScores, sentencesOf } from "./request-scores.ts";

export interface IndexQuery {
  /** Empty: all kinds. */
  readonly kinds: readonly CapabilityKind[];
  readonly limit: number;
  /** What may not be seen is not found, and moves no score. */
  admits(id: string): boolean;
}

export interface IndexHit {
  readonly id: string;
  readonly kind: CapabilityKind;
  readonly score: number;
  /** Which words of the query it holds, and where: `docs, fetch (name)`. */
  readonly why: string;
}

export interface IndexHits {
  readonly hits: readonly IndexHit[];
  /** How many were found in all. */
  readonly total: number;
}

/** What a capability gains whose id or whole name the query is. Other scores are at most about 2. */
const EXACT = 10;

/** The capabilities that a query finds, the best first; equal ones by id. */
export function searchIndex(index: SearchIndex, query: string, { kinds, limit, admits }: IndexQuery): IndexHits {
  const admitted = admittedDocs(index, admits);
  const wanted = (doc: number) => admitted.mask[doc] === 1 && (kinds.length === 0 || kinds.includes(index.kinds[doc] as CapabilityKind));
  const held = (row: number) => hasAdmitted(index, row, admitted.mask);
  const terms = queryTerms(index, query, held);
  const sentences = sentencesOf(query).map((sentence) => queryTerms(index, sentence, held));
  const { scores, docs } = requestScores(index.ids.length, terms, sentences, (list, board) => {
    for (const term of list) addTerm(index, term, admitted, board);
  });
  const exact = exactDoc(index, query);
  if (exact >= 0) {
    if (scores[exact] === 0) docs.push(exact);
    scores[exact] = (scores[exact] as number) + EXACT;
  }
  const found = docs.filter(wanted);
  const best = topOf(found, scores, index.ids, limit);
  return {
    hits: best.map((doc) => ({
      id: index.ids[doc] as string,
      kind: index.kinds[doc] as CapabilityKind,
      score: Math.round((scores[doc] as number) * 1000) / 1000,
      why: doc === exact ? "its very name" : whyOf(index, terms, doc),
    })),
    total: found.length,
  };
}

interface Admitted {
  readonly mask: Uint8Array;
  readonly count: number;
}

const masks = new WeakMap<SearchIndex, { admits: (id: string) => boolean; admitted: Admitted }>();

/** Kept while the same gate asks again. */
function admittedDocs(index: SearchIndex, admits: (id: string) => boolean): Admitted {
  const known = masks.get(index);
  if (known?.admits === admits) return known.admitted;
  const mask = Uint8Array.from(index.ids, (id) => (admits(id) ? 1 : 0));
  const admitted = { mask, count: mask.reduce((sum, one) => sum + one, 0) };
  masks.set(index, { admits, admitted });
  return admitted;
}

function hasAdmitted({ starts, docs }: SearchIndex, row: number, mask: Uint8Array): boolean {
  for (let at = starts[row] as number; at < (starts[row + 1] as number); at++) if (mask[docs[at] as number] === 1) return true;
  return false;
}

function addTerm(index: SearchIndex, { row, weight }: WeighedTerm, admitted: Admitted, { scores, docs: touched }: Board): void {
  const { docs, strengths } = index;
  const [start, end] = [index.starts[row] as number, index.starts[row + 1] as number];
  let held = 0;
  for (let at = start; at < end; at++) held += admitted.mask[docs[at] as number] as number;
  if (held === 0) return;
  const idf = Math.log(1 + (admitted.count - held + 0.5) / (held + 0.5));
  for (let at = start; at < end; at++) {
    const doc = docs[at] as number;
    if (admitted.mask[doc] === 0) continue;
    if (scores[doc] === 0) touched.push(doc);
    scores[doc] = (scores[doc] as number) + weight * idf * (strengths[at] as number);
  }
}

const exactNames = new WeakMap<SearchIndex, ReadonlyMap<string, number>>();

/** The capability whose id, alias or name, however it is written, the query is. */
function exactDoc(index: SearchIndex, query: string): number {
  let names = exactNames.get(index);
  if (names === undefined) {
    names = new Map(index.ids.flatMap((id, doc) => [[plainName(id), doc] as const, [plainName(nameOf(id)), doc] as const]).reverse());
    exactNames.set(index, names);
  }
  const text = query.trim();
  const alias = Object.hasOwn(ALIASES, text) ? ALIASES[text] : undefined;
  return names.get(plainName(alias ?? text)) ?? -1;
}

/** Without the source: `docs-fetch` of `local__docs-fetch`. */
function nameOf(id: string): string {
  return id.slice(id.lastIndexOf("__") + 2);
}

function plainName(name: string): string {
  return name
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\s_-]+/g, "-");
}

function topOf(docs: readonly number[], scores: Float64Array, ids: readonly string[], limit: number): readonly number[] {
  const before = (a: number, b: number) =>
    (scores[b] as number) - (scores[a] as number) || ((ids[a] as string) < (ids[b] as string) ? -1 : 1);
  if (docs.length <= limit * 4) return [...docs].sort(before).slice(0, limit);
  const best: number[] = [];
  for (const doc of docs) {
    if (best.length === limit && before(doc, best[limit - 1] as number) > 0) continue;
    let at = best.length;
    while (at > 0 && before(doc, best[at - 1] as number) < 0) at--;
    best.splice(at, 0, doc);
    if (best.length > limit) best.pop();
  }
  return best;
}

function whyOf(index: SearchIndex, terms: readonly WeighedTerm[], doc: number): string {
  const places = new Map<string, string[]>();
  for (const { row, said } of terms) {
    const at = postingOf(index, row, doc);
    if (at < 0) continue;
    const first = FIELDS.find((_, bit) => ((index.fields[at] as number) >> bit) & 1);
    const place = first?.name ?? "";
    if (!(places.get(place) ?? []).includes(said)) places.set(place, [...(places.get(place) ?? []), said]);
  }
  return FIELDS.flatMap(({ name }) => (places.has(name) ? [`${places.get(name)?.join(", ")} (${name})`] : [])).join("; ");
}

function postingOf({ starts, docs }: SearchIndex, row: number, doc: number): number {
  let [low, high] = [starts[row] as number, (starts[row + 1] as number) - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const here = docs[middle] as number;
    if (here === doc) return middle;
    if (here < doc) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}
