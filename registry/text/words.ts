import { stem } from "./stem.ts";

/**
 * One unit of text as search sees it. A word holds its folded parts (`getUserName` → get, user, nam) and, if it has
 * several, the whole written without separators, so that `docs-fetch`, `docs_fetch` and `docsFetch` are one identifier
 * (`useFoo.ts` is two: with and without its ending). Stemmed like a word: `sqlite` finds `SQLite`.
 * A run of Chinese, Japanese or Korean is kept as it stands and searched by its bigrams.
 */
export type Unit =
  | { readonly kind: "word"; readonly parts: readonly string[]; readonly wholes: readonly string[] }
  | { readonly kind: "run"; readonly run: string };

/** The terms of a text in order, and the whole identifiers in it. */
export interface Terms {
  readonly words: string[];
  readonly wholes: string[];
}

const CJK = "\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Hangul}\\u30FC\\u3005\\u3006";
// c++, c# and f# are names; in any other place + and # separate.
const UNITS = new RegExp(
  `(?<run>[${CJK}]+)|(?<![\\p{L}\\p{N}])(?<sign>[a-zA-Z](?:\\+\\+|#))(?![\\p{L}\\p{N}])|(?<word>(?:(?![${CJK}])[\\p{L}\\p{N}\\p{M}])+(?:[_.-]+(?:(?![${CJK}])[\\p{L}\\p{N}\\p{M}])+)*)`,
  "gu",
);
const CASE_BORDER = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;
const LATIN_MARKS = /[\u00C0-\u024F\u1E00-\u1EFF]/;
/** Longer words are data (base64, hashes): nobody types them, and each would be a term of its own. */
const LONGEST_WORD = 80;

/** What can be part of a unit; everything between such chunks separates. */
const ASCII_CHUNK = /[A-Za-z0-9_.+#-]+/g;
const CHUNK = /[\p{L}\p{N}\p{M}_.+#-]+/gu;
const ASCII = /^[\0-\x7f]*$/;
/** Of the memory below; text repeats its words, so most chunks are analysed once. */
const REMEMBERED_CHUNKS = 50_000;
const LONGEST_REMEMBERED = 40;

const remembered = new Map<string, readonly Unit[]>();

/** The units of a text, after NFKC folding (full-width letters, half-width kana, ligatures). */
export function units(text: string): Unit[] {
  const ascii = ASCII.test(text);
  const found: Unit[] = [];
  for (const chunk of (ascii ? text : text.normalize("NFKC")).match(ascii ? ASCII_CHUNK : CHUNK) ?? []) {
    let known = remembered.get(chunk);
    if (!known) {
      known = chunkUnits(chunk);
      if (remembered.size >= REMEMBERED_CHUNKS) remembered.clear();
      if (chunk.length <= LONGEST_REMEMBERED) remembered.set(chunk, known);
    }
    for (const unit of known) found.push(unit);
  }
  return found;
}

function chunkUnits(chunk: string): Unit[] {
  return Array.from(chunk.matchAll(UNITS), (match): Unit => {
    const { run, sign, word } = match.groups as { run?: string; sign?: string; word?: string };
    if (run !== undefined) return { kind: "run", run };
    return sign === undefined ? wordUnit(word as string) : { kind: "word", parts: [sign.toLowerCase()], wholes: [] };
  });
}

/** All terms of a text: folded words, bigrams, and after each run its last character, so that one character is findable too. */
export function terms(text: string): Terms {
  const words: string[] = [];
  const wholes: string[] = [];
  for (const unit of units(text)) {
    if (unit.kind === "run") {
      for (const term of bigrams(unit.run)) words.push(term);
      if (unit.run.length > 1) words.push(lastCharacter(unit.run));
      continue;
    }
    for (const part of unit.parts) words.push(part);
    for (const whole of unit.wholes) wholes.push(whole);
  }
  return { words, wholes };
}

/** Neighbouring pairs of characters; a lone character stands for itself. */
export function bigrams(run: string): string[] {
  const characters = isBmp(run) ? run : Array.from(run);
  if (characters.length === 1) return [characters[0] as string];
  const pairs: string[] = [];
  for (let at = 0; at + 1 < characters.length; at++) pairs.push(`${characters[at]}${characters[at + 1]}`);
  return pairs;
}

function wordUnit(text: string): Unit {
  const parts = pieces(text);
  const wholes = new Set<string>();
  // Version numbers keep their dots: 3.45 is not 345.
  if (parts.length > 1) wholes.add(/^[\d.]+$/.test(text) ? text : parts.join(""));
  for (const segment of text.split(".")) {
    const inner = pieces(segment);
    if (inner.length > 1) wholes.add(inner.join(""));
  }
  return { kind: "word", parts: parts.map(stem), wholes: [...wholes].filter((whole) => whole.length <= LONGEST_WORD * 2).map(stem) };
}

function pieces(text: string): string[] {
  return text
    .split(/[_.-]+/)
    .flatMap((piece) => piece.split(CASE_BORDER))
    .map(fold)
    .filter((piece) => piece !== "" && piece.length <= LONGEST_WORD);
}

function fold(piece: string): string {
  const lower = piece.toLowerCase();
  return LATIN_MARKS.test(lower) ? lower.normalize("NFD").replace(/\p{M}+/gu, "") : lower;
}

function lastCharacter(run: string): string {
  return isBmp(run) ? (run.at(-1) as string) : (Array.from(run).at(-1) as string);
}

function isBmp(text: string): boolean {
  return !/[\uD800-\uDFFF]/.test(text);
}
