import { distance } from "fastest-levenshtein";
import type { SearchIndex } from "./index-cards.ts";

const AT_MOST = 3;
/** A word that was cut short lacks at most so many letters. */
const LONGEST_REST = 6;

const signatures = new WeakMap<SearchIndex, Uint32Array>();

/**
 * Rows of the terms that an unknown word may mean: mistyped (one edit apart,
 * from eight letters on two; neighbours that changed places count as one) or
 * cut short (`config`).
 */
export function nearTerms(index: SearchIndex, word: string, admitted: (row: number) => boolean): readonly number[] {
  const edits = word.length < 4 ? 0 : word.length < 8 ? 1 : 2;
  if (edits === 0 || !/^[a-z]+$/.test(word)) return [];
  const near: { row: number; edits: number }[] = [];
  const own = lettersOf(word);
  const all = signaturesOf(index);
  for (let row = 0; row < all.length; row++) {
    const letters = all[row] as number;
    // An edit changes at most two letters of the set; only what could be near is measured.
    const couldBegin = (own & letters) === own;
    if (!couldBegin && bits(letters ^ own) > 2 * edits) continue;
    const apart = apartOf(word, index.vocabulary[row] as string, edits);
    if (apart !== undefined && admitted(row)) near.push({ row, edits: apart });
  }
  return near
    .sort((a, b) => a.edits - b.edits || a.row - b.row)
    .slice(0, AT_MOST)
    .map(({ row }) => row);
}

/** How far a term is from the word; undefined: too far. The first letter is what people get right. */
function apartOf(word: string, term: string, edits: number): number | undefined {
  const longer = term.length - word.length;
  if (longer > 0 && longer <= LONGEST_REST && term.startsWith(word)) return 0.5 + longer / 10;
  if (Math.abs(longer) > edits || term.length < 3) return undefined;
  const apart = isSwapped(word, term) ? 1 : distance(word, term);
  return apart > 0 && apart <= edits ? apart - (term[0] === word[0] ? 0.5 : 0) : undefined;
}
function isSwapped(a: string, b: string): boolean {
  if (a.length !== b.length) return false;
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  return a[at] === b[at + 1] && a[at + 1] === b[at] && a.slice(at + 2) === b.slice(at + 2);
}

function signaturesOf(index: SearchIndex): Uint32Array {
  let known = signatures.get(index);
  if (known === undefined) {
    known = Uint32Array.from(index.vocabulary, lettersOf);
    signatures.set(index, known);
  }
  return known;
}

/** Which of the letters a to z a word has. */
function lettersOf(word: string): number {
  let letters = 0;
  for (let at = 0; at < word.length; at++) {
    const code = word.charCodeAt(at) - 97;
    if (code >= 0 && code < 26) letters |= 1 << code;
  }
  return letters >>> 0;
}

function bits(number: number): number {
  let left = number;
  let count = 0;
  while (left !== 0) {
    left &= left - 1;
    count++;
  }
  return count;
}
