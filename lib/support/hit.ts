import type { Ranked } from "./rank.ts";

/** A section that a search found. */
export interface Hit {
  /** Of the document, relative to the folder of documents. */
  readonly path: string;
  readonly title: string;
  readonly keywords: readonly string[];
  readonly heading_path: readonly string[];
  readonly ordinal: number;
  /** 1-based. */
  readonly line: number;
  readonly text: string;
}

/** What a search gives, from an index or without one. */
export interface SearchResult {
  /** Best first. */
  readonly ranked: readonly Ranked<Hit>[];
  /** How many sections match, ranked or not. */
  readonly total: number;
  /** The keywords of which no section holds anything. */
  readonly not_found: readonly string[];
}

/** How many sections of one page may stand before the other pages had their turn. */
const PER_PAGE = 2;

/** Moves what a page has beyond its first two sections behind all other pages, so that one long page does not fill the answer. */
export function spread(ranked: readonly Ranked<Hit>[]): Ranked<Hit>[] {
  const seen = new Map<string, number>();
  const first: Ranked<Hit>[] = [];
  const later: Ranked<Hit>[] = [];
  for (const entry of ranked) {
    const count = (seen.get(entry.item.path) ?? 0) + 1;
    seen.set(entry.item.path, count);
    (count <= PER_PAGE ? first : later).push(entry);
  }
  return [...first, ...later];
}
