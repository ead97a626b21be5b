import type { ReadDocument } from "../place/read-documents.ts";
import { missing } from "./docs-search.ts";
import type { Hit, SearchResult } from "./hit.ts";
import { FIELDS, type Field, type Measure, measure } from "./measure.ts";
import type { Query } from "./query.ts";
import { type Collection, rank } from "./rank.ts";
import { searchText } from "./search-text.ts";

/**
 * Searches documents as they come, without an index: the same measure and ranking over all sections, so the same order as
 * `searchIndex`, at the price of reading everything. Each document is also given to `see`.
 */
export async function searchDocuments(
  documents: AsyncIterable<ReadDocument>,
  query: Query,
  see: (document: ReadDocument) => void = () => {},
): Promise<SearchResult> {
  const items: { item: Hit; measure: Measure; page: string; first: boolean }[] = [];
  const frequencies = query.terms.map(() => 0);
  const lengths: Record<Field, number> = { heading: 0, keywords: 0, context: 0, body: 0 };
  let sections = 0;
  for await (const read of documents) {
    see(read);
    if (query.terms.length === 0) continue;
    for (const hit of hitsOf(read)) {
      const measured = measure(query, searchText(hit, hit));
      sections++;
      for (const field of FIELDS) lengths[field] += measured.lengths[field];
      const held = query.terms.map((_, at) => FIELDS.some((field) => (measured.counts[field][at] ?? 0) > 0));
      held.forEach((holds, at) => {
        if (holds) frequencies[at] = (frequencies[at] ?? 0) + 1;
      });
      if (held.includes(true)) items.push({ item: hit, measure: measured, page: hit.path, first: hit.ordinal === 0 });
    }
  }
  const mean = (field: Field): number => lengths[field] / Math.max(1, sections);
  const collection: Collection = {
    sections,
    frequencies,
    mean_lengths: Object.fromEntries(FIELDS.map((field) => [field, mean(field)])) as Record<Field, number>,
  };
  return { ranked: rank(query, collection, items), total: items.length, not_found: missing(query, collection) };
}

/** A document's sections as hits. */
export function hitsOf({ path, document }: ReadDocument): Hit[] {
  return document.sections.map((section) => ({
    path,
    title: document.title,
    keywords: document.keywords,
    heading_path: section.heading_path,
    ordinal: section.ordinal,
    line: section.line,
    text: section.text,
  }));
}
