import { bigrams, units } from "../../text/words.ts";
import { withoutAsking } from "./asking-words.ts";
import { type SearchIndex, termRow } from "./index-cards.ts";
import { nearTerms } from "./near-terms.ts";
import { impliedTerms } from "./request-forms.ts";
import { longForm, synonymsOf, wordsWithin } from "./synonyms.ts";

/** A term of the index that a query asks for. */
export interface WeighedTerm {
  readonly row: number;
  /** 1 for a word as it was said, less for what it may mean. */
  readonly weight: number;
}

/** One word of the query and what else it may mean: the best of its terms counts, never their sum. */
export interface TermGroup {
  readonly terms: readonly WeighedTerm[];
  /** The term as said; empty where only the query's form implies the group. */
  readonly said: string;
}

const SYNONYM = 0.6;
const LONG_FORM = 0.6;
const NEAR = 0.6;
const IMPLIED = 0.5;
/** Of a pair of Hiragana: mostly endings and particles. */
const HIRAGANA = 0.3;

interface Said {
  readonly term: string;
  readonly weight: number;
}

/**
 * What a query asks for: its words but the empty ones, each together with
 * words that mean the same and, if it stands nowhere, the nearest ones.
 * `admitted`: whether a term stands in anything that may be seen.
 */
export function queryTerms(index: SearchIndex, query: string, admitted: (row: number) => boolean): readonly TermGroup[] {
  const rowOf = (term: string) => {
    const row = termRow(index, term);
    return row >= 0 && admitted(row) ? row : -1;
  };
  const words = saidTerms(withoutAsking(query)).map((said) => ({ ...said, row: rowOf(said.term) }));
  // A word that was said is itself, before it is a synonym of another.
  const taken = new Set(words.map(({ row }) => row));
  const free = (rows: readonly number[], weight: number): WeighedTerm[] => {
    const open = rows.filter((row) => row >= 0 && !taken.has(row));
    for (const row of open) taken.add(row);
    return open.map((row) => ({ row, weight }));
  };
  const groups = words.flatMap(({ term, weight, row }): TermGroup[] => {
    const synonyms = synonymsOf(term);
    const unknown = row < 0 && synonyms.length === 0;
    const own = row < 0 ? free(unknown ? nearTerms(index, term, admitted) : [], weight * NEAR) : [{ row, weight }];
    const others = synonyms.flatMap((meaning) => free(meaning.map(rowOf), weight * SYNONYM));
    const parts = longForm(term).map((part) => ({ said: term, terms: free([rowOf(part)], weight * LONG_FORM) }));
    return [{ said: term, terms: [...own, ...others] }, ...parts];
  });
  // What is implied may weigh beside what was said.
  const implied = impliedTerms(query).map((terms) => ({ said: "", terms: terms.map((term) => ({ row: rowOf(term), weight: IMPLIED })) }));
  return [...groups, ...implied].map((group) => ({ ...group, terms: group.terms.filter(({ row }) => row >= 0) }));
}

/** The terms of a query in order, each once. */
function saidTerms(query: string): readonly Said[] {
  const terms = new Map<string, number>();
  const say = (term: string, weight: number) => terms.set(term, Math.max(weight, terms.get(term) ?? 0));
  for (const unit of units(query)) {
    if (unit.kind === "word") {
      for (const term of [...unit.parts, ...unit.wholes]) say(term, 1);
      continue;
    }
    for (const term of bigrams(unit.run)) say(term, /^\p{sc=Hiragana}+$/u.test(term) ? HIRAGANA : 1);
    for (const word of wordsWithin(unit.run)) say(word, 1);
  }
  return [...terms].map(([term, weight]) => ({ term, weight }));
}
