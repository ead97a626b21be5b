/**
 * TOOL_META
 * Explain a capability's part in a turn from what was recorded: why it was there or not, and whether it was chosen wrongly, failed, should not have been visible, was not found, is described too weakly, or its source or the mode was stale.
 *
 * @noun session
 * @verb explain
 * @option {string} [session] -s - Its id, or its folder in the project, with a slash, relative to PROJECT_ROOT. Default: NICHE_SESSION, else the one begun last.
 * @arg {string} turn - The turn: its id, its number from 1, or last.
 * @arg {string} capability - Its id, or the name by which a model knows it.
 * @precondition none
 * @side_effect reads ${PROJECT_ROOT}
 * @idempotent true
 * @env PROJECT_ROOT
 * @env NICHE_SESSION
 * @output json
 * @exit_code 1 There is no such session, or no such turn in it.
 * @exit_code 2 A line of its log does not hold.
 * @keywords session, explain, why, cause, attribution, blame, debug, セッション, 理由, 原因
 * @example session explain --session docs/examples/session last local__docs-fetch
 * @see_also session show, capability visible
 */
import type { ToolArguments } from "../logs/tool-types.d.ts";
import { fault } from "../registry/error/catalogue.ts";
import type { Attribution, SnapshotFacts } from "../registry/session/explain.ts";
import type { Render, Run, ToolContext } from "../registry/tool-context.ts";
import { type ChosenSession, chosenSession } from "./support/session/chosen-session.ts";
import { type LoggedTurn, turnNamed, turnsOf } from "./support/session/turns-of.ts";

export interface Explained extends Attribution {
  session: string;
  turn: string;
  capability: string;
}

type Args = Pick<ToolArguments["session explain"], "turn" | "capability"> & Partial<ToolArguments["session explain"]>;

export const run: Run<Args, Explained> = async ({ session: named, turn: name, capability }, context) => {
  const session = chosenSession(named, context);
  const turn = turnNamed(name, turnsOf(session), session);
  const { explainCapability } = await import("../registry/session/explain.ts");
  const { idOfModelName } = await import("../registry/discovery/model-name.ts");
  const id = idOfModelName(capability, turn.visible) ?? capability;
  const found = explainCapability(session.events(), turn.turnId, id, await snapshot(session, turn, id, context));
  if (found === undefined) throw fault("turn_unknown", { session: session.given, turn: name, command: session.command });
  return { session: session.id, turn: turn.turnId, capability: id, ...found };
};

/** The log explains what it can also where the snapshot is lost. */
async function snapshot(session: ChosenSession, turn: LoggedTurn, id: string, context: ToolContext): Promise<SnapshotFacts | undefined> {
  const { snapshotFacts } = await import("./support/session/turn-snapshot.ts");
  try {
    return snapshotFacts(session, turn, id);
  } catch (error) {
    context.warn((error as Error).message);
    return undefined;
  }
}

export const render: Render<Explained> = ({ cause, text, reason, evidence }) => {
  const why = reason === null || text.includes(reason.text) ? [] : [`why: ${reason.text}`];
  return `${[`${cause.replaceAll("_", " ")}: ${text}`, ...why, ...evidence.map((one) => `  ${one.line}  ${one.text}`)].join("\n")}\n`;
};
