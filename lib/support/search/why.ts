import type { Hit } from "./hit.ts";
import { FIELDS, type Field } from "./measure.ts";
import type { Query } from "./query.ts";
import type { Ranked } from "./rank.ts";

const NAMES: Readonly<Record<Field, string>> = {
  heading: "heading",
  keywords: "keywords or path",
  context: "title or headings above",
  body: "text",
};

/** Why a section was found, a sentence for each keyword it holds: `lambda: in heading, text`. */
export function why(query: Query, { measure, found }: Ranked<Hit>): string[] {
  return query.keywords.flatMap((keyword, at) => {
    const share = found[at] ?? 0;
    if (share === 0) return [];
    const terms = keyword.parts.flatMap((part) => [...part.terms, ...part.wholes]);
    const fields = FIELDS.filter((field) => terms.some((term) => (measure.counts[field][term] ?? 0) > 0));
    const phrase = Object.values(measure.phrases[at] ?? {}).includes(1) ? " as a phrase" : "";
    const partly = share < 1 ? "partly " : "";
    return [`${keyword.text}: ${partly}in ${fields.map((field) => NAMES[field]).join(", ")}${phrase}`];
  });
}
