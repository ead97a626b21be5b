import type { WeighedTerm } from "./query-terms.ts";

/** Scores by document, and the documents that have one. */
export interface Board {
  readonly scores: Float64Array;
  readonly docs: number[];
}

/** A sentence of fewer words asks for nothing of its own. */
const LEAST_WORDS = 3;
/** A sentence that finds less than this part of what the best one finds is not raised to its height. */
const LEAST_PART = 0.5;

/** The sentences of a request that has several; of a plain query none. */
export function sentencesOf(query: string): readonly string[] {
  const sentences = query
    .split(/[.!?;\n]+(?=\s|$)|[。！？]+/u)
    .filter((sentence) => sentence.trim().split(/\s+/).length >= LEAST_WORDS || /[。！？]/u.test(query));
  const telling = sentences.map((sentence) => sentence.trim()).filter((sentence) => sentence !== "");
  return telling.length > 1 ? telling : [];
}

/**
 * People ask for several things in one request, each in a sentence of its own.
 * A capability scores by the request as a whole, and by the sentence that fits
 * it best, each in parts of the best score there: so what one sentence asks
 * for is not drowned by the words of the others.
 */
export function requestScores(
  size: number,
  whole: readonly WeighedTerm[],
  sentences: readonly (readonly WeighedTerm[])[],
  score: (terms: readonly WeighedTerm[], board: Board) => void,
): Board {
  const board: Board = { scores: new Float64Array(size), docs: [] };
  score(whole, board);
  scale(board, bestOf(board));
  const boards = sentences.map((terms) => {
    const own: Board = { scores: new Float64Array(size), docs: [] };
    score(terms, own);
    return { own, best: bestOf(own) };
  });
  const height = Math.max(0, ...boards.map(({ best }) => best));
  const most = new Map<number, number>();
  for (const { own, best } of boards) {
    scale(own, Math.max(best, height * LEAST_PART));
    for (const doc of own.docs) most.set(doc, Math.max(most.get(doc) ?? 0, own.scores[doc] as number));
  }
  for (const [doc, part] of most) {
    if (board.scores[doc] === 0) board.docs.push(doc);
    board.scores[doc] = (board.scores[doc] as number) + part;
  }
  return board;
}

function bestOf({ scores, docs }: Board): number {
  let best = 0;
  for (const doc of docs) if ((scores[doc] as number) > best) best = scores[doc] as number;
  return best;
}

function scale({ scores, docs }: Board, unit: number): void {
  if (unit > 0) for (const doc of docs) scores[doc] = (scores[doc] as number) / unit;
}
