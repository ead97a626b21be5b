import { isPrefixTerm, type Keyword, type KeywordPart, type Query } from "./query.ts";

/** How many of the keywords must match. */
export type Mode = "any" | "all";

/** One term as FTS5 reads it. Terms hold no quote: words.ts leaves letters, digits, `.`, `+` and `#`. */
export function termExpression(term: string): string {
  return isPrefixTerm(term) ? `"${term}"*` : `"${term}"`;
}

/**
 * The query for FTS5. `any`: each term and each phrase, the phrases to lift what holds them into the candidates. `all`: every keyword, a
 * run of CJK by any of its bigrams; whether enough of them are there is judged afterwards (`KeywordPart.needed`).
 */
export function matchExpression(query: Query, mode: Mode): string {
  if (mode === "all") return query.keywords.map((keyword) => `(${keywordExpression(query, keyword)})`).join(" AND ");
  const phrases = query.keywords.filter((keyword) => keyword.phrase.length > 1).map((keyword) => `"${keyword.phrase.join(" ")}"`);
  return [...query.terms.map(termExpression), ...phrases].join(" OR ");
}

function keywordExpression(query: Query, keyword: Keyword): string {
  return keyword.parts.map((part) => `(${partExpression(query, part)})`).join(" AND ");
}

function partExpression(query: Query, part: KeywordPart): string {
  const term = (at: number): string => termExpression(query.terms[at] ?? "");
  const together = part.terms.map(term).join(part.needed === part.terms.length ? " AND " : " OR ");
  return [`(${together})`, ...part.wholes.map(term)].join(" OR ");
}
