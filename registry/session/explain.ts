import type { CapabilityCard } from "../catalog/descriptor.ts";
import type { Reason, VisibleSet } from "../discovery/visible-set.ts";
import type { LoggedEvent } from "./event.ts";
import { type CallFacts, type TurnFacts, turnFacts } from "./explain-facts.ts";
import { sharedWords } from "./shared-words.ts";

/** The seven causes of contract 4.12, and that nothing was amiss. */
export type Cause =
  | "chosen_wrongly"
  | "failed"
  | "should_not_be_visible"
  | "not_found"
  | "description_weak"
  | "source_stale"
  | "mode_stale"
  | "all_right";

/** A line of the log that speaks for the cause. */
export interface Evidence {
  /** `<writer>:<seq>`. */
  readonly line: string;
  readonly text: string;
}

export interface Attribution {
  readonly cause: Cause;
  /** A sentence for people. */
  readonly text: string;
  readonly visible: boolean;
  /** Why it was there, or was not; null where the log does not tell. */
  readonly reason: Reason | null;
  readonly evidence: readonly Evidence[];
}

/** What the turn's stored snapshot adds to the events. */
export interface SnapshotFacts {
  /** Undefined: the catalog had no such capability. */
  readonly card: CapabilityCard | undefined;
  /** The policy's answer to the stored input, computed again. */
  readonly decided: VisibleSet;
}

/** A hit behind this rank was found only by the way. */
const GOOD_RANK = 5;
const STALE_CODES: ReadonlySet<string> = new Set(["capability_gone", "capability_changed", "source_down"]);
/** Codes by which the visibility gate refuses: what the permission gate refuses by one of them was shown by mistake. */
const GATE_CODES: ReadonlySet<string> = new Set(["mode", "denied"]);
/** Stages that refuse by a rule, not because the call was badly made. */
const RULED: ReadonlySet<string> = new Set(["visibility", "permission", "hooks"]);

/**
 * Why a capability did, or did not do, its part in a turn: the first of these
 * rules that holds (docs/patterns/sessions.md tells them to people). Undefined
 * where no such turn was recorded.
 */
export function explainCapability(
  events: Iterable<LoggedEvent>,
  turnId: string,
  id: string,
  snapshot?: SnapshotFacts,
): Attribution | undefined {
  const facts = turnFacts(events, turnId, id);
  if (facts === undefined) return undefined;
  const visible = facts.turn.visible.includes(id);
  const asked: Asked = { id, facts, visible, reason: reasonOf(id, facts, visible, snapshot), snapshot };
  const found = sourceStale(asked) ?? modeStale(asked) ?? wronglyVisible(asked) ?? (visible ? inSight(asked) : outOfSight(asked));
  return { ...found, visible, reason: asked.reason };
}

interface Asked {
  readonly id: string;
  readonly facts: TurnFacts;
  readonly visible: boolean;
  readonly reason: Reason | null;
  readonly snapshot: SnapshotFacts | undefined;
}

type Finding = Pick<Attribution, "cause" | "text" | "evidence">;

function finding(cause: Cause, text: string, ...evidence: readonly (Evidence | undefined)[]): Finding {
  return { cause, text, evidence: evidence.filter((one) => one !== undefined) };
}

function evidence(event: LoggedEvent, text: string): Evidence {
  return { line: `${event.writer}:${event.seq}`, text };
}

function reasonOf(id: string, { added, diffs, turn }: TurnFacts, visible: boolean, snapshot: SnapshotFacts | undefined): Reason | null {
  const member = snapshot?.decided.members.find((one) => one.id === id)?.reason;
  const refusal = snapshot?.decided.refusals.find((one) => one.id === id)?.reason;
  if (visible) return member ?? added?.added.find((entry) => entry.id === id)?.reason ?? refusal ?? null;
  const here = diffs.find(({ turnId }) => turnId === turn.turnId);
  return refusal ?? here?.removed.find((entry) => entry.id === id)?.reason ?? null;
}

