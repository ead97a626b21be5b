/**
 * TOOL_META
 * Replay a session: run policy and rendering again on what each turn had before it, and compare visible set, diff and model input with what was recorded. No effect is repeated; tools may have changed or gone.
 *
 * @noun session
 * @verb replay
 * @option {boolean} [report=false] -r - List the differences and end with 0 all the same.
 * @arg {string} [session] - Its id, or its folder in the project, with a slash, relative to PROJECT_ROOT. Default: NICHE_SESSION, else the one begun last.
 * @precondition none
 * @side_effect reads ${PROJECT_ROOT}
 * @idempotent true
 * @env PROJECT_ROOT
 * @env NICHE_SESSION
 * @output json
 * @exit_code 0 Every turn is as it was recorded, or the differences are listed as asked for.
 * @exit_code 1 There is no such session.
 * @exit_code 2 A turn differs, or a line of the log does not hold.
 * @keywords session, replay, reproduce, regression, policy, セッション, 再生, 再現
 * @example session replay docs/examples/session
 * @see_also session diff, session explain, session verify
 */
import type { ToolArguments } from "../logs/tool-types.d.ts";
import { fault } from "../registry/error/catalogue.ts";
import { packageVersion } from "../registry/project/package-root.ts";
import type { ReplayDifference, ReplayReport } from "../registry/session/replay.ts";
import type { Render, Run } from "../registry/tool-context.ts";
import { chosenSession } from "./support/session/chosen-session.ts";

export interface ReplayData {
  session: string;
  recorded_by: readonly string[];
  replayed_by: string;
  turns: number;
  differences: readonly {
    turn: string;
    what: ReplayDifference["what"];
    added: readonly string[];
    removed: readonly string[];
    text: string;
  }[];
}

export const run: Run<Partial<ToolArguments["session replay"]>, ReplayData> = async ({ session: named, report = false }, context) => {
  const { folder, given, command } = chosenSession(named, context);
  const { replaySession } = await import("../registry/session/replay.ts");
  const { renderTurn } = await import("../registry/discovery/render-turn.ts");
  const { presentPolicy } = await import("./support/session/turn-snapshot.ts");
  const data = replayData(replaySession(folder, presentPolicy(), renderTurn, { command, warn: (message) => context.warn(message) }));
  if (report || data.differences.length === 0) return data;
  throw fault("replay_differs", { session: given, reason: reasonOf(data), command }, { detail: data });
};

function replayData({ session, recordedBy, turns, differences }: ReplayReport): ReplayData {
  return {
    session,
    recorded_by: recordedBy,
    replayed_by: packageVersion(),
    turns,
    differences: differences.map(({ turnId, ...rest }) => ({ turn: turnId, ...rest })),
  };
}

function reasonOf({ differences, recorded_by, replayed_by }: ReplayData): string {
  const [first] = differences;
  const more = differences.length > 1 ? `, and ${differences.length - 1} more` : "";
  const version = recorded_by.every((one) => one === replayed_by)
    ? ""
    : ` (recorded by nichekit ${recorded_by.join(", ")}, replayed by ${replayed_by})`;
  return `turn ${first?.turn}: ${first?.text}${more}${version}`;
}

export const render: Render<ReplayData> = ({ session, turns, differences }) => {
  const lines = differences.map(({ turn, what, text }) => `${turn} ${what}: ${text}`);
  const end =
    differences.length === 0 ? `${turns} turns replayed, each as it was recorded` : `${differences.length} differences in ${turns} turns`;
  return `${[...lines, `${session}: ${end}`].join("\n")}\n`;
};
