import type { Registry, ToolEntry } from "../entry.ts";
import { packageVersion } from "../project/package-root.ts";
import { TOKENIZER } from "./projections.ts";

/** Where the schema lies for a project that has nichekit installed; the same text on every machine. */
const SCHEMA = "../node_modules/nichekit/dist/schemas/registry.schema.json";

/** All that a registry says besides its tools and their graph, in the order of its keys. */
export function registryHead(): Omit<Registry, "tools" | "graph"> {
  return { $schema: SCHEMA, version: 1, nichekit: packageVersion(), tokenizer: TOKENIZER };
}

/*
 * The bytes of `logs/tool-registry.json` are those of `JSON.stringify(registry, null, 2)` and a line's end, made part by
 * part, so that they can be compared and written without the whole in memory.
 */

/** All before the first entry. */
export function headText(): string {
  return `${JSON.stringify(registryHead(), null, 2).slice(0, -2)},\n  "tools": [\n`;
}

/** An entry where it stands, four spaces deep; a comma and a line's end part two of them. */
export function entryText(entry: ToolEntry): string {
  return JSON.stringify([[entry]], null, 2).slice("[\n  [\n".length, -"\n  ]\n]".length);
}

/** All behind the last entry and its line's end. */
export function tailText(graph: Registry["graph"]): string {
  return `  ],\n${JSON.stringify({ graph }, null, 2).slice("{\n".length)}\n`;
}

/** `entries`: their texts, in the order of their ids. */
export function registryText(entries: readonly string[], graph: Registry["graph"]): string {
  if (entries.length === 0) return `${headText().slice(0, -1)}${tailText(graph).slice("  ".length)}`;
  return `${headText()}${entries.join(",\n")}\n${tailText(graph)}`;
}
