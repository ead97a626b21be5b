import { basename } from "node:path";
import { canonicalJson, sha256 } from "../canonical-json.ts";
import type { SourceState } from "../catalog/catalog.ts";
import type { CapabilityCard } from "../catalog/descriptor.ts";
import { type CapabilityDiff, capabilityDiff, type SeenTurn } from "../discovery/capability-diff.ts";
import type { DiscoveryInput, PolicySettings } from "../discovery/discovery-input.ts";
import type { Definition } from "../discovery/render-turn.ts";
import type { RenderedTurn } from "../discovery/rendered-turn.ts";
import type { VisibleSet } from "../discovery/visible-set.ts";
import { isToolError } from "../error/tool-error.ts";
import { keptContent } from "./content-store.ts";
import type { LoggedEvent } from "./event.ts";
import { readSession } from "./read-session.ts";
import { redactValue } from "./redact.ts";
import type { TurnStart } from "./state.ts";

export type ReplayPolicy = (
  cards: readonly CapabilityCard[],
  sources: readonly SourceState[],
  input: DiscoveryInput,
  settings: PolicySettings,
) => VisibleSet;

export type ReplayRender = (
  visible: VisibleSet,
  card: (id: string) => CapabilityCard | undefined,
  definition: (id: string) => Definition | undefined,
) => RenderedTurn;

/** What of a turn is not as it was recorded. */
export interface ReplayDifference {
  readonly turnId: string;
  readonly what: "snapshot" | "visible" | "diff" | "model_input";
  /** Ids that are there now and were not; that were there and are not. */
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly text: string;
}

export interface ReplayReport {
  readonly session: string;
  /** Versions of nichekit that recorded it. */
  readonly recordedBy: readonly string[];
  readonly turns: number;
  readonly differences: readonly ReplayDifference[];
}

export interface ReplayOptions {
  readonly command?: string | undefined;
  readonly warn?: ((message: string) => void) | undefined;
}

/** What a turn's catalog was: stored by its content. */
export interface StoredSnapshot {
  readonly cards: readonly CapabilityCard[];
  readonly sources: readonly SourceState[];
}

/**
 * Runs policy and rendering again on what each turn had before it, and compares
 * with what was recorded: the visible set in its order, the diff with its
 * reasons, the digest of the model's input. It reads the log and nothing else:
 * no tool, no project, no effect, and nothing is written.
 *
 * @throws ToolError `session_unknown`, `session_line_broken`
 */
export function replaySession(folder: string, policy: ReplayPolicy, render: ReplayRender, options: ReplayOptions = {}): ReplayReport {
  const { command = "niche" } = options;
  const differences: ReplayDifference[] = [];
  const versions = new Set<string>();
  const seen = new Map<string, SeenTurn>();
  /** Turns whose diff is still to come. */
  const open = new Map<string, { readonly turn: SeenTurn | undefined; readonly before: string | undefined }>();
  const lastOf = new Map<string, string>();
  let last: string | undefined;
  let turns = 0;
  const load = loader(folder, command);
  for (const event of readSession(folder, options)) {
    if (event.type === "session.start") versions.add(event.nichekit);
    if (event.type === "turn.start") {
      turns++;
      const { turn, found } = replayTurn(event, policy, render, load);
      differences.push(...found);
      open.set(event.turnId, { turn, before: lastOf.get(event.writer) ?? last });
      // Refusals, thousands of them, are asked for by the turn's own diff alone.
      if (turn !== undefined) seen.set(event.turnId, { ...turn, visible: { ...turn.visible, refusals: [] } });
      lastOf.set(event.writer, event.turnId);
      last = event.turnId;
    }
    if (event.type === "capability.diff") {
      const mine = open.get(event.turnId);
      open.delete(event.turnId);
      if (mine?.turn === undefined) continue;
      const since = event.since === undefined ? mine.before : (event.since ?? undefined);
      const before = since === undefined ? undefined : seen.get(since);
      const difference = diffDifference(event, capabilityDiff(before, mine.turn));
      if (difference !== undefined) differences.push(difference);
    }
  }
  return { session: basename(folder), recordedBy: [...versions].sort(), turns, differences };
}

type Load = (digest: string) => unknown;

