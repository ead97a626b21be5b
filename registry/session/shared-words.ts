import type { CapabilityCard } from "../catalog/descriptor.ts";
import { STOP_WORDS } from "../text/stop-words.ts";
import { terms } from "../text/words.ts";

/** Words that a question and a capability's own text have in common, as the search sees words: whether the text says what was asked for. */
export function sharedWords(question: string, { title, summary, match, searched }: CapabilityCard): readonly string[] {
  const parameters = searched?.parameters?.flatMap(({ name, description }) => [name, description ?? ""]) ?? [];
  const text = [title, summary, ...(match?.keywords ?? []), ...parameters, searched?.returns ?? "", ...(searched?.aliases ?? [])];
  const held = topical(text.join("\n"));
  return [...topical(question)].filter((word) => held.has(word)).sort();
}

function topical(text: string): ReadonlySet<string> {
  return new Set(terms(text).words.filter((word) => !STOP_WORDS.has(word)));
}
