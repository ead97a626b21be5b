import { type KnownWord, nearWords } from "../../../registry/text/near-words.ts";
import { terms, units } from "../../../registry/text/words.ts";
import { termExpression } from "../search/match-expression.ts";
import type { Query } from "../search/query.ts";
import type { Database } from "./database.ts";

/** Words to try instead of a keyword. */
export interface Suggestion {
  readonly for: string;
  readonly words: readonly string[];
}

/**
 * Words of the index near to those that no section holds. The index knows stems (`compil`); what is suggested is how the word is written in a
 * section. Reads the whole vocabulary, so only after a miss.
 */
export function suggestFromIndex(database: Database, query: Query, keywords: readonly string[]): Suggestion[] {
  return keywords.flatMap((keyword) => {
    const words = query.keywords
      .filter((known) => known.text === keyword)
      .flatMap((known) => known.parts.flatMap((part) => [...part.terms, ...part.wholes]))
      .map((at) => query.terms[at] ?? "")
      .filter((term) => /^[\p{L}\p{N}]{3,}$/u.test(term) && term.length <= 60);
    const near = words.flatMap((term) => {
      const begin = nearWords(term, vocabulary(database, term, Array.from(term)[0] ?? ""));
      return begin.length > 0 ? begin : nearWords(term, vocabulary(database, term, ""));
    });
    const written = [...new Set(near.map((term) => asWritten(database, term)))];
    return written.length === 0 ? [] : [{ for: keyword, words: written.slice(0, 5) }];
  });
}

/** Terms of about a length, and with a beginning: the first letter is seldom the wrong one, and one letter's terms are read ten times faster. */
function vocabulary(database: Database, term: string, beginning: string): KnownWord[] {
  const spread = Math.max(1, Math.floor(term.length / 3));
  return database.all("SELECT term AS word, doc AS count FROM vocabulary WHERE term >= ? AND term < ? AND LENGTH(term) BETWEEN ? AND ?", [
    beginning,
    `${beginning}\u{10FFFF}`,
    term.length - spread,
    term.length + spread,
  ]);
}

/** The commonest spelling of a stem or identifier in one section that holds it. */
function asWritten(database: Database, term: string): string {
  const [row] = database.all<{ written: string }>(
    "SELECT s.headings || ' ' || s.text || ' ' || f.path || ' ' || f.keywords || ' ' || f.title AS written FROM sections AS s JOIN files AS f ON f.id = s.file WHERE s.id = (SELECT rowid FROM fts WHERE fts MATCH ? ORDER BY rowid LIMIT 1)",
    [termExpression(term)],
  );
  if (!row) return term;
  return commonestSpelling(row.written, term) ?? term;
}

/** The spelling that stands most often in a text for a term; undefined if none does. */
export function commonestSpelling(text: string, term: string): string | undefined {
  const counts = new Map<string, number>();
  for (const word of text.match(/[\p{L}\p{N}\p{M}]+(?:[_.-][\p{L}\p{N}\p{M}]+)*/gu) ?? []) {
    for (const candidate of [word, ...word.split(/[_.-]/)]) {
      const found = terms(candidate);
      const stands = units(candidate).length === 1 && (found.words.length === 1 ? found.words[0] === term : found.wholes.includes(term));
      if (stands) counts.set(candidate, (counts.get(candidate) ?? 0) + 1);
    }
  }
  return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))[0]?.[0];
}
