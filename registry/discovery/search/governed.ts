import type { SearchHit, SearchReport, SearchWish } from "../../capability-port.ts";
import type { Catalog } from "../../catalog/catalog.ts";
import type { CapabilityCard } from "../../catalog/descriptor.ts";
import { units } from "../../text/words.ts";
import type { GateVerdict } from "../gates.ts";
import type { Reason } from "../visible-set.ts";
import { AN_EXACT_NAME } from "./exact-name.ts";
import type { SearchIndex } from "./index-cards.ts";
import { type IndexHits, searchIndex } from "./search-index.ts";

/** How many times better a capability of another kind must fit to be told of beside hits. */
const FAR_BETTER = 2;

/** What a search stands on: the same gates as the turn's. */
export interface SearchGround {
  readonly catalog: Catalog;
  readonly index: SearchIndex;
  /** What the gates let through. One function for as long as they say the same: it is asked once for every id. */
  admits(id: string): boolean;
  gate(card: CapabilityCard): GateVerdict;
  /** Ids that the present turn shows; undefined: no turn. */
  readonly visible: ReadonlySet<string> | undefined;
}

/**
 * A search under the discovery policy: what the gates close is not found, not
 * even named. A hit is evidence for the next turn and no right. Where nothing
 * is found, or nothing new, the reason says what to do instead.
 */
export function governedSearch(wish: SearchWish, ground: SearchGround): SearchReport {
  const { catalog, index, admits, gate, visible } = ground;
  const found = searchIndex(index, wish.query, { kinds: wish.kinds, limit: wish.limit, admits });
  const hits = found.hits.flatMap(({ id, kind, score, why }): SearchHit[] => {
    const card = catalog.card(id);
    const verdict = card === undefined ? undefined : gate(card);
    if (card === undefined || verdict?.open !== true) return [];
    const { title, summary } = card;
    const hit = { id, kind, title, summary, score, why, visible: visible?.has(id) ?? true, call: verdict.call };
    return [wish.projection === "index" ? hit : { ...hit, card: shortCard(card) }];
  });
  return { query: wish.query, hits, miss: missOf(wish, found, hits, ground), more: found.total - hits.length };
}

function shortCard({ source, risk, match, searched, execution }: CapabilityCard): unknown {
  return {
    source: `${source.type}:${source.name}`,
    risk,
    parameters: searched?.parameters ?? [],
    ...(searched?.returns === undefined ? {} : { returns: searched.returns }),
    ...(match === undefined ? {} : match),
    ...(execution === undefined ? {} : { allowed_tools: execution.allowedTools }),
  };
}

/** Why nothing, nothing new or nothing good was found, and what to do instead; null: there is something to go on with. */
function missOf(wish: SearchWish, found: IndexHits, hits: readonly SearchHit[], ground: SearchGround): Reason | null {
  const down = ground.catalog.sources.flatMap((one) => (one.state === "down" ? [{ name: one.source.name, reason: one.reason }] : []));
  const asked = wordsOf(wish.query);
  const named = down.find(({ name }) => [...wordsOf(name)].some((word) => asked.has(word)));
  if (named !== undefined) return sourceDown(named);
  const other = betterOfOtherKind(wish, found, ground);
  if (other !== undefined) return other;
  const [first] = hits;
  if (first !== undefined) return alreadyVisible(first, hits, ground);
  const [firstDown] = down;
  if (firstDown !== undefined) return sourceDown(firstDown);
  const text = "no word of it stands in anything that may be seen here: say it in other words, or list what there is with capability list";
  return { code: "no_match", text };
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(units(text).flatMap((unit) => (unit.kind === "word" ? unit.parts : [])));
}

/** Asked for one kind, one hears of another that fits far better. */
function betterOfOtherKind(wish: SearchWish, found: IndexHits, { index, admits }: SearchGround): Reason | undefined {
  if (wish.kinds.length === 0) return undefined;
  const [best] = searchIndex(index, wish.query, { kinds: [], limit: 1, admits }).hits;
  if (best === undefined || wish.kinds.includes(best.kind)) return undefined;
  if (best.score < FAR_BETTER * (found.hits[0]?.score ?? 0)) return undefined;
  const kinds = wish.kinds.join(" or ");
  const text =
    found.total === 0
      ? `no ${kinds} does it, but the ${best.kind} ${best.id} does`
      : `the ${best.kind} ${best.id} fits better than any ${kinds}: search without a kind`;
  return { code: "other_kind", text, evidence: best.id };
}

function alreadyVisible(first: SearchHit, hits: readonly SearchHit[], { visible }: SearchGround): Reason | null {
  if (visible === undefined || !first.visible) return null;
  if (first.score < AN_EXACT_NAME && hits.some((hit) => !hit.visible)) return null;
  const text = `this turn shows ${first.id} already: call it, there is nothing to search for`;
  return { code: "already_visible", text, evidence: first.id };
}

function sourceDown({ name, reason }: { readonly name: string; readonly reason: string }): Reason {
  const text = `the source ${name} does not answer now (${reason}): what it has cannot be found until it does; it is not that it does not exist`;
  return { code: "source_down", text, evidence: name };
}
