import { type Admitted, heldBy } from "./admitted.ts";
import type { SearchIndex } from "./index-cards.ts";
import type { TermGroup, WeighedTerm } from "./query-terms.ts";

/** Scores by document, and the documents that have one. */
export interface Board {
  readonly scores: Float64Array;
  readonly docs: number[];
}

/** BM25F over what may be seen alone: what may not be moves no score. */
export function scoreBoard(index: SearchIndex, groups: readonly TermGroup[], admitted: Admitted): Board {
  const board = emptyBoard(index.ids.length);
  const best = emptyBoard(index.ids.length);
  for (const { terms, said } of groups) {
    for (const term of terms) raise(best, index, term, admitted);
    for (const doc of best.docs) {
      const found = board.scores[doc] !== 0;
      // What the form of a request implies decides between hits, and makes none.
      if (!found && said !== "") board.docs.push(doc);
      if (found || said !== "") board.scores[doc] = (board.scores[doc] as number) + (best.scores[doc] as number);
      best.scores[doc] = 0;
    }
    best.docs.length = 0;
  }
  return board;
}

export function emptyBoard(size: number): Board {
  return { scores: new Float64Array(size), docs: [] };
}

/** Each document that holds the term scores at least by it. */
function raise({ scores, docs: touched }: Board, index: SearchIndex, { row, weight }: WeighedTerm, admitted: Admitted): void {
  const held = heldBy(index, row, admitted);
  if (held === 0) return;
  const idf = Math.log(1 + (admitted.count - held + 0.5) / (held + 0.5));
  const { docs, strengths, starts } = index;
  for (let at = starts[row] as number; at < (starts[row + 1] as number); at++) {
    const doc = docs[at] as number;
    if (admitted.mask[doc] === 0) continue;
    const score = weight * idf * (strengths[at] as number);
    if (scores[doc] === 0) touched.push(doc);
    if (score > (scores[doc] as number)) scores[doc] = score;
  }
}
