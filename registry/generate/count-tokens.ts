import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import type { ToolEntry } from "../entry.ts";
import type { Projections } from "./projections.ts";

/** Exact counts. Heavy to load (145 ms, 60 MB): reach it by `import()` when something must be counted. */
export function exactTokens(shown: Projections): ToolEntry["tokens"] {
  return { index: count(shown.index), full: count(shown.full) };
}

/** Text that looks like a special token is text: a summary may well speak of `<|endoftext|>`. */
function count(text: string): number {
  return countTokens(text, { disallowedSpecial: new Set<string>() });
}
