import { namesSecret } from "./secret-name.ts";

/** A shorter value stands in too many other places to be taken out of them. */
const SHORTEST = 6;

/** The values of the variables that are named like secrets: to be taken out wherever they occur. Longest first. */
export function secretValues(env: Readonly<Record<string, string | undefined>>): readonly string[] {
  const values = new Set<string>();
  for (const [name, value] of Object.entries(env)) {
    if (value !== undefined && value.length >= SHORTEST && namesSecret(name)) values.add(value);
  }
  return [...values].sort((a, b) => b.length - a.length || (a < b ? -1 : 1));
}
