import { randomBytes } from "node:crypto";
import { canonicalJson, sha256 } from "../../registry/canonical-json.ts";
import type { TurnWish } from "../../registry/capability-port.ts";
import type { Catalog } from "../../registry/catalog/catalog.ts";
import type { CapabilityCard } from "../../registry/catalog/descriptor.ts";
import { type CapabilityDiff, capabilityDiff, type SeenTurn } from "../../registry/discovery/capability-diff.ts";
import type { DiscoveryInput, PolicySettings } from "../../registry/discovery/discovery-input.ts";
import { decideVisible } from "../../registry/discovery/policy.ts";
import { renderTurn } from "../../registry/discovery/render-turn.ts";
import type { RenderedTurn } from "../../registry/discovery/rendered-turn.ts";
import type { SearchIndex } from "../../registry/discovery/search/index-cards.ts";
import type { VisibleSet } from "../../registry/discovery/visible-set.ts";
import { fault } from "../../registry/error/catalogue.ts";
import { PERMISSION_MODES, type PermissionMode, stricterMode } from "../../registry/permission/mode.ts";
import type { Project } from "../../registry/project/project.ts";
import type { SessionBook } from "./book.ts";
import { definitionsOf } from "./definitions.ts";
import { turnInput } from "./turn-input.ts";

export interface PresentTurn extends SeenTurn {
  readonly turnId: string | null;
  readonly input: DiscoveryInput;
  readonly visible: VisibleSet;
  readonly rendered: RenderedTurn;
  readonly diff: CapabilityDiff;
  readonly catalog: Catalog;
}

export interface TurnGround {
  readonly project: Project;
  readonly cwd: string;
  readonly mode: PermissionMode;
  readonly settings: PolicySettings;
  readonly catalog: Catalog;
  readonly index: SearchIndex;
  readonly book: SessionBook;
  /** The turn before, of this process. */
  readonly before: PresentTurn | undefined;
  /** False: only looked at, nothing begins. */
  readonly recorded: boolean;
}

/**
 * One turn: the policy over what is known now, the definitions that its
 * rendering needs, what changed since the turn before. Everything that replay
 * needs is stored before the turn is announced.
 */
export async function computeTurn(wish: TurnWish, ground: TurnGround): Promise<PresentTurn> {
  const { project, cwd, settings, catalog, index, book } = ground;
  if (wish.mode !== undefined && !PERMISSION_MODES.includes(wish.mode))
    throw fault("mode_unknown", { mode: String(wish.mode), modes: PERMISSION_MODES.join(", ") });
  const mode = wish.mode === undefined ? ground.mode : stricterMode(ground.mode, wish.mode);
  // Decided on what the log will have, so that replay decides the same.
  const input = book.withoutSecrets(
    turnInput(wish, { command: project.command, root: project.root, cwd, mode, catalog, state: book.state() }),
  );
  const visible = decideVisible(catalog.cards(), catalog.sources, input, settings, index);
  // Without a session too: the next turn goes on from this one, whether it is written down or only kept in memory.
  const turnId = ground.recorded ? `t${Date.now().toString(36)}${randomBytes(3).toString("hex")}` : null;
  const since = ground.before?.turnId ?? book.state().turnId;
  const before = ground.before ?? turnBefore(book);
  const shownBefore = new Set(
    before?.visible.members.filter(({ projection }) => projection === "full").map(({ id }) => `${id} ${before.digest(id)}`),
  );
  const definitions = await definitionsOf(visible, catalog, book, (id, digest) => {
    if (turnId !== null && !shownBefore.has(`${id} ${digest}`))
      book.record({ type: "capability.loaded", turnId, id, kind: "tool", digest });
  });
  const rendered = renderTurn(
    visible,
    (id) => catalog.card(id),
    (id) => definitions.get(id),
  );
  const seen: SeenTurn = { visible, digest: (id) => catalog.card(id)?.digest };
  const diff = capabilityDiff(before, seen);
  if (turnId !== null) {
    const kept: Record<string, string> = {};
    for (const [id, definition] of definitions) kept[id] = book.keep(definition);
    book.record({
      type: "turn.start",
      turnId,
      input,
      settings,
      catalog: book.keepNamed(`${catalog.digest} ${canonicalJson(catalog.sources)}`, () => ({
        cards: [...catalog.cards()],
        sources: catalog.sources,
      })),
      definitions: kept,
      modelInput: sha256(rendered.modelInput),
      visible: visible.members.map(({ id }) => id),
    });
    book.record({ type: "capability.diff", turnId, ...diff, since, policyInputs: input });
  }
  return { ...seen, turnId: book.id === null ? null : turnId, input, rendered, diff, catalog };
}

/** The session's last turn, which another process made: its set follows from what it stored. */
function turnBefore(book: SessionBook): SeenTurn | undefined {
  const { lastTurn } = book.state();
  if (lastTurn === undefined) return undefined;
  const stored = book.kept(lastTurn.catalog) as { cards: readonly CapabilityCard[]; sources: Catalog["sources"] } | undefined;
  if (stored === undefined) return undefined;
  const digests = new Map(stored.cards.map(({ id, digest }) => [id, digest]));
  return {
    visible: decideVisible(stored.cards, stored.sources, lastTurn.input, lastTurn.settings),
    digest: (id) => digests.get(id),
  };
}
