import { terms as termsOf } from "../../text/words.ts";
import { FIELDS } from "./fields.ts";
import type { SearchIndex } from "./index-cards.ts";
import type { TermGroup } from "./query-terms.ts";

/** Why a document was found: the words of the query that it holds, and where; of another word than the one said, both. `issue (name); erase → delete (summary)`. */
export function whyFound(index: SearchIndex, query: string, groups: readonly TermGroup[], doc: number): string {
  const written = writtenWords(query);
  const places = new Map<string, Set<string>>();
  for (const { said, terms } of groups) {
    if (said === "") continue;
    const [best] = terms
      .flatMap(({ row, weight }) => {
        const at = postingOf(index, row, doc);
        return at < 0 ? [] : [{ row, weight, field: fieldOf(index.fields[at] as number) }];
      })
      .sort((a, b) => b.weight - a.weight);
    if (best === undefined) continue;
    const word = written.get(said) ?? said;
    const term = index.vocabulary[best.row] as string;
    places.set(best.field, (places.get(best.field) ?? new Set<string>()).add(term === said ? word : `${word} → ${term}`));
  }
  return FIELDS.flatMap(({ name }) => (places.has(name) ? [`${[...(places.get(name) ?? [])].join(", ")} (${name})`] : [])).join("; ");
}

/** The words of a query as they were written, by their terms. */
function writtenWords(query: string): ReadonlyMap<string, string> {
  const chunks = query.match(/[\p{L}\p{N}\p{M}_.-]+/gu) ?? [];
  return new Map(chunks.flatMap((chunk) => termsOf(chunk).words.map((term) => [term, chunk] as const)).reverse());
}

/** The gravest of the fields whose bits are set. */
function fieldOf(bits: number): string {
  return FIELDS.find((_, bit) => (bits >> bit) & 1)?.name ?? "";
}

function postingOf({ starts, docs }: SearchIndex, row: number, doc: number): number {
  let [low, high] = [starts[row] as number, (starts[row + 1] as number) - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const here = docs[middle] as number;
    if (here === doc) return middle;
    if (here < doc) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}
