import { distance } from "fastest-levenshtein";

/**
 * The existing spelling nearest to a wrong one, or undefined where none is near
 * enough to be meant: at most a third of the letters may differ, two in short
 * words. A spelling that begins with the wrong one counts as near.
 */
export function nearest(wrong: string, existing: readonly string[]): string | undefined {
  let best: string | undefined;
  let least = Number.POSITIVE_INFINITY;
  const plain = simplify(wrong);
  for (const candidate of existing) {
    const other = simplify(candidate);
    const far = plain.length > 2 && other.startsWith(plain) ? 0.5 : distance(plain, other);
    if (far < least) [best, least] = [candidate, far];
  }
  return least <= Math.max(2, Math.ceil(wrong.length / 3)) && least < wrong.length ? best : undefined;
}

function simplify(word: string): string {
  return word.toLowerCase().replaceAll("_", "-");
}
