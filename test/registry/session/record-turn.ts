import { sha256 } from "../../../registry/canonical-json.ts";
import type { CapabilityCard } from "../../../registry/catalog/descriptor.ts";
import { capabilityDiff, type SeenTurn } from "../../../registry/discovery/capability-diff.ts";
import type { DiscoveryInput } from "../../../registry/discovery/discovery-input.ts";
import { type Definition, renderTurn } from "../../../registry/discovery/render-turn.ts";
import type { ReplayPolicy } from "../../../registry/session/replay.ts";
import type { SessionWriter } from "../../../registry/session/writer.ts";
import { INPUT, SETTINGS } from "./turn-start.ts";

export function testCard(name: string, extra: Partial<CapabilityCard> = {}): CapabilityCard {
  return {
    id: `local__${name}`,
    kind: "tool",
    title: name.replaceAll("-", " "),
    summary: `The ${name} of this project.`,
    source: { type: "local", name: "local" },
    risk: "low",
    row: "reads",
    effects: [],
    tokens: { index: 10, full: 100 },
    digest: sha256(`${name} ${JSON.stringify(extra)}`),
    ...extra,
  };
}

/** A policy small enough to see through: what the goal names is shown. */
export const namedByGoal: ReplayPolicy = (cards, _sources, input) => ({
  members: cards
    .filter(({ title }) => input.userGoal.includes(title))
    .map(({ id, kind, title, tokens }) => ({
      id,
      kind,
      projection: "full",
      reason: { code: "goal", text: `the goal names ${title}` },
      score: 1,
      tokens: tokens.full,
      call: "runs",
    })),
  refusals: cards
    .filter(({ title }) => !input.userGoal.includes(title))
    .map(({ id }) => ({ id, reason: { code: "no_signal", text: "nothing" }, gated: false })),
  budget: { limit: 1500, used: 0 },
});

export interface RecordedTurn {
  readonly turnId: string;
  readonly cards: readonly CapabilityCard[];
  readonly input?: Partial<DiscoveryInput>;
  readonly before?: SeenTurn | undefined;
  readonly policy?: ReplayPolicy;
  readonly since?: string | null;
}

/** Records a turn as the harness does: snapshot and definitions stored first, then the turn, then what changed. */
export function recordTurn(writer: SessionWriter, { turnId, cards, before, policy = namedByGoal, since, ...turn }: RecordedTurn): SeenTurn {
  const sources = [{ source: { type: "local", name: "local" }, state: "ready" }] as const;
  const input = { ...INPUT, ...turn.input };
  const visible = policy(cards, sources, input, SETTINGS);
  const definition = (id: string): Definition => ({ description: `What ${id} does.`, schema: { type: "object" } });
  const rendered = renderTurn(visible, (id) => cards.find((card) => card.id === id), definition);
  const definitions = Object.fromEntries(visible.members.map(({ id }) => [id, writer.keep(definition(id))]));
  writer.append({
    type: "turn.start",
    turnId,
    input,
    settings: SETTINGS,
    catalog: writer.keep({ cards, sources }),
    definitions,
    modelInput: sha256(rendered.modelInput),
    visible: visible.members.map(({ id }) => id),
  });
  const seen: SeenTurn = { visible, digest: (id) => cards.find((card) => card.id === id)?.digest };
  writer.append({
    type: "capability.diff",
    turnId,
    ...capabilityDiff(before, seen),
    ...(since === undefined ? {} : { since }),
    policyInputs: input,
  });
  return seen;
}
