import { createHash } from "node:crypto";
import type { ToolEntry } from "../entry.ts";

/** The tokenizer that the registry's counts are made with. */
export const TOKENIZER = "o200k_base";

/** What a model is shown of a tool: one line in an index, or the whole definition. */
export interface Projections {
  index: string;
  full: string;
}

export function projections(tool: Pick<ToolEntry, "id" | "summary" | "input_schema">): Projections {
  const description = tool.summary ?? "";
  return {
    index: `${tool.id}: ${description}`,
    full: JSON.stringify({ name: tool.id, description, input_schema: tool.input_schema ?? { type: "object" } }),
  };
}

/**
 * Binds counts to the texts they were made of. With it a check can tell that recorded counts are still the
 * tokenizer's without loading the tokenizer (145 ms, 60 MB): a count or a text that was changed no longer
 * meets its seal, and is counted anew. It guards against accidents; who forges it is caught by a fresh count.
 */
export function tokenSeal(shown: Projections, counts: { index: number; full: number }): string {
  const sealed = JSON.stringify([TOKENIZER, shown.index, shown.full, counts.index, counts.full]);
  return createHash("sha256").update(sealed).digest("hex").slice(0, 16);
}

/** By UTF-8 bytes, as measured to be the fairest guess without a tokenizer. Unsealed, so never taken for a count. */
export function estimateTokens(shown: Projections): ToolEntry["tokens"] {
  const estimate = (text: string) => Math.ceil(Buffer.byteLength(text) / 4);
  return { index: estimate(shown.index), full: estimate(shown.full) };
}
