import type { CapabilityCard, CapabilityKind } from "../../catalog/descriptor.ts";
import { FIELDS, fieldTerms } from "./fields.ts";

/**
 * An inverted index over cards: for every term the capabilities that hold it,
 * how strongly (BM25F's saturated frequency), and in which fields. Flat arrays,
 * so that it can be stored and read back as bytes.
 */
export interface SearchIndex {
  readonly ids: readonly string[];
  readonly kinds: readonly CapabilityKind[];
  /** Sorted by code unit. */
  readonly vocabulary: readonly string[];
  /** `starts[t]` to `starts[t + 1]`: the postings of term t. */
  readonly starts: Uint32Array;
  readonly docs: Uint32Array;
  readonly strengths: Float32Array;
  /** A bit for each field of FIELDS. */
  readonly fields: Uint8Array;
}

/** BM25's saturation, and how much a field's length counts (Robertson and Zaragoza, The Probabilistic Relevance Framework, 2009). */
const K1 = 2;
const B = 0.75;

interface Posting {
  doc: number;
  frequency: number;
  fields: number;
}

/** Indexes cards in the order in which they come. Depends on the cards alone. */
export function buildIndex(cards: Iterable<CapabilityCard>): SearchIndex {
  const ids: string[] = [];
  const kinds: CapabilityKind[] = [];
  const postings = new Map<string, Posting[]>();
  for (const card of cards) {
    if (card.kind === "channel") continue;
    const doc = ids.push(card.id) - 1;
    kinds.push(card.kind);
    for (const [field, terms] of fieldTerms(card).entries()) addField(postings, doc, terms, field);
  }
  return flat(ids, kinds, postings);
}

function addField(postings: Map<string, Posting[]>, doc: number, terms: readonly string[], field: number): void {
  const { weight, length } = FIELDS[field] as (typeof FIELDS)[number];
  const share = weight / (1 - B + (B * terms.length) / length);
  for (const term of terms) {
    let list = postings.get(term);
    if (list === undefined) {
      list = [];
      postings.set(term, list);
    }
    let posting = list.at(-1);
    if (posting?.doc !== doc) {
      posting = { doc, frequency: 0, fields: 0 };
      list.push(posting);
    }
    posting.frequency += share;
    posting.fields |= 1 << field;
  }
}

function flat(ids: readonly string[], kinds: readonly CapabilityKind[], postings: ReadonlyMap<string, readonly Posting[]>): SearchIndex {
  const vocabulary = [...postings.keys()].sort((a, b) => (a < b ? -1 : 1));
  const total = [...postings.values()].reduce((sum, list) => sum + list.length, 0);
  const index = {
    ids,
    kinds,
    vocabulary,
    starts: new Uint32Array(vocabulary.length + 1),
    docs: new Uint32Array(total),
    strengths: new Float32Array(total),
    fields: new Uint8Array(total),
  };
  let at = 0;
  vocabulary.forEach((term, row) => {
    index.starts[row] = at;
    for (const { doc, frequency, fields } of postings.get(term) ?? []) {
      index.docs[at] = doc;
      index.strengths[at] = (frequency * (K1 + 1)) / (K1 + frequency);
      index.fields[at] = fields;
      at++;
    }
  });
  index.starts[vocabulary.length] = at;
  return index;
}

/** The row of a term, or -1. */
export function termRow({ vocabulary }: SearchIndex, term: string): number {
  let [low, high] = [0, vocabulary.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const here = vocabulary[middle] as string;
    if (here === term) return middle;
    if (here < term) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}
