/**
 * TOOL_META
 * Tell what changed from one turn to another, of one session or of two: what came into sight and left it, goal, paths, mode, settings, catalog, definitions.
 *
 * @noun session
 * @verb diff
 * @option {string} [session] -s - Its id, or its folder in the project, with a slash, relative to PROJECT_ROOT. Default: NICHE_SESSION, else the one begun last.
 * @option {string} [with] -w - Another session, as --session takes it: the second turn is one of its turns; without turns, all are compared in their order.
 * @arg {string} [before] - A turn: its id, its number from 1, or last. Default: the one before the second.
 * @arg {string} [after] - The other turn. Default: last.
 * @precondition none
 * @side_effect reads ${PROJECT_ROOT}
 * @idempotent true
 * @env PROJECT_ROOT
 * @env NICHE_SESSION
 * @output json
 * @exit_code 1 There is no such session, or no such turn in it.
 * @keywords session, turn, diff, compare, change, セッション, 差分, 比較
 * @example session diff --session docs/examples/session 1 last
 * @see_also session show, session replay
 */
import type { ToolArguments } from "../logs/tool-types.d.ts";
import { fault } from "../registry/error/catalogue.ts";
import { keptContent } from "../registry/session/content-store.ts";
import { diffTurns, type IdChanges, type TurnsDifference } from "../registry/session/diff.ts";
import type { StoredSnapshot } from "../registry/session/replay.ts";
import type { Render, Run, ToolContext } from "../registry/tool-context.ts";
import { type ChosenSession, chosenSession } from "./support/session/chosen-session.ts";
import { type LoggedTurn, turnNamed, turnsOf } from "./support/session/turns-of.ts";

export interface TurnsDiffData {
  before: string;
  after: string;
  same: boolean;
  visible: TurnsDifference["visible"];
  fields: TurnsDifference["fields"];
  /** Null: a stored snapshot cannot be read. */
  catalog: IdChanges | null;
  definitions: readonly string[];
  same_model_input: boolean;
}

export interface SessionDiffData {
  sessions: readonly [string, string];
  /** Turns that each of the two has. */
  turns: readonly [number, number];
  differences: readonly TurnsDiffData[];
}

type Args = Partial<ToolArguments["session diff"]>;

export const run: Run<Args, SessionDiffData> = (args, context) => {
  const one = chosenSession(args.session, context);
  const other = args.with === undefined ? one : chosenSession(args.with, context);
  const [turns, others] = [turnsOf(one), other === one ? undefined : turnsOf(other)];
  const pairs = pairsOf(args, { session: one, turns }, { session: other, turns: others ?? turns }, others !== undefined);
  return {
    sessions: [one.id, other.id],
    turns: [turns.length, (others ?? turns).length],
    differences: pairs.map(([before, after]) => diffData(before, after, one, other, context)),
  };
};

interface Side {
  readonly session: ChosenSession;
  readonly turns: readonly LoggedTurn[];
}

function pairsOf({ before, after }: Args, one: Side, other: Side, two: boolean): readonly (readonly [LoggedTurn, LoggedTurn])[] {
  if (two && before === undefined) {
    const both = Math.min(one.turns.length, other.turns.length);
    return one.turns.slice(0, both).map((turn, index) => [turn, other.turns[index] as LoggedTurn] as const);
  }
  const { given, command } = one.session;
  if (!two && one.turns.length < 2) {
    const count = one.turns.length === 0 ? "no turn" : "one turn";
    throw fault(
      "turns_missing",
      { session: one.session.id, count, command },
      given.includes("/") ? { fix: [`${command} session list`] } : {},
    );
  }
  const second = turnNamed(after ?? "last", other.turns, other.session);
  if (before !== undefined) return [[turnNamed(before, one.turns, one.session), second]];
  const index = other.turns.indexOf(second);
  return [[turnNamed(String(index === 0 ? 1 : index), one.turns, one.session), second]];
}

function diffData(before: LoggedTurn, after: LoggedTurn, one: ChosenSession, other: ChosenSession, context: ToolContext): TurnsDiffData {
  const snapshot = (turn: typeof before) => {
    const { id, folder, command } = turn === before ? one : other;
    try {
      return keptContent(folder, turn.catalog, { session: id, command }) as StoredSnapshot;
    } catch (error) {
      context.warn((error as Error).message);
      return undefined;
    }
  };
  const { sameModelInput, ...rest } = diffTurns(before, after, (turn) => snapshot(turn as LoggedTurn));
  return { ...rest, same_model_input: sameModelInput };
}

export const render: Render<SessionDiffData> = ({ sessions: [one, other], turns, differences }) => {
  const lines = differences.flatMap((difference) => [
    `${difference.before} → ${difference.after}`,
    ...told(difference).map((line) => `  ${line}`),
  ]);
  const rest = one !== other && turns[0] !== turns[1] ? [`${one} has ${turns[0]} turns, ${other} has ${turns[1]}`] : [];
  return `${[...lines, ...rest].join("\n")}\n`;
};

function told({ same, visible, fields, catalog, definitions, same_model_input }: TurnsDiffData): string[] {
  if (same) return ["nothing changed"];
  return [
    ...visible.added.map((id) => `+ ${id}`),
    ...visible.removed.map((id) => `- ${id}`),
    ...(visible.reordered ? ["the visible ones stand in another order"] : []),
    ...fields.map(({ field, before, after }) => `${field}: ${JSON.stringify(before)} → ${JSON.stringify(after)}`),
    ...(catalog === null ? ["the catalogs cannot be compared"] : changes(catalog)),
    ...definitions.map((id) => `${id} has another definition`),
    same_model_input ? "the model was given the same bytes" : "the model was given other bytes",
  ];
}

function changes({ added, removed, changed }: IdChanges): string[] {
  const parts = [
    [added, "new"],
    [removed, "gone"],
    [changed, "changed"],
  ] as const;
  return parts.flatMap(([ids, word]) => (ids.length === 0 ? [] : [`in the catalog ${word}: ${ids.join(", ")}`]));
}
