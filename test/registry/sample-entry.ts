import type { Registry, ToolEntry } from "../../registry/entry.ts";
import { entryOf } from "../../registry/generate/entry-of.ts";
import type { ToolMeta } from "../../registry/tool-meta/tool-meta.ts";

/** A tool's entry for tests: a small sound one, with what the test is about. */
export function sampleEntry(meta: Partial<ToolMeta> = {}): ToolEntry {
  const whole: ToolMeta = {
    noun: "docs",
    verb: "fetch",
    preconditions: [],
    idempotent: true,
    side_effects: [],
    output: { format: "json" },
    env: [],
    ...meta,
  };
  return entryOf(whole, { source: `lib/${whole.noun}-${whole.verb}.ts`, runner: "module", sha256: "0".repeat(64) });
}

export function sampleRegistry(...tools: readonly ToolEntry[]): Registry {
  return { $schema: "x", version: 1, nichekit: "0.0.0", tokenizer: "o200k_base", tools, graph: { provides: [] } };
}
