import { STOP_WORDS } from "../../text/stop-words.ts";
import { bigrams, units } from "../../text/words.ts";
import { type SearchIndex, termRow } from "./index-cards.ts";
import { nearTerms } from "./near-terms.ts";
import { synonymsOf } from "./synonyms.ts";

/** A term of the index that a query asks for. */
export interface WeighedTerm {
  readonly row: number;
  /** 1 for a word as it was said, less for what it may mean. */
  readonly weight: number;
  /** The word of the query. */
  readonly said: string;
}

const SYNONYM = 0.25;
const NEAR = 0.6;
const WHOLE = 1;

/**
 * What a query asks for: its words but the empty ones, words that mean the same
 * at a part of the weight, and for a word that stands nowhere the nearest ones.
 * `admitted`: whether a term stands in anything that may be seen.
 */
export function queryTerms(index: SearchIndex, query: string, admitted: (row: number) => boolean): readonly WeighedTerm[] {
  const weights = new Map<number, WeighedTerm>();
  const add = (row: number, weight: number, said: string) => {
    if (row >= 0 && weight > (weights.get(row)?.weight ?? 0)) weights.set(row, { row, weight, said });
  };
  const said = saidTerms(query);
  for (const { term, weight } of said) {
    const row = termRow(index, term);
    if (row >= 0 && admitted(row)) add(row, weight, term);
    else for (const near of nearTerms(index, term, admitted)) add(near, weight * NEAR, term);
    for (const other of synonymsOf(term)) {
      const synonym = termRow(index, other);
      if (synonym >= 0) add(synonym, weight * SYNONYM, term);
    }
  }
  return [...weights.values()];
}

function saidTerms(query: string): readonly { term: string; weight: number }[] {
  const terms: { term: string; weight: number }[] = [];
  for (const unit of units(query)) {
    if (unit.kind === "run") for (const term of bigrams(unit.run)) terms.push({ term, weight: 1 });
    else {
      for (const term of unit.parts) terms.push({ term, weight: 1 });
      for (const term of unit.wholes) terms.push({ term, weight: WHOLE });
    }
  }
  const telling = terms.filter(({ term }) => !STOP_WORDS.has(term));
  return telling.length === 0 ? terms : telling;
}
