import { exactTokens } from "../../registry/generate/count-tokens.ts";

/** Tokens of each text by the registry's tokenizer. Heavy to load: reach it by `import()`. */
export function tokensOf(texts: readonly string[]): number[] {
  return texts.map((full) => exactTokens({ index: "", full }).full);
}
