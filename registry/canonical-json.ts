import { createHash } from "node:crypto";

/**
 * JSON whose bytes depend on the value alone: keys sorted by code unit, no
 * spaces, what is undefined left out (RFC 8785 for the values that occur here).
 */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, held: unknown) => {
    if (typeof held !== "object" || held === null || Array.isArray(held)) return held;
    const keys = Object.keys(held);
    if (keys.every((key, at) => at === 0 || (keys[at - 1] as string) < key)) return held;
    // Without a prototype, so that a key `__proto__` stays a key.
    const sorted = Object.create(null) as Record<string, unknown>;
    for (const key of keys.sort()) sorted[key] = (held as Record<string, unknown>)[key];
    return sorted;
  });
}

/** SHA-256 (hex) of a text's UTF-8. */
export function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** SHA-256 (hex) of the canonical JSON of a value. */
export function digestOf(value: unknown): string {
  return sha256(canonicalJson(value));
}
