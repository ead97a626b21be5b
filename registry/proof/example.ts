/** An example of a header as words behind noun and verb, or why it is none. */
export type ExampleWords = { ok: true; words: readonly string[] } | { ok: false; reason: string };

/** Given by whoever tries the example; an example that carries them is tried without. */
const GIVEN: readonly string[] = ["--json", "--dry-run", "--yes", "-y"];

/**
 * Reads an example as a shell reads one plain call: words, quotes, backslashes. Whatever a shell would expand or chain
 * (`$X`, backticks, `|`, `;`, `&`, `<`, `>`, a glob) is refused: an example must be usable without one, too.
 */
export function exampleWords(example: string, noun: string, verb: string): ExampleWords {
  const words = plainWords(example);
  if (typeof words === "string") return { ok: false, reason: words };
  if (words[0] !== noun || words[1] !== verb) return { ok: false, reason: `it does not begin with ${noun} ${verb}` };
  const end = words.indexOf("--");
  const given = words.filter((word, at) => at > 1 && ((end >= 0 && at > end) || !GIVEN.includes(word)));
  return { ok: true, words: given };
}

/** The words of a plain command line; a text says why it is none. */
function plainWords(line: string): string[] | string {
  const words: string[] = [];
  let word: string | undefined;
  for (let at = 0; at < line.length; at += 1) {
    const sign = line[at] as string;
    if (sign === "'" || sign === '"') {
      const end = closing(line, at);
      if (end < 0) return `the quote ${sign} is never closed`;
      const inner = line.slice(at + 1, end);
      if (sign === '"' && /(?<!\\)[$`]/.test(inner)) return "it needs a shell to expand it";
      word = (word ?? "") + (sign === '"' ? inner.replace(/\\(["\\$`])/g, "$1") : inner);
      at = end;
    } else if (sign === "\\") {
      if (at + 1 === line.length) return "it ends in a backslash";
      at += 1;
      word = (word ?? "") + line[at];
    } else if (/\s/.test(sign)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else if (/[$`|;&<>*?(){}]/.test(sign)) return `it needs a shell to read ${sign}`;
    else if (sign === "#" && word === undefined) break;
    else word = (word ?? "") + sign;
  }
  if (word !== undefined) words.push(word);
  return words;
}

function closing(line: string, open: number): number {
  const quote = line[open];
  for (let at = open + 1; at < line.length; at += 1) {
    if (quote === '"' && line[at] === "\\") at += 1;
    else if (line[at] === quote) return at;
  }
  return -1;
}
