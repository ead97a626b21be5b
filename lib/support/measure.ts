import { isPrefixTerm, type Query } from "./query.ts";
import { terms } from "./words.ts";

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
  /** For each keyword the fields in which its phrase stands; none for a keyword of a single term. */
  readonly phrases: readonly (readonly Field[])[];
  /** Share of the heading's terms that the query names. */
  readonly heading_share: number;
}

/** Counts a query's terms in a section. */
export function measure(query: Query, text: SearchText): Measure {
  const place = new Map(query.terms.map((term, at) => [term, at]));
  const prefixes = query.terms.flatMap((term, at) => (isPrefixTerm(term) ? [{ term, at }] : []));
  const counts = {} as Record<Field, number[]>;
  const lengths = {} as Record<Field, number>;
  const phrases: Field[][] = query.keywords.map(() => []);
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
      if (keyword.phrase.length > 0 && hasPhrase(found.words, keyword.phrase)) phrases[at]?.push(field);
    });
  }
  return { counts, lengths, phrases, heading_share: headingShare };
}

/** Where a link leads is not what a text says; its words would drown the others. */
export function withoutLinkTargets(text: string): string {
  return text.replace(/\]\((?:[^()\s]|\([^()\s]*\))*(?:\s+"[^"]*")?\)/g, "]");
}

function hasPhrase(words: readonly string[], phrase: readonly string[]): boolean {
  for (let at = words.indexOf(phrase[0] as string); at !== -1; at = words.indexOf(phrase[0] as string, at + 1)) {
    if (phrase.every((term, offset) => words[at + offset] === term)) return true;
  }
  return false;
}
