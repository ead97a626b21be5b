import { ALIASES } from "../well-known.ts";
import type { SearchIndex } from "./index-cards.ts";

/** Scores from here on are of what the query names exactly; others are at most 2. */
export const AN_EXACT_NAME = 10;
/** What a capability gains whose id, or whose name without its source, the query is. */
const BY_ID = 2 * AN_EXACT_NAME;
const BY_NAME = AN_EXACT_NAME;

const names = new WeakMap<SearchIndex, ReadonlyMap<string, readonly number[]>>();

/** The capabilities whose id, alias or name the query is, however it is written, and what they gain. */
export function exactlyNamed(index: SearchIndex, query: string): readonly { readonly doc: number; readonly gain: number }[] {
  const text = query.trim();
  const wanted = plainName(Object.hasOwn(ALIASES, text) ? (ALIASES[text] as string) : text);
  const docs = namesOf(index).get(wanted) ?? [];
  return docs.map((doc) => ({ doc, gain: plainName(index.ids[doc] as string) === wanted ? BY_ID : BY_NAME }));
}

function namesOf(index: SearchIndex): ReadonlyMap<string, readonly number[]> {
  const known = names.get(index);
  if (known !== undefined) return known;
  const made = new Map<string, number[]>();
  index.ids.forEach((id, doc) => {
    // Of `local__docs-fetch` also `docs-fetch`: which one is meant is not decided by a bare name, but it is found by it.
    for (const name of new Set([plainName(id), plainName(id.slice(id.lastIndexOf("__") + 2))])) {
      const docs = made.get(name);
      if (docs === undefined) made.set(name, [doc]);
      else docs.push(doc);
    }
  });
  names.set(index, made);
  return made;
}

function plainName(name: string): string {
  const folded = name.normalize("NFKC").toLowerCase();
  return folded.replace(/[\s_-]+/g, "-");
}
