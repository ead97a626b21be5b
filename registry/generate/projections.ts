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

/** By UTF-8 bytes, as measured to be the fairest guess without a tokenizer. */
export function estimateTokens(shown: Projections): ToolEntry["tokens"] {
  const estimate = (text: string) => Math.ceil(Buffer.byteLength(text) / 4);
  return { index: estimate(shown.index), full: estimate(shown.full) };
}
