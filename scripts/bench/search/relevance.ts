import { buildIndex } from "../../../registry/discovery/search/index-cards.ts";
import { searchIndex } from "../../../registry/discovery/search/search-index.ts";
import type { GradedSet } from "./graded-set.ts";

export interface Relevance {
  readonly set: string;
  readonly queries: number;
  readonly capabilities: number;
  /** Means over the queries. Where any of the right ones will do, recall is whether one of them is there. */
  readonly recall5: number;
  readonly ndcg10: number;
  readonly first: number;
  readonly mrr: number;
  /** Pairs in which the twin stands before the right one, of all pairs; null: the set has none. */
  readonly wrongTwins: number | null;
}

const admits = () => true;

export function relevance({ name, cards, requests }: GradedSet): Relevance {
  const index = buildIndex(cards);
  const rows = requests.map(({ query, right, any, twin }) => {
    const ids = searchIndex(index, query, { kinds: [], limit: 10, admits }).hits.map(({ id }) => id);
    const gains = ids.map((id) => (right.includes(id) ? 1 : 0));
    const place = gains.indexOf(1);
    const within5 = gains.slice(0, 5).filter((gain) => gain === 1).length;
    const before = (a: string, b: string) => ids.includes(a) && (!ids.includes(b) || ids.indexOf(a) < ids.indexOf(b));
    return {
      recall5: any ? Math.min(1, within5) : within5 / right.length,
      ndcg10: gained(gains) / gained(Array.from({ length: Math.min(10, any ? 1 : right.length) }, () => 1)),
      first: place === 0 ? 1 : 0,
      mrr: place < 0 ? 0 : 1 / (place + 1),
      twin: twin === undefined ? undefined : before(twin, right[0] as string),
    };
  });
  const mean = (of: (row: (typeof rows)[number]) => number) => rows.reduce((sum, row) => sum + of(row), 0) / rows.length;
  const pairs = rows.filter(({ twin }) => twin !== undefined);
  return {
    set: name,
    queries: rows.length,
    capabilities: cards.length,
    recall5: mean((row) => row.recall5),
    ndcg10: mean((row) => Math.min(1, row.ndcg10)),
    first: mean((row) => row.first),
    mrr: mean((row) => row.mrr),
    wrongTwins: pairs.length === 0 ? null : pairs.filter(({ twin }) => twin).length / pairs.length,
  };
}

function gained(gains: readonly number[]): number {
  return gains.reduce((sum, gain, at) => sum + gain / Math.log2(at + 2), 0);
}