/** Its source had gone, or had another definition than the turn believed. */
function sourceStale({ id, facts: { turn, own, diffs }, visible, reason }: Asked): Finding | undefined {
  const stale = own.find(({ observation }) => STALE_CODES.has(observation?.code ?? ""));
  if (stale?.observation !== undefined) {
    return finding(
      "source_stale",
      `${id} was called, and its source no longer had it so`,
      evidence(stale.observation, `the call ended with ${stale.observation.code}`),
    );
  }
  const failed = own.find(({ observation }) => observation?.ok === false);
  for (const diff of diffs) {
    const gone = diff.removed.find((entry) => entry.id === id && (entry.reason.code === "source_down" || entry.reason.code === "gone"));
    const changed = diff.changed.find((entry) => entry.id === id && entry.reason.code === "definition_changed");
    const isNext = diff.turnId !== turn.turnId;
    // What the next turn noticed matters to a call of this one only if that failed.
    if (isNext && failed?.observation === undefined) continue;
    const told = gone ?? (isNext ? changed : undefined);
    if (told === undefined) continue;
    const call = isNext && failed?.observation ? evidence(failed.observation, `the call ended with ${failed.observation.code}`) : undefined;
    return finding("source_stale", `the source of ${id} went stale: ${told.reason.text}`, call, evidence(diff, told.reason.text));
  }
  if (!visible && reason?.code === "source_down")
    return finding("source_stale", `the source of ${id} did not answer: ${reason.text}`, evidence(turn, reason.text));
  return undefined;
}

/** The turn was computed in one mode, and calls were judged in another. */
function modeStale({ id, facts: { turn, own, others }, visible, reason }: Asked): Finding | undefined {
  const { permissionMode } = turn.input;
  const hidden = !visible && reason?.code === "mode";
  for (const { permissions } of hidden ? [...own, ...others] : own) {
    const other = permissions.find(({ mode }) => mode !== permissionMode);
    if (other === undefined) continue;
    const text = `the turn was computed in mode ${permissionMode}, and calls were judged in mode ${other.mode}: ${id} stood ${hidden ? "hidden" : "in sight"} by a mode that no longer held`;
    return finding("mode_stale", text, evidence(turn, `mode ${permissionMode}`), evidence(other, `mode ${other.mode}: ${other.decision}`));
  }
  return undefined;
}

/** A gate should have kept it out of sight, or it ran without having been in sight. */
function wronglyVisible({ id, facts: { turn, own }, visible, snapshot }: Asked): Finding | undefined {
  const gated = snapshot?.decided.refusals.find((one) => one.id === id && one.gated);
  if (visible && gated !== undefined) {
    return finding(
      "should_not_be_visible",
      `${id} was shown, and a gate refuses it: ${gated.reason.text}`,
      evidence(turn, "it stands in the visible set"),
    );
  }
  for (const { permissions, refusal, observation } of own) {
    const refused = permissions.find(({ decision, reason }) => decision === "refused" && GATE_CODES.has(reason.code));
    if (visible && refused !== undefined) {
      const text = `${id} was shown, and may not even be seen: ${refused.reason.text}`;
      return finding("should_not_be_visible", text, evidence(turn, "it stands in the visible set"), evidence(refused, refused.reason.text));
    }
    if (!visible && refusal === undefined && observation?.ok === true) {
      return finding(
        "should_not_be_visible",
        `${id} ran, and the turn did not show it`,
        evidence(turn, "it is not in the visible set"),
        evidence(observation, "its call succeeded"),
      );
    }
  }
  return undefined;
}

function inSight({ id, facts: { turn, own, others, load }, reason }: Asked): Finding {
  const why = `it was there because ${reason?.text ?? "the policy chose it"}`;
  const last = own.at(-1);
  if (last !== undefined) return called(id, last, why);
  // A skill is not called; a tool's schema is loaded to show it, which is no use of it yet.
  if (load !== undefined && load.kind !== "tool") return finding("all_right", `${id} was loaded; ${why}`, evidence(load, "it was loaded"));
  const tried = others.at(-1);
  if (tried !== undefined && tried.observation?.ok !== true) {
    const text = `${id} was in sight and was not called; ${tried.intent.id} was chosen instead, and did not do`;
    return finding("chosen_wrongly", text, evidence(turn, `${id} stands in the visible set`), endOf(tried));
  }
  return finding("all_right", `${id} was in sight, and nothing called it; ${why}`, evidence(turn, "it stands in the visible set"));
}

