import { cutToTokens, estimateTokens } from "../document/token-estimate.ts";

/** Something whose text is to fit into a budget of tokens. */
export interface Weighed {
  readonly text: string;
}

/** The items that fit, in order, the text of the last one perhaps cut; and how many were left off. */
export interface Fitted<Item extends Weighed> {
  readonly kept: readonly (Item & { readonly tokens: number; readonly truncated: boolean })[];
  readonly tokens: number;
  readonly left_off: number;
}

/** Less of a text than this is no use; in tokens. */
const LEAST_PIECE = 60;

/**
 * Fills a budget in the given order. An item that is too large for what is left is cut if the rest is worth it (and always if it is the first),
 * else left off; smaller ones behind it still get their chance. Without a budget everything fits.
 */
export function fitBudget<Item extends Weighed>(items: readonly Item[], budget: number | undefined): Fitted<Item> {
  const kept: (Item & { tokens: number; truncated: boolean })[] = [];
  let left = budget ?? Number.POSITIVE_INFINITY;
  for (const item of items) {
    const tokens = estimateTokens(item.text);
    if (tokens <= left) {
      kept.push({ ...item, tokens, truncated: false });
      left -= tokens;
    } else if (left >= LEAST_PIECE || kept.length === 0) {
      const text = cutToTokens(item.text, left);
      const cut = estimateTokens(text);
      kept.push({ ...item, text, tokens: cut, truncated: true });
      left -= cut;
    }
  }
  return { kept, tokens: kept.reduce((sum, item) => sum + item.tokens, 0), left_off: items.length - kept.length };
}
