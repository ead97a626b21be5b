import type { CapabilityKind } from "../../catalog/descriptor.ts";
import { admittedBy, heldBy } from "./admitted.ts";
import { exactlyNamed } from "./exact-name.ts";
import type { SearchIndex } from "./index-cards.ts";
import { queryTerms } from "./query-terms.ts";
import { requestScores, sentencesOf } from "./request-scores.ts";
import { scoreBoard } from "./score-board.ts";
import { whyFound } from "./why-found.ts";

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
  /** 1 fits best of all kinds (2, where it also fits one sentence of several best); an exact name is far above. */
  readonly score: number;
  /** Which words of the query it holds, and where: `docs, fetch (name)`. */
  readonly why: string;
}

export interface IndexHits {
  readonly hits: readonly IndexHit[];
  /** How many were found in all that fit. */
  readonly total: number;
}

/** What fits less than this part of the best is chance: one word in common, or a distant meaning. */
const LEAST_FIT = 0.25;
/** The most that words alone score. */
const BEST_FIT = 2;

/** The capabilities that a query finds, the best first; equal ones by id. */
export function searchIndex(index: SearchIndex, query: string, { kinds, limit, admits }: IndexQuery): IndexHits {
  const admitted = admittedBy(index, admits);
  const held = (row: number) => heldBy(index, row, admitted) > 0;
  const groups = queryTerms(index, query, held);
  const whole = scoreBoard(index, groups, admitted);
  const sentences = sentencesOf(query).map((sentence) => scoreBoard(index, queryTerms(index, sentence, held), admitted));
  const { scores, docs } = requestScores(whole, sentences);
  const named = new Set<number>();
  for (const { doc, gain } of exactlyNamed(index, query)) {
    if (admitted.mask[doc] === 0) continue;
    if (scores[doc] === 0) docs.push(doc);
    scores[doc] = (scores[doc] as number) + gain;
    named.add(doc);
  }
  const wanted = kinds.length === 0 ? docs : docs.filter((doc) => kinds.includes(index.kinds[doc] as CapabilityKind));
  const found = fitting(wanted, scores);
  return {
    hits: topOf(found, scores, index.ids, limit).map((doc) => ({
      id: index.ids[doc] as string,
      kind: index.kinds[doc] as CapabilityKind,
      score: Math.round((scores[doc] as number) * 1000) / 1000,
      why: named.has(doc) ? "its very name" : whyFound(index, query, groups, doc),
    })),
    total: found.length,
  };
}

function fitting(docs: readonly number[], scores: Float64Array): readonly number[] {
  let best = 0;
  for (const doc of docs) best = Math.max(best, Math.min(BEST_FIT, scores[doc] as number));
  return docs.filter((doc) => (scores[doc] as number) >= best * LEAST_FIT);
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
