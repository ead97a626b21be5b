import type { CapabilityCard } from "../catalog/descriptor.ts";

const STOP: ReadonlySet<string> = new Set(
  "about after before could does from have into make over should some than that their them then there these they this those what when where which with without would your".split(
    " ",
  ),
);
const CJK = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]+/gu;

/** Words that a question and a capability's own text have in common: whether the text says what was asked for. */
export function sharedWords(question: string, { title, summary, match, searched }: CapabilityCard): readonly string[] {
  const parameters = searched?.parameters?.flatMap(({ name, description }) => [name, description ?? ""]) ?? [];
  const text = [title, summary, ...(match?.keywords ?? []), ...parameters, searched?.returns ?? "", ...(searched?.aliases ?? [])];
  const held = contentWords(text.join(" "));
  return [...contentWords(question)].filter((word) => held.has(word)).sort();
}

/** Words without their inflection; runs of Chinese, Japanese and Korean as bigrams. */
function contentWords(text: string): ReadonlySet<string> {
  const seams = text.normalize("NFKC").replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2");
  const folded = seams.toLowerCase();
  const words = folded
    .replace(CJK, " ")
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 2 && !STOP.has(word));
  const pairs = (folded.match(CJK) ?? []).flatMap((run) =>
    [...run].length === 1 ? [run] : [...run].slice(1).map((sign, index) => `${[...run][index]}${sign}`),
  );
  return new Set([...words.map((word) => word.replace(/(?<=.{3})(?:ing|ed|es|s)$/, "")), ...pairs]);
}
