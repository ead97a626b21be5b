import type { DiscoveryInput, FoundCapability, LoadedMark, RecentFailure } from "../discovery/discovery-input.ts";
import type { SessionEvent } from "./event.ts";

export type TurnStart = Extract<SessionEvent, { type: "turn.start" }>;

/** What a session has come to: what its next turn goes on from. */
export interface SessionState {
  /** The present turn; null: none has begun. */
  readonly turnId: string | null;
  /** Ids of its visible set, in its order. */
  readonly visible: readonly string[];
  readonly lastTurn: TurnStart | undefined;
  readonly input: DiscoveryInput | undefined;
  /** In the order of the first loading, each with the digest of the last. */
  readonly loaded: readonly LoadedMark[];
  /**
   * Calls (an id with one input) that failed and whose id has not succeeded
   * since, at most 20, the last one at the end. The same call failing with the
   * same code counts on; with another code it counts from one.
   */
  readonly recentFailures: readonly RecentFailure[];
  /**
   * What searches brought up: a hit stays until a turn with another goal has
   * begun after it, for it was found for the goal of its time. An id stands once, with its
   * last search, at most 50.
   */
  readonly found: readonly FoundCapability[];
}

/** A state that goes on with every event: O(1) each, however long the session. */
export interface StateFold {
  add(event: SessionEvent): void;
  now(): SessionState;
}

const FAILURES = 20;
const FOUND = 50;
/** Calls whose end may still come; of those that never end (a killed process) the oldest are forgotten. */
const OPEN_CALLS = 1_000;

/** The state after these events, in their order. */
export function sessionState(events: Iterable<SessionEvent>): SessionState {
  const fold = openState();
  for (const event of events) fold.add(event);
  return fold.now();
}

export function openState(): StateFold {
  let lastTurn: TurnStart | undefined;
  const loaded = new Map<string, string>();
  let failures: readonly RecentFailure[] = [];
  const found = new Map<string, FoundCapability>();
  const inputs = new Map<string, string>();

  const add = (event: SessionEvent) => {
    switch (event.type) {
      case "turn.start":
        if (lastTurn !== undefined && lastTurn.input.userGoal !== event.input.userGoal) found.clear();
        lastTurn = event;
        break;
      case "capability.loaded":
        // A file beside a skill's body is no version of the skill.
        if (event.path === undefined) loaded.set(event.id, event.digest);
        break;
      case "search":
        event.hits.forEach(({ id }, index) => {
          found.delete(id);
          found.set(id, { id, query: event.query, rank: index + 1 });
        });
        forgetOldest(found, FOUND);
        break;
      case "intent":
        inputs.set(event.call, event.inputDigest);
        forgetOldest(inputs, OPEN_CALLS);
        break;
      case "observation": {
        const { id, code, invalid, paths } = event;
        const input = inputs.get(event.call) ?? "";
        inputs.delete(event.call);
        if (event.ok) failures = failures.filter((one) => one.id !== id);
        else failures = withFailure(failures, { id, code: code ?? "", input, invalid, times: 1, paths });
        break;
      }
    }
  };
  return {
    add,
    now: () => ({
      turnId: lastTurn?.turnId ?? null,
      visible: lastTurn?.visible ?? [],
      lastTurn,
      input: lastTurn?.input,
      loaded: [...loaded].map(([id, digest]) => ({ id, digest })),
      recentFailures: failures,
      found: [...found.values()],
    }),
  };
}

function withFailure(failures: readonly RecentFailure[], failure: RecentFailure): readonly RecentFailure[] {
  const same = failures.find((one) => one.id === failure.id && one.input === failure.input);
  const times = same?.code === failure.code ? same.times + 1 : 1;
  return [...failures.filter((one) => one !== same), { ...failure, times }].slice(-FAILURES);
}

function forgetOldest(map: Map<string, unknown>, most: number): void {
  for (const key of map.keys()) {
    if (map.size <= most) return;
    map.delete(key);
  }
}
