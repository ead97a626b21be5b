import { decideVisible } from "../../../registry/discovery/policy.ts";
import { buildIndex, type SearchIndex } from "../../../registry/discovery/search/index-cards.ts";
import { keptContent } from "../../../registry/session/content-store.ts";
import type { SnapshotFacts } from "../../../registry/session/explain.ts";
import type { ReplayPolicy, StoredSnapshot } from "../../../registry/session/replay.ts";
import type { TurnStart } from "../../../registry/session/state.ts";
import type { ChosenSession } from "./chosen-session.ts";

/** The discovery policy, which indexes cards once where turn after turn has the same. */
export function presentPolicy(): ReplayPolicy {
  let indexed: { cards: Parameters<ReplayPolicy>[0]; index: SearchIndex } | undefined;
  return (cards, sources, input, settings) => {
    if (indexed?.cards !== cards) indexed = { cards, index: buildIndex(cards) };
    return decideVisible(cards, sources, input, settings, indexed.index);
  };
}

/** What a turn's stored snapshot says of a capability. @throws ToolError `session_content_broken` */
export function snapshotFacts(session: ChosenSession, turn: TurnStart, id: string): SnapshotFacts {
  const { cards, sources } = keptContent(session.folder, turn.catalog, {
    session: session.given,
    command: session.command,
  }) as StoredSnapshot;
  return { card: cards.find((card) => card.id === id), decided: presentPolicy()(cards, sources, turn.input, turn.settings) };
}
