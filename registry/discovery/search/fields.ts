import type { CapabilityCard } from "../../catalog/descriptor.ts";
import { terms } from "../../text/words.ts";

/**
 * What of a card is searched, and how much a word there weighs: the name most,
 * what it is about plainly, what it takes and gives least. Lengths are typical
 * ones and not the catalog's own, so that a capability scores the same whatever
 * else there is, and what may not be seen tells nothing of itself.
 */
export const FIELDS = [
  { name: "name", weight: 2, length: 4 },
  { name: "keywords", weight: 1, length: 6 },
  { name: "summary", weight: 1, length: 12 },
  { name: "details", weight: 0.5, length: 30 },
  { name: "parameters", weight: 0.5, length: 30 },
  { name: "returns", weight: 0.5, length: 12 },
] as const;

export type FieldName = (typeof FIELDS)[number]["name"];

/** The terms of a card, field by field, in the order of FIELDS. */
export function fieldTerms(card: CapabilityCard): readonly (readonly string[])[] {
  const { parameters = [], returns = "", aliases = [] } = card.searched ?? {};
  const first = firstSentence(card.summary);
  return [
    nameTerms([card.title, ...aliases]),
    plain([...sourceWords(card), ...(card.match?.keywords ?? []), ...(card.match?.paths ?? [])].join(" ")),
    plain(first),
    plain(card.summary.slice(first.length)),
    plain(parameters.map(({ name, description = "" }) => `${name} ${description}`).join(" ")),
    plain(returns),
  ];
}

/** What it is for stands first; conditions, hints and the names of other tools follow. */
function firstSentence(summary: string): string {
  return /^.*?(?:[.!?](?=\s|$)|[。！？\n])/su.exec(summary)?.[0] ?? summary;
}

/** A server is named by people who know it: `slack`, `github`. The project's own sources all have the same name. */
function sourceWords({ source }: CapabilityCard): readonly string[] {
  return source.type === "mcp" || source.type === "plugin" ? [source.name] : [];
}

/** Names are also found written as one: `docs-fetch` by `docsfetch`. */
function nameTerms(names: readonly string[]): readonly string[] {
  return names.flatMap((name) => {
    const { words, wholes } = terms(name);
    const joined = words.length > 1 ? [words.join("")] : [];
    return [...words, ...new Set([...wholes, ...joined])];
  });
}

function plain(text: string): readonly string[] {
  return terms(text).words;
}
