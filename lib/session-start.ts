/**
 * TOOL_META
 * Start a session: from then on turns, searches, calls, refusals and results are recorded under its id, for replay and explanation.
 *
 * @noun session
 * @verb start
 * @option {string} [id] -i - Its id: letters, digits, dots, dashes, underscores. Without it one is made.
 * @precondition none
 * @side_effect creates ${PROJECT_ROOT}/logs/sessions
 * @idempotent false
 * @env PROJECT_ROOT
 * @output json
 * @exit_code 1 There is such a session already, or this is no id.
 * @exit_code 3 The log cannot be written.
 * @keywords session, log, record, audit, start, begin, セッション, 記録, 開始
 * @example session start
 * @see_also session show, session replay, capability visible
 */
import type { ToolArguments } from "../logs/tool-types.d.ts";
import { SESSIONS } from "../registry/session/session-id.ts";
import { startSession } from "../registry/session/start-session.ts";
import type { Render, Run } from "../registry/tool-context.ts";
import { projectRoot } from "./support/session/project-root.ts";

export interface Started {
  session: string;
  /** Relative to PROJECT_ROOT. */
  folder: string;
  /** For the shell that the further calls are made from. */
  export: string;
}

export const run: Run<Partial<ToolArguments["session start"]>, Started> = ({ id }, context) => {
  const { id: session, writer } = startSession(projectRoot(context), { id, channel: "cli", command: context.command() });
  writer.close();
  context.next(`session show ${session}`);
  return { session, folder: `${SESSIONS}/${session}`, export: `export NICHE_SESSION=${session}` };
};

export const render: Render<Started> = ({ session, export: line }) => `${session}\nTo record further calls in it: ${line}\n`;
