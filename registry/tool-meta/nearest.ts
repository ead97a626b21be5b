import { distance } from "fastest-levenshtein";

/** The known word that a misspelt one most likely means; undefined if none is near. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  let best: string | undefined;
  let least = Math.max(2, Math.floor(word.length / 3)) + 1;
  const plain = normal(word);
  for (const candidate of known) {
    const steps = distance(plain, normal(candidate));
    if (steps < least) {
      least = steps;
      best = candidate;
    }
  }
  return best;
}

/** `dry-run`, `dryRun` and `Dry_Run` are one word. */
function normal(word: string): string {
  return word.replace(/[-_]/g, "").toLowerCase();
}
