import type { LoggedEvent } from "../../../registry/session/event.ts";

export interface CallSummary {
  call: string;
  id: string;
  /** Null: it never ended. */
  ok: boolean | null;
  /** The error's code. */
  code: string | null;
  /** The stage that refused it. */
  refused_at: string | null;
  duration_ms: number | null;
}

export interface SearchSummary {
  query: string;
  hits: number;
  first: string | null;
}

export interface TurnSummary {
  /** Null: what was done outside of any turn. */
  turn: string | null;
  /** ISO 8601, UTC; of its first event. */
  time: string;
  goal: string | null;
  mode: string | null;
  visible: number;
  added: string[];
  removed: string[];
  changed: string[];
  loaded: string[];
  searches: SearchSummary[];
  calls: CallSummary[];
}

export interface SessionSummary {
  events: number;
  writers: number;
  turns: number;
  /** The last ones, in their order. */
  shown: TurnSummary[];
}

/** Calls and searches of one turn that are told one by one. */
const MOST = 100;

/** The turns of a session, the last `limit` of them, without keeping the events. */
export function summarise(events: Iterable<LoggedEvent>, limit: number): SessionSummary {
  const writers = new Set<string>();
  const shown: TurnSummary[] = [];
  const open = new Map<string, CallSummary>();
  let turns = 0;
  let count = 0;
  /** What comes before the first turn, and from calls that know of none. */
  let outside: TurnSummary | undefined;
  const turnOf = (event: LoggedEvent): TurnSummary => {
    const turnId = "turnId" in event ? event.turnId : null;
    const found = turnId === null ? outside : shown.findLast(({ turn }) => turn === turnId);
    if (found !== undefined) return found;
    const made: TurnSummary = emptyTurn(turnId, event.time);
    if (turnId === null) outside = made;
    else {
      turns++;
      shown.push(made);
      if (shown.length > limit) shown.shift();
    }
    return made;
  };
  for (const event of events) {
    count++;
    writers.add(event.writer);
    if (event.type === "session.start") continue;
    if ("turnId" in event) addTo(turnOf(event), event, open);
  }
  return { events: count, writers: writers.size, turns, shown: outside === undefined ? shown : [outside, ...shown] };
}

function emptyTurn(turn: string | null, time: number): TurnSummary {
  const at = new Date(time).toISOString();
  return { turn, time: at, goal: null, mode: null, visible: 0, added: [], removed: [], changed: [], loaded: [], searches: [], calls: [] };
}

function addTo(turn: TurnSummary, event: LoggedEvent, open: Map<string, CallSummary>): void {
  switch (event.type) {
    case "turn.start":
      turn.goal = event.input.userGoal;
      turn.mode = event.input.permissionMode;
      turn.visible = event.visible.length;
      return;
    case "capability.diff":
      turn.added = event.added.map(({ id }) => id);
      turn.removed = event.removed.map(({ id }) => id);
      turn.changed = [...new Set(event.changed.map(({ id }) => id))];
      return;
    case "capability.loaded":
      if (!turn.loaded.includes(event.id)) turn.loaded.push(event.id);
      return;
    case "search":
      push(turn.searches, { query: event.query, hits: event.hits.length, first: event.hits[0]?.id ?? null });
      return;
    case "intent": {
      const call: CallSummary = { call: event.call, id: event.id, ok: null, code: null, refused_at: null, duration_ms: null };
      open.set(event.call, call);
      push(turn.calls, call);
      return;
    }
    case "capability.refused": {
      const call = open.get(event.call);
      if (call !== undefined) call.refused_at = event.stage;
      return;
    }
    case "observation": {
      const call = open.get(event.call);
      open.delete(event.call);
      if (call !== undefined) Object.assign(call, { ok: event.ok, code: event.code, duration_ms: event.duration_ms });
    }
  }
}

/** The last ones stand for what is beyond. */
function push<T>(list: T[], item: T): void {
  list.push(item);
  if (list.length > MOST) list.shift();
}
