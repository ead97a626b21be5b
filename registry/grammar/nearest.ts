import { distance } from "fastest-levenshtein";

/**
 * The existing spelling nearest to a wrong one, or undefined where none is near
 * enough to be meant. A spelling that begins with the wrong one counts as near;
 * else at most a third of the letters may differ. In a word of up to four
 * letters one letter may be missing, too many, or swapped with its neighbour,
 * but none replaced by another: `get` is not a misspelt `set`.
 */
export function nearest(wrong: string, existing: readonly string[]): string | undefined {
  const plain = simplify(wrong);
  let best: string | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const candidate of existing) {
    const far = apart(plain, simplify(candidate));
    if (far < least) [best, least] = [candidate, far];
  }
  return best;
}

/** Edits between the two, or infinity where they are too far apart for one to be meant by the other. */
function apart(wrong: string, right: string): number {
  if (wrong === right) return 0;
  if (wrong.length > 2 && right.startsWith(wrong)) return 0.5;
  if (isSwap(wrong, right)) return 0.8;
  const edits = distance(wrong, right);
  if (wrong.length <= 4) return edits === 1 && wrong.length > 1 && wrong.length !== right.length ? 1 : Number.POSITIVE_INFINITY;
  return edits <= Math.ceil(wrong.length / 3) && edits < right.length ? edits : Number.POSITIVE_INFINITY;
}

function isSwap(wrong: string, right: string): boolean {
  if (wrong.length !== right.length) return false;
  const at = [...wrong].findIndex((letter, index) => letter !== right[index]);
  return wrong[at] === right[at + 1] && wrong[at + 1] === right[at] && wrong.slice(at + 2) === right.slice(at + 2);
}

/** Dashes at the start count for nothing, so that `--t` is as short as it looks. */
function simplify(word: string): string {
  return word.toLowerCase().replaceAll("_", "-").replace(/^-+/, "");
}
