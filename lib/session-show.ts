/**
 * TOOL_META
 * Show what happened in a session, turn by turn: goal, what came into sight, searches, calls, refusals; or all events of one turn.
 *
 * @noun session
 * @verb show
 * @option {string} [turn] -t - One turn with all its events: its id, its number from 1, or last.
 * @option {integer} [limit=20] -l - How many turns at the most, the last ones.
 * @arg {string} [session] - Its id, or its folder in the project, with a slash, relative to PROJECT_ROOT. Default: NICHE_SESSION, else the one begun last.
 * @precondition none
 * @side_effect reads ${PROJECT_ROOT}
 * @idempotent true
 * @env PROJECT_ROOT
 * @env NICHE_SESSION
 * @output json
 * @exit_code 1 There is no such session, or no such turn in it.
 * @exit_code 2 A line of its log does not hold.
 * @keywords session, log, audit, history, turns, calls, セッション, 履歴, ログ
 * @example session show docs/examples/session
 * @example session show docs/examples/session --turn last
 * @see_also session list, session explain, session verify
 */
import type { ToolArguments } from "../logs/tool-types.d.ts";
import type { LoggedEvent } from "../registry/session/event.ts";
import type { Render, Run } from "../registry/tool-context.ts";
import { type ChosenSession, chosenSession } from "./support/session/chosen-session.ts";
import { checkLimit } from "./support/session/limit.ts";
import { type SessionSummary, summarise, type TurnSummary } from "./support/session/summary.ts";
import { turnNamed, turnsOf } from "./support/session/turns-of.ts";

export interface ShownSession extends SessionSummary {
  session: string;
}

/** One turn: its events as they were written, without what only joins them to a chain. */
export interface ShownTurn {
  session: string;
  turn: string;
  visible: readonly string[];
  events: readonly { line: string; type: string }[];
}

export const run: Run<Partial<ToolArguments["session show"]>, ShownSession | ShownTurn> = (args, context) => {
  const { limit = 20 } = args;
  checkLimit(limit, context.command("session", "show", "--help"));
  const session = chosenSession(args.session, context);
  if (args.turn !== undefined) return oneTurn(session, args.turn);
  const data = { session: session.id, ...summarise(session.events(), limit) };
  if (data.turns > 0) context.next(`session show ${session.given} --turn last`);
  return data;
};

function oneTurn(session: ChosenSession, name: string): ShownTurn {
  const { turnId, visible } = turnNamed(name, turnsOf(session), session);
  const events: { line: string; type: string }[] = [];
  for (const event of session.events()) if ("turnId" in event && event.turnId === turnId) events.push(withoutFrame(event));
  return { session: session.id, turn: turnId, visible, events };
}

function withoutFrame({ seq, writer, prev: _, ...event }: LoggedEvent): { line: string; type: string } {
  return { line: `${writer}:${seq}`, ...event };
}

export const render: Render<ShownSession | ShownTurn> = (data) => {
  if ("turn" in data) {
    const events = data.events.map(({ line, ...event }) => `${line}  ${JSON.stringify(event)}`);
    return `${[`${data.session} ${data.turn}: ${data.visible.join(", ") || "nothing visible"}`, ...events].join("\n")}\n`;
  }
  const left = data.turns - data.shown.filter(({ turn }) => turn !== null).length;
  const head = `${data.session}: ${count(data.turns, "turn")}, ${count(data.events, "event")} of ${count(data.writers, "writer")}`;
  return `${[head, ...(left > 0 ? [`(${left} earlier turns; --limit shows more)`] : []), ...data.shown.flatMap(turnLines)].join("\n")}\n`;
};

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? "" : "s"}`;
}

function turnLines(turn: TurnSummary): string[] {
  const head = turn.turn === null ? "outside of a turn" : `${turn.turn} (${turn.mode}) ${turn.visible} visible: ${turn.goal || "no goal"}`;
  const ids = (sign: string, list: readonly string[]) => (list.length === 0 ? [] : [`  ${sign} ${list.join(", ")}`]);
  return [
    head,
    ...ids("+", turn.added),
    ...ids("-", turn.removed),
    ...ids("~", turn.changed),
    ...turn.searches.map(({ query, hits, first }) => `  search "${query}": ${hits} hits${first === null ? "" : `, first ${first}`}`),
    ...ids("loaded", turn.loaded),
    ...turn.calls.map(({ id, ok, code, refused_at }) => {
      const end =
        ok === null ? "never ended" : ok ? "ok" : refused_at === null ? `failed with ${code}` : `refused at ${refused_at}: ${code}`;
      return `  call ${id}: ${end}`;
    }),
  ];
}