/** Snapshots repeat from turn to turn: the last one is kept at hand. */
function loader(folder: string, command: string): Load {
  let held: { digest: string; value: unknown } | undefined;
  return (digest) => {
    if (held?.digest === digest) return held.value;
    const value = keptContent(folder, digest, { session: basename(folder), command });
    if (typeof value === "object" && value !== null && "cards" in value) held = { digest, value };
    return value;
  };
}

function replayTurn(
  start: TurnStart,
  policy: ReplayPolicy,
  render: ReplayRender,
  load: Load,
): { turn: SeenTurn | undefined; found: ReplayDifference[] } {
  const { turnId } = start;
  let snapshot: StoredSnapshot;
  let definitions: Map<string, Definition>;
  try {
    snapshot = load(start.catalog) as StoredSnapshot;
    definitions = new Map(Object.entries(start.definitions).map(([id, digest]) => [id, load(digest) as Definition]));
  } catch (error) {
    if (!isToolError(error)) throw error;
    return { turn: undefined, found: [{ turnId, what: "snapshot", added: [], removed: [], text: error.message }] };
  }
  const found: ReplayDifference[] = [];
  const visible = policy(snapshot.cards, snapshot.sources, start.input, start.settings);
  const ids = visible.members.map(({ id }) => id);
  const difference = setDifference(turnId, start.visible, ids);
  if (difference !== undefined) found.push(difference);
  const cards = new Map(snapshot.cards.map((card) => [card.id, card]));
  const text = modelInputFault(start, () =>
    render(
      visible,
      (id) => cards.get(id),
      (id) => definitions.get(id),
    ),
  );
  if (text !== undefined) found.push({ turnId, what: "model_input", added: [], removed: [], text });
  const digests = new Map(ids.map((id) => [id, cards.get(id)?.digest]));
  return { turn: { visible, digest: (id) => digests.get(id) }, found };
}

function setDifference(turnId: string, recorded: readonly string[], now: readonly string[]): ReplayDifference | undefined {
  if (canonicalJson(recorded) === canonicalJson(now)) return undefined;
  const [was, is] = [new Set(recorded), new Set(now)];
  const added = now.filter((id) => !was.has(id));
  const removed = recorded.filter((id) => !is.has(id));
  const text =
    added.length + removed.length === 0
      ? "the same capabilities are visible, in another order"
      : [
          ...(added.length === 0 ? [] : [`${added.join(", ")} would be visible now`]),
          ...(removed.length === 0 ? [] : [`${removed.join(", ")} would not be visible now`]),
        ].join("; ");
  return { turnId, what: "visible", added, removed, text };
}

function modelInputFault(start: TurnStart, render: () => RenderedTurn): string | undefined {
  let rendered: RenderedTurn;
  try {
    rendered = render();
  } catch (error) {
    return `it cannot be rendered: ${(error as Error).message}`;
  }
  const digest = sha256(rendered.modelInput);
  return digest === start.modelInput ? undefined : `the model would be given other bytes: ${digest} instead of ${start.modelInput}`;
}

type DiffEvent = Extract<LoggedEvent, { type: "capability.diff" }>;

function diffDifference(recorded: DiffEvent, now: CapabilityDiff): ReplayDifference | undefined {
  const { added, removed, changed } = recorded;
  // What was recorded had passed the redaction.
  const redacted = redactValue(now);
  if (canonicalJson({ added, removed, changed }) === canonicalJson(redacted)) return undefined;
  const words = (diff: Pick<DiffEvent, "added" | "removed" | "changed">) =>
    new Set((["added", "removed", "changed"] as const).flatMap((kind) => diff[kind].map((entry) => `${kind} ${canonicalJson(entry)}`)));
  const [was, is] = [words(recorded), words(redacted)];
  const idOf = (word: string) => (JSON.parse(word.slice(word.indexOf(" ") + 1)) as { id: string }).id;
  const idsBut = (some: ReadonlySet<string>, others: ReadonlySet<string>) =>
    [...new Set([...some].filter((word) => !others.has(word)).map(idOf))].sort();
  const [gained, lost] = [idsBut(is, was), idsBut(was, is)];
  const about = [...new Set([...gained, ...lost])].sort();
  const text = `what changed since the turn before is told otherwise${about.length === 0 ? ", in another order" : `: ${about.join(", ")}`}`;
  return { turnId: recorded.turnId, what: "diff", added: gained, removed: lost, text };
}
