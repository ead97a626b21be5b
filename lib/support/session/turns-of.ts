import { fault } from "../../../registry/error/catalogue.ts";
import type { LoggedEvent } from "../../../registry/session/event.ts";
import type { ChosenSession } from "./chosen-session.ts";

export type LoggedTurn = Extract<LoggedEvent, { type: "turn.start" }>;

/** The turns of a session in their order. */
export function turnsOf(session: ChosenSession): readonly LoggedTurn[] {
  const turns: LoggedTurn[] = [];
  for (const event of session.events()) if (event.type === "turn.start") turns.push(event);
  return turns;
}

/**
 * The turn that is meant: its id, `last`, or its number counted from 1.
 *
 * @throws ToolError `turn_unknown`
 */
export function turnNamed(name: string, turns: readonly LoggedTurn[], { given, command }: ChosenSession): LoggedTurn {
  const found = turns.find(({ turnId }) => turnId === name) ?? (name === "last" ? turns.at(-1) : turns[Number(name) - 1]);
  if (found === undefined) throw fault("turn_unknown", { session: given, turn: name, command });
  return found;
}
