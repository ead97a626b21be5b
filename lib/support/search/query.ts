import { STOP_WORDS } from "../../../registry/text/stop-words.ts";
import { bigrams, type Unit, units } from "../../../registry/text/words.ts";

/** What is looked for: each keyword as given, with the terms it is found by. */
export interface Query {
  readonly keywords: readonly Keyword[];
  /** All distinct terms of all keywords; scores and counts are lists in this order. */
  readonly terms: readonly string[];
}

export interface Keyword {
  readonly text: string;
  /** Every part must be there for the keyword to count as found. */
  readonly parts: readonly KeywordPart[];
  /** The terms in order, as an index holds them, where there are two or more; found side by side they are the phrase. */
  readonly phrase: readonly string[];
}

export interface KeywordPart {
  /** Indices into `Query.terms`. */
  readonly terms: readonly number[];
  /** Indices of whole identifiers, each of which alone stands for all of `terms`. */
  readonly wholes: readonly number[];
  /** How many of `terms` make the part found: all of a word's, most of a long run's bigrams. */
  readonly needed: number;
}

/** A run of CJK is found if this share of its bigrams is: 議事録を探したい must find 議事録の検索 by its noun. */
const RUN_SHARE = 0.6;

/** Keywords without a letter or digit are dropped; the query is empty if none is left. */
export function parseQuery(texts: readonly string[]): Query {
  const terms: string[] = [];
  const index = (term: string): number => {
    const known = terms.indexOf(term);
    return known === -1 ? terms.push(term) - 1 : known;
  };
  const keywords: Keyword[] = [];
  for (const text of new Set(texts.map((given) => given.trim()))) {
    const found = units(text);
    const meant = withoutStopWords(found);
    const parts = meant.map((unit): KeywordPart => {
      if (unit.kind === "run") {
        const pairs = [...new Set(bigrams(unit.run))].map(index);
        return { terms: pairs, wholes: [], needed: pairs.length <= 2 ? pairs.length : Math.ceil(pairs.length * RUN_SHARE) };
      }
      const own = [...new Set(unit.parts)].map(index);
      return { terms: own, wholes: unit.wholes.map(index), needed: own.length };
    });
    const useful = parts.filter((part) => part.terms.length > 0);
    if (useful.length > 0) keywords.push({ text, parts: useful, phrase: phraseOf(found) });
  }
  return { keywords, terms };
}

/** Whether a term also stands for all terms that begin with it: a single CJK character is part of bigrams. */
export function isPrefixTerm(term: string): boolean {
  return /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}々〆]$/u.test(term);
}

function withoutStopWords(found: readonly Unit[]): readonly Unit[] {
  const meant = found.filter((unit) => unit.kind === "run" || !unit.parts.every((part) => STOP_WORDS.has(part)));
  return meant.length > 0 ? meant : found;
}

function phraseOf(found: readonly Unit[]): string[] {
  const phrase: string[] = [];
  found.forEach((unit, at) => {
    if (unit.kind === "word") phrase.push(...unit.parts);
    else {
      const pairs = bigrams(unit.run);
      phrase.push(...pairs);
      // Inside a text a run is followed by its last character (`terms` of words.ts); at the query's end it may go on.
      if (unit.run.length > 1 && at < found.length - 1) phrase.push(Array.from(unit.run).at(-1) as string);
    }
  });
  return phrase.length > 1 ? phrase : [];
}
