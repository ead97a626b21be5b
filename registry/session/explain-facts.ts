import type { LoggedEvent } from "./event.ts";

type Of<Type extends LoggedEvent["type"]> = Extract<LoggedEvent, { type: Type }>;

/** One call as the log tells of it. */
export interface CallFacts {
  readonly intent: Of<"intent">;
  readonly permissions: readonly Of<"permission">[];
  readonly refusal: Of<"capability.refused"> | undefined;
  /** Undefined: its process ended before it did. */
  readonly observation: Of<"observation"> | undefined;
}

/** What the log tells of one turn, as far as it concerns one capability. */
export interface TurnFacts {
  readonly turn: Of<"turn.start">;
  /** Where the id last came into sight, in this turn or before it. */
  readonly added: Of<"capability.diff"> | undefined;
  /** This turn's diff and the next one's, where they speak of the id. */
  readonly diffs: readonly Of<"capability.diff">[];
  readonly next: Of<"turn.start"> | undefined;
  readonly searches: readonly Of<"search">[];
  /** Where the turn loaded its body or schema. */
  readonly load: Of<"capability.loaded"> | undefined;
  /** Calls of the id, and of others, in their order. */
  readonly own: readonly CallFacts[];
  readonly others: readonly CallFacts[];
}

/** Gathers them in one pass; undefined where no such turn was recorded. */
export function turnFacts(events: Iterable<LoggedEvent>, turnId: string, id: string): TurnFacts | undefined {
  let turn: Of<"turn.start"> | undefined;
  let next: Of<"turn.start"> | undefined;
  let added: Of<"capability.diff"> | undefined;
  const diffs: Of<"capability.diff">[] = [];
  const searches: Of<"search">[] = [];
  let load: Of<"capability.loaded"> | undefined;
  const calls = new Map<string, { -readonly [Key in keyof CallFacts]: CallFacts[Key] }>();
  for (const event of events) {
    if (event.type === "turn.start") {
      if (event.turnId === turnId) turn = event;
      else if (turn !== undefined) next ??= event;
    } else if (event.type === "capability.diff") {
      const speaks = [...event.added, ...event.removed, ...event.changed].some((entry) => entry.id === id);
      if (speaks && (event.turnId === turnId || event.turnId === next?.turnId)) diffs.push(event);
      if (speaks && next === undefined && event.added.some((entry) => entry.id === id)) added = event;
    } else if (event.type === "search") {
      if (event.turnId === turnId) searches.push(event);
    } else if (event.type === "capability.loaded") {
      if (event.turnId === turnId && event.id === id) load = event;
    } else if (event.type === "intent") {
      if (event.turnId === turnId) calls.set(event.call, { intent: event, permissions: [], refusal: undefined, observation: undefined });
    } else if ("call" in event) {
      const call = calls.get(event.call);
      if (call === undefined) continue;
      if (event.type === "permission") call.permissions = [...call.permissions, event];
      if (event.type === "capability.refused") call.refusal = event;
      if (event.type === "observation") call.observation = event;
    }
  }
  if (turn === undefined) return undefined;
  const all = [...calls.values()];
  return {
    turn,
    added,
    diffs,
    next,
    searches,
    load,
    own: all.filter(({ intent }) => intent.id === id),
    others: all.filter(({ intent }) => intent.id !== id),
  };
}
