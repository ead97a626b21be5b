import type { CapabilityCard, CapabilityKind } from "../../../../registry/catalog/descriptor.ts";
import { buildIndex } from "../../../../registry/discovery/search/index-cards.ts";
import { type IndexHits, searchIndex } from "../../../../registry/discovery/search/search-index.ts";

const all = () => true;

/** A search over cards of which everything may be seen, unless said otherwise. */
export function search(
  cards: Iterable<CapabilityCard>,
  query: string,
  { kinds = [], limit = 10, admits = all }: { kinds?: CapabilityKind[]; limit?: number; admits?: (id: string) => boolean } = {},
): IndexHits {
  return searchIndex(buildIndex(cards), query, { kinds, limit, admits });
}

export function found(cards: Iterable<CapabilityCard>, query: string): string[] {
  return search(cards, query).hits.map(({ id }) => id);
}