function called(id: string, last: CallFacts, why: string): Finding {
  const { observation, refusal, permissions } = last;
  if (observation?.ok === true) return finding("all_right", `${id} was called and succeeded; ${why}`, endOf(last));
  if (refusal !== undefined && RULED.has(refusal.stage)) {
    const decided = permissions.at(-1);
    const text = `${id} was called and refused as the settings say: ${refusal.reason.text}`;
    return finding("all_right", text, decided && evidence(decided, decided.reason.text), evidence(refusal, `refused at ${refusal.stage}`));
  }
  if (observation?.invalid === true || refusal?.stage === "validate") {
    return finding("description_weak", `${id} was called with what it does not take: its description did not say enough`, endOf(last));
  }
  return finding(
    "failed",
    `${id} was called and failed${observation ? ` with ${observation.code}` : ": its process ended before it did"}`,
    endOf(last),
  );
}

function outOfSight(asked: Asked): Finding {
  const { id, facts, reason, snapshot } = asked;
  const { turn, searches, next } = facts;
  const hidden = evidence(turn, "it is not in the visible set");
  const gated = snapshot?.decided.refusals.find((one) => one.id === id)?.gated === true;
  if (gated) return finding("all_right", `${id} was kept out of sight: ${reason?.text}`, hidden);
  for (const search of [...searches].reverse()) {
    const rank = search.hits.findIndex((hit) => hit.id === id) + 1;
    if (rank === 0) continue;
    const hit = evidence(search, `"${search.query}" found it at rank ${rank}`);
    if (rank > GOOD_RANK)
      return finding("description_weak", `${id} was found, behind ${rank - 1} others that say better what was asked for`, hit);
    const shown = next?.visible.includes(id) ? evidence(next, "the next turn shows it") : undefined;
    return finding("all_right", `${id} was not in sight yet; a search found it, which is evidence for the next turn`, hit, shown);
  }
  if (reason?.code === "over_budget") return finding("all_right", `${id} was left out: ${reason.text}`, hidden);
  return notFound(asked, hidden);
}

/** Nothing brought it up. If its own words say what was asked for, search and policy failed; if not, the words did. */
function notFound({ id, facts: { turn, searches }, snapshot }: Asked, hidden: Evidence): Finding {
  const asked = [turn.input.userGoal, ...searches.map(({ query }) => query)].filter((text) => text.trim() !== "");
  const looked = searches.map((search) => evidence(search, `"${search.query}" did not find it`));
  if (snapshot !== undefined && snapshot.card === undefined) return finding("not_found", `${id} was not in the catalog`, hidden, ...looked);
  if (asked.length === 0) return finding("all_right", `nothing asked for ${id}: the turn has no goal, and nobody searched`, hidden);
  const shared = snapshot?.card === undefined ? undefined : sharedWords(asked.join(" "), snapshot.card);
  if (shared !== undefined && shared.length === 0) {
    return finding("description_weak", `nothing in the words of ${id} says what was asked for`, hidden, ...looked);
  }
  const words = shared === undefined ? "" : `, though it speaks of ${shared.join(", ")}`;
  const how = searches.length === 0 ? "the goal did not bring it up, and nobody searched" : "no search brought it up";
  return finding("not_found", `${id} was not found: ${how}${words}`, hidden, ...looked);
}

function endOf({ intent, observation, refusal }: CallFacts): Evidence {
  if (observation?.ok === true) return evidence(observation, `the call of ${intent.id} succeeded`);
  if (refusal !== undefined) return evidence(refusal, `the call of ${intent.id} was refused at ${refusal.stage}: ${refusal.reason.text}`);
  if (observation !== undefined) return evidence(observation, `the call of ${intent.id} ended with ${observation.code}`);
  return evidence(intent, `the call of ${intent.id} never ended`);
}
