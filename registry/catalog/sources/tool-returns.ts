import type { JsonSchema } from "../../tool-meta/tool-meta.ts";

const MOST_DEPTH = 5;
const MOST_CHARACTERS = 1000;
const INNER = ["properties", "$defs"] as const;
const BRANCHES = ["anyOf", "oneOf", "allOf"] as const;

/** What a tool gives back, in words that a search can find: the names and descriptions of its output schema's properties. */
export function returnsText(schema: JsonSchema | undefined): string | undefined {
  const words: string[] = [];
  if (schema !== undefined) collect(schema, words, 0);
  const text = [...new Set(words)].join(" ").slice(0, MOST_CHARACTERS);
  return text === "" ? undefined : text;
}

function collect(schema: unknown, words: string[], depth: number): void {
  if (typeof schema !== "object" || schema === null || depth > MOST_DEPTH) return;
  const held = schema as Record<string, unknown>;
  if (typeof held.description === "string") words.push(held.description);
  for (const key of INNER) {
    for (const [name, inner] of Object.entries((held[key] ?? {}) as object)) {
      if (key === "properties") words.push(name);
      collect(inner, words, depth + 1);
    }
  }
  for (const key of BRANCHES) if (Array.isArray(held[key])) for (const branch of held[key]) collect(branch, words, depth + 1);
  collect(held.items, words, depth + 1);
}
