import type { SearchIndex } from "../search/index-cards.ts";
import { searchIndex } from "../search/search-index.ts";
import type { Signal } from "./signal.ts";

/** At most so many capabilities are spoken for by the goal, and none that fits less than this part of the best. */
const MOST = 12;
const LEAST = 0.35;
const WEIGHT = 3.5;

/** What the words of the goal find, by the same search as the tools': the best fit weighs full, the others in proportion. */
export function goalSignal(goal: string, index: SearchIndex, admits: (id: string) => boolean): Signal {
  if (goal.trim() === "") return () => undefined;
  const { hits } = searchIndex(index, goal, { kinds: [], limit: MOST, admits });
  const best = hits[0]?.score ?? 0;
  const fits = new Map(hits.filter(({ score }) => score >= best * LEAST).map((hit) => [hit.id, hit]));
  return ({ id }) => {
    const hit = fits.get(id);
    if (hit === undefined) return undefined;
    return { weight: (WEIGHT * hit.score) / best, reason: { code: "goal", text: `the goal names it: ${hit.why}`, evidence: hit.why } };
  };
}
