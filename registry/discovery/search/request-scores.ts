import { type Board, emptyBoard } from "./score-board.ts";

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
export function requestScores(whole: Board, sentences: readonly Board[]): Board {
  const board: Board = emptyBoard(whole.scores.length);
  addParts(board, whole, bestOf(whole));
  const bests = sentences.map(bestOf);
  const height = Math.max(0, ...bests);
  const most = emptyBoard(whole.scores.length);
  for (const [at, own] of sentences.entries()) {
    const unit = Math.max(bests[at] as number, height * LEAST_PART);
    for (const doc of own.docs) {
      if (most.scores[doc] === 0) most.docs.push(doc);
      most.scores[doc] = Math.max(most.scores[doc] as number, (own.scores[doc] as number) / unit);
    }
  }
  addParts(board, most, 1);
  return board;
}

function addParts(board: Board, part: Board, unit: number): void {
  for (const doc of part.docs) {
    if (board.scores[doc] === 0) board.docs.push(doc);
    board.scores[doc] = (board.scores[doc] as number) + (part.scores[doc] as number) / unit;
  }
}

function bestOf({ scores, docs }: Board): number {
  let best = 0;
  for (const doc of docs) if ((scores[doc] as number) > best) best = scores[doc] as number;
  return best;
}
