import { distance } from "fastest-levenshtein";
import type { SearchIndex } from "./index-cards.ts";

const AT_MOST = 3;
const signatures = new WeakMap<SearchIndex, Uint32Array>();

/**
 * Rows of the terms that a mistyped word may mean: one edit apart, from eight
 * letters on two; neighbours that changed places count as one.
 */
export function nearTerms(index: SearchIndex, word: string, admitted: (row: number) => boolean): readonly number[] {
  const edits = word.length < 4 ? 0 : word.length < 8 ? 1 : 2;
  if (edits === 0 || !/^[a-z]+$/.test(word)) return [];
  const near: { row: number; edits: number }[] = [];
  const own = lettersOf(word);
  const all = signaturesOf(index);
  for (let row = 0; row < all.length; row++) {
    // An edit changes at most two letters of the set; only what could be near is measured.
    if (bits((all[row] as number) ^ own) > 2 * edits) continue;
    const term = index.vocabulary[row] as string;
    if (Math.abs(term.length - word.length) > edits || term.length < 3) continue;
    const apart = isSwapped(word, term) ? 1 : distance(word, term);
    if (apart > 0 && apart <= edits && admitted(row)) near.push({ row, edits: apart - (term[0] === word[0] ? 0.5 : 0) });
  }
  return near
    .sort((a, b) => a.edits - b.edits || a.row - b.row)
    .slice(0, AT_MOST)
    .map(({ row }) => row);
}

function isSwapped(a: string, b: string): boolean {
  if (a.length !== b.length) return false;
  let at = 0;
  while (a[at] === b[at]) at++;
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
