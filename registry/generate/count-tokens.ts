import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import type { ToolEntry } from "../entry.ts";
import { type Projections, tokenSeal } from "./projections.ts";

/** Exact counts with their seal. Heavy to load: reach it by `import()` when something must be counted. */
export function sealedTokens(shown: Projections): ToolEntry["tokens"] {
  const counts = { index: count(shown.index), full: count(shown.full) };
  return { ...counts, seal: tokenSeal(shown, counts) };
}

/** Text that looks like a special token is text: a summary may well speak of `<|endoftext|>`. */
function count(text: string): number {
  return countTokens(text, { disallowedSpecial: new Set<string>() });
}
