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

/** What a further section of a page counts, beside the one before it, when places are given out. */
const FURTHER = 0.75;

/**
 * Orders sections so that one long page does not fill the answer: each further section of a page counts a quarter less than its score,
 * twice further less again. Scores themselves stay.
 */
export function spread(ranked: readonly Ranked<Hit>[]): Ranked<Hit>[] {
  const seen = new Map<string, number>();
  const placed = ranked.map((entry) => {
    const before = seen.get(entry.item.path) ?? 0;
    seen.set(entry.item.path, before + 1);
    return { entry, value: entry.score * FURTHER ** before };
  });
  return placed.sort((a, b) => b.value - a.value).map(({ entry }) => entry);
}
