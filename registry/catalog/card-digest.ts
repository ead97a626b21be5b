import { digestOf } from "../canonical-json.ts";
import type { CapabilityCard } from "./descriptor.ts";

/** Longest summary of a card, in characters. */
export const SUMMARY_LIMIT = 1024;

/** One line without control characters, which a terminal would obey; at most `SUMMARY_LIMIT` characters. */
export function summaryLine(text: string): string {
  const line = text.replace(/[\s\p{Cc}]+/gu, " ").trim();
  if (line.length <= SUMMARY_LIMIT) return line;
  const characters = [...line];
  return characters.length <= SUMMARY_LIMIT ? line : `${characters.slice(0, SUMMARY_LIMIT - 1).join("")}…`;
}

/** Without a tokenizer: UTF-8 bytes / 4, the fairest guess that was measured. */
export function tokensOf(texts: { readonly index: string; readonly full: number | string }): CapabilityCard["tokens"] {
  const full = typeof texts.full === "number" ? texts.full : Buffer.byteLength(texts.full);
  return { index: Math.ceil(Buffer.byteLength(texts.index) / 4), full: Math.ceil(full / 4) };
}

/**
 * A card with its digest. `loaded` is what `load()` gives, or what stands for it
 * where loading is put off (a file's size and times): whenever that changes, so
 * does the digest.
 */
export function sealedCard(card: Omit<CapabilityCard, "digest">, loaded: unknown): CapabilityCard {
  return { ...card, digest: digestOf({ card, loaded }) };
}
