import type { SearchHit, SearchReport, SearchWish } from "../../capability-port.ts";
import type { Catalog } from "../../catalog/catalog.ts";
import type { CapabilityCard } from "../../catalog/descriptor.ts";
import { units } from "../../text/words.ts";
import type { GateVerdict } from "../gates.ts";
import type { Reason } from "../visible-set.ts";
import type { SearchIndex } from "./index-cards.ts";
import { type IndexHits, searchIndex } from "./search-index.ts";

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

function missOf(wish: SearchWish, found: IndexHits, hits: readonly SearchHit[], ground: SearchGround): Reason | null {
  const down = ground.catalog.sources.flatMap((one) => (one.state === "down" ? [{ name: one.source.name, reason: one.reason }] : []));
  const asked = new Set(units(wish.query).flatMap((unit) => (unit.kind === "word" ? unit.parts : [])));
  const named = down.find(({ name }) => units(name).some((unit) => unit.kind === "word" && unit.parts.some((part) => asked.has(part))));
  if (named !== undefined) return sourceDown(named);
  const [first] = hits;
  if (first !== undefined) {
    if (ground.visible === undefined || hits.some(({ visible }) => !visible)) return null;
    const text = `this turn shows ${first.id} already: call it, there is nothing to search for`;
    return { code: "already_visible", text, evidence: first.id };
  }
  const [other] = wish.kinds.length === 0 ? [] : searchIndex(ground.index, wish.query, { kinds: [], limit: 1, admits: ground.admits }).hits;
  if (other !== undefined) {
    return {
      code: "other_kind",
      text: `no ${wish.kinds.join(" or ")} does it, but the ${other.kind} ${other.id} does`,
      evidence: other.id,
    };
  }
  const [firstDown] = down;
  if (firstDown !== undefined && found.total === 0) return sourceDown(firstDown);
  return { code: "no_match", text: "no word of it stands in any capability that may be seen here; say it in other words" };
}

function sourceDown({ name, reason }: { readonly name: string; readonly reason: string }): Reason {
  return { code: "source_down", text: `the source ${name} does not answer now (${reason}): what it has cannot be found`, evidence: name };
}
