import type { Database } from "../index/database.ts";
import type { Hit, SearchResult } from "./hit.ts";
import { type Mode, matchExpression, termExpression } from "./match-expression.ts";
import { FIELDS, type Field, measure } from "./measure.ts";
import type { Query } from "./query.ts";
import { type Collection, rank, share } from "./rank.ts";
import { searchText } from "./search-text.ts";

/** As many sections as SQLite's own BM25 puts first are ranked again, by more than it knows. */
const CANDIDATES = 200;
/** Weights of the columns heading, keywords, context, body, wholes. */
const COLUMN_WEIGHTS = "6, 4, 3, 1, 3";

interface Row {
  path: string;
  title: string;
  keywords: string;
  headings: string;
  ordinal: number;
  line: number;
  text: string;
}

/** Searches an open index. `outside`: folder, relative to that of the documents, whose pages are not wanted. */
export function searchIndex(database: Database, query: Query, mode: Mode, outside?: string): SearchResult {
  const expression = matchExpression(query, mode);
  // Rowids are ranked before anything is joined: only the candidates' text is read.
  const rows = database.all<Row>(
    `SELECT f.path, f.title, f.keywords, s.headings, s.ordinal, s.line, s.text
     FROM (SELECT rowid AS id, bm25(fts, ${COLUMN_WEIGHTS}) AS score FROM fts WHERE fts MATCH ? ORDER BY score LIMIT ${CANDIDATES}) AS best
     JOIN sections AS s ON s.id = best.id JOIN files AS f ON f.id = s.file ORDER BY f.path, s.ordinal`,
    [expression],
  );
  const collection = collectionOf(database, query);
  const items = rows
    .filter((row) => outside === undefined || !row.path.startsWith(`${outside}/`))
    .map((row) => {
      const hit = hitOf(row);
      return { item: hit, measure: measure(query, searchText(hit, hit)), page: hit.path, first: hit.ordinal === 0 };
    })
    .filter((item) => mode === "any" || query.keywords.every((keyword) => share(keyword, item.measure) === 1));
  const [count] = rows.length < CANDIDATES ? [{ total: items.length }] : countOf(database, expression);
  return { ranked: rank(query, collection, items), total: count?.total ?? items.length, not_found: missing(query, collection) };
}

/** The keywords none of whose terms stands in any section. */
export function missing(query: Query, collection: Collection): string[] {
  const frequency = (at: number): number => collection.frequencies[at] ?? 0;
  return query.keywords
    .filter((keyword) => keyword.parts.every((part) => [...part.terms, ...part.wholes].every((at) => frequency(at) === 0)))
    .map((keyword) => keyword.text);
}

function collectionOf(database: Database, query: Query): Collection {
  const totals = new Map(
    database.all<{ name: string; value: number }>("SELECT name, value FROM totals").map((row) => [row.name, row.value]),
  );
  const sections = totals.get("sections") ?? 0;
  const mean = (field: Field): number => (totals.get(field) ?? 0) / Math.max(1, sections);
  return {
    sections,
    frequencies: query.terms.map((term) => countOf(database, termExpression(term))[0]?.total ?? 0),
    mean_lengths: Object.fromEntries(FIELDS.map((field) => [field, mean(field)])) as Record<Field, number>,
  };
}

function countOf(database: Database, expression: string): { total: number }[] {
  return database.all<{ total: number }>("SELECT COUNT(*) AS total FROM fts WHERE fts MATCH ?", [expression]);
}

function hitOf(row: Row): Hit {
  return {
    path: row.path,
    title: row.title,
    keywords: JSON.parse(row.keywords) as string[],
    heading_path: JSON.parse(row.headings) as string[],
    ordinal: row.ordinal,
    line: row.line,
    text: row.text,
  };
}
