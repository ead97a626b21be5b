import { terms } from "../../../registry/text/words.ts";
import { isPrefixTerm, type Query } from "./query.ts";

/** The fields of a section that are searched, from the most telling to the least. */
export const FIELDS = ["heading", "keywords", "context", "body"] as const;
export type Field = (typeof FIELDS)[number];

/** A section as search sees it. */
export interface SearchText {
  /** The section's own heading; the title where it has none. */
  readonly heading: string;
  /** Frontmatter keywords and the words of the path. */
  readonly keywords: string;
  /** Title of the page and the headings above. */
  readonly context: string;
  readonly body: string;
}

/** How often each term of a query stands in each field: all that ranking needs to know of a section. */
export interface Measure {
  /** `counts[field][term]`, terms as in `Query.terms`. */
  readonly counts: Readonly<Record<Field, readonly number[]>>;
  /** Length of each field in terms. */
  readonly lengths: Readonly<Record<Field, number>>;
  /** For each keyword how much of its phrase stands together in a field, 0 to 1; nothing for a keyword of a single term. */
  readonly phrases: readonly Readonly<Partial<Record<Field, number>>>[];
  /** Share of the heading's terms that the query names. */
  readonly heading_share: number;
}

/** Counts a query's terms in a section. */
export function measure(query: Query, text: SearchText): Measure {
  const place = new Map(query.terms.map((term, at) => [term, at]));
  const prefixes = query.terms.flatMap((term, at) => (isPrefixTerm(term) ? [{ term, at }] : []));
  const counts = {} as Record<Field, number[]>;
  const lengths = {} as Record<Field, number>;
  const phrases: Partial<Record<Field, number>>[] = query.keywords.map(() => ({}));
  let headingShare = 0;
  for (const field of FIELDS) {
    const found = terms(field === "body" ? withoutLinkTargets(text.body) : text[field]);
    const count = query.terms.map(() => 0);
    let named = 0;
    for (const word of found.words) {
      const at = place.get(word);
      if (at !== undefined) {
        count[at] = (count[at] ?? 0) + 1;
        named++;
      } else
        for (const prefix of prefixes)
          if (word.startsWith(prefix.term)) {
            count[prefix.at] = (count[prefix.at] ?? 0) + 1;
            named++;
          }
    }
    for (const whole of found.wholes) {
      const at = place.get(whole);
      if (at !== undefined) count[at] = (count[at] ?? 0) + 1;
    }
    counts[field] = count;
    lengths[field] = found.words.length;
    if (field === "heading" && found.words.length > 0) headingShare = named / found.words.length;
    query.keywords.forEach((keyword, at) => {
      const together = longestRun(found.words, keyword.phrase);
      const phrase = phrases[at];
      if (phrase && together > 1) phrase[field] = together / keyword.phrase.length;
    });
  }
  return { counts, lengths, phrases, heading_share: headingShare };
}

/** Where a link leads is not what a text says; its words would drown the others. */
export function withoutLinkTargets(text: string): string {
  return text.replace(/\]\((?:[^()\s]|\([^()\s]*\))*(?:\s+"[^"]*")?\)/g, "]");
}

/** Length of the longest piece of a phrase that stands in a text as it is. */
function longestRun(words: readonly string[], phrase: readonly string[]): number {
  if (phrase.length < 2) return 0;
  const known = new Set(phrase);
  let longest = 0;
  for (let at = 0; at < words.length; at++) {
    if (!known.has(words[at] as string)) continue;
    for (let from = 0; from < phrase.length - longest; from++) {
      let length = 0;
      while (from + length < phrase.length && words[at + length] === phrase[from + length]) length++;
      longest = Math.max(longest, length);
    }
  }
  return longest;
}
