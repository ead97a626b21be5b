const VOWEL = /[aeiouy]/;

/**
 * Folds English inflections that a searcher does not mean to tell apart: plural, -ed, -ing, a final -e. These are the
 * first step of Porter's algorithm (1980) with its vowel condition; the later steps (-ation, -ness) are left out, since
 * in technical text they join words that differ (`generic`, `generate`). Only lower-case ASCII words of four letters or more change.
 */
export function stem(word: string): string {
  if (word.length < 4 || !/^[a-z]+$/.test(word)) return word;
  return ending(verb(plural(word)));
}

function plural(word: string): string {
  if (!word.endsWith("s") || /(?:ss|us|is)$/.test(word)) return word;
  if (word.endsWith("sses")) return word.slice(0, -2);
  if (word.endsWith("ies") && word.length > 4) return `${word.slice(0, -3)}y`;
  return word.slice(0, -1);
}

function verb(word: string): string {
  const suffix = word.endsWith("ing") ? 3 : word.endsWith("ed") && !word.endsWith("eed") ? 2 : 0;
  const rest = word.slice(0, word.length - suffix);
  if (suffix === 0 || rest.length < 3 || !VOWEL.test(rest)) return word;
  return /([bdfgmnprt])\1$/.test(rest) ? rest.slice(0, -1) : rest;
}

function ending(word: string): string {
  if (word.length > 3 && word.endsWith("e") && !word.endsWith("ee")) return word.slice(0, -1);
  return word.length > 5 && word.endsWith("ll") ? word.slice(0, -1) : word;
}
