import { distance } from "fastest-levenshtein";

/** A word that exists, and in how many sections. */
export interface KnownWord {
  readonly word: string;
  readonly count: number;
}

const AT_MOST = 5;

/** The known words nearest to one that was not found: few edits apart (a third of its length at most), frequent ones first among equals. */
export function nearWords(missing: string, known: Iterable<KnownWord>): string[] {
  const limit = Math.max(1, Math.floor(missing.length / 3));
  const near: (KnownWord & { edits: number })[] = [];
  for (const { word, count } of known) {
    if (Math.abs(word.length - missing.length) > limit) continue;
    const edits = distance(missing, word);
    // The beginning is what people get right; a word that shares it is nearer than its edits say.
    if (edits > 0 && edits <= limit) near.push({ word, count, edits: edits - (word.slice(0, 2) === missing.slice(0, 2) ? 0.5 : 0) });
  }
  near.sort((a, b) => a.edits - b.edits || b.count - a.count || (a.word < b.word ? -1 : 1));
  return near.slice(0, AT_MOST).map(({ word }) => word);
}
