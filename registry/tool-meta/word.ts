/** A noun or a verb, as headers, calls and file names write it: kebab-case, a letter first (contract 4.2). */
export const WORD = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;

/** The word that a text most likely means; undefined where it holds no letter. At most 64 characters. */
export function asWord(text: string): string | undefined {
  const word = text
    .replace(/([a-z0-9])([A-Z])/g, "$1-$2")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^[^a-z]+|-+$/g, "")
    .slice(0, 64)
    .replace(/-+$/, "");
  return word === "" ? undefined : word;
}

/** Every reading of a file's stem as noun and verb: where the verb begins is the header's to say. Empty: no call can reach it. */
export function stemWords(stem: string): [noun: string, verb: string][] {
  return [...stem.matchAll(/-/g)].flatMap(({ index }) => {
    const [noun, verb] = [stem.slice(0, index), stem.slice(index + 1)];
    return WORD.test(noun) && WORD.test(verb) ? [[noun, verb] as [string, string]] : [];
  });
}
