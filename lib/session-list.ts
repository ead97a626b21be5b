/**
 * TOOL_META
 * List the project's sessions, the one begun last at the end, with how many processes wrote into each.
 *
 * @noun session
 * @verb list
 * @option {integer} [limit=50] -l - How many at the most, the last ones.
 * @precondition none
 * @side_effect reads ${PROJECT_ROOT}
 * @idempotent true
 * @env PROJECT_ROOT
 * @env NICHE_SESSION
 * @output json
 * @keywords session, log, list, セッション, 一覧
 * @example session list
 * @see_also session start, session show
 */
import type { ToolArguments } from "../logs/tool-types.d.ts";
import { writerFiles } from "../registry/session/read-session.ts";
import { existingSession, sessionIds } from "../registry/session/session-id.ts";
import type { Render, Run } from "../registry/tool-context.ts";
import { checkLimit } from "./support/session/limit.ts";
import { projectRoot } from "./support/session/project-root.ts";

export interface SessionList {
  sessions: readonly { session: string; writers: number; present: boolean }[];
  count: number;
}

export const run: Run<Partial<ToolArguments["session list"]>, SessionList> = ({ limit = 50 }, context) => {
  checkLimit(limit, context.command("session", "list", "--help"));
  const root = projectRoot(context);
  const ids = sessionIds(root);
  const sessions = ids.slice(-limit).map((session) => ({
    session,
    writers: writerFiles(existingSession(root, session)).length,
    present: session === context.env.NICHE_SESSION,
  }));
  context.next(ids.length === 0 ? "session start" : `session show ${ids.at(-1)}`);
  return { sessions, count: ids.length };
};

export const render: Render<SessionList> = ({ sessions, count }) =>
  [
    ...sessions.map(
      ({ session, writers, present }) => `${session}  ${writers} writer${writers === 1 ? "" : "s"}${present ? "  (NICHE_SESSION)" : ""}`,
    ),
    `${count} session${count === 1 ? "" : "s"}`,
  ].join("\n");
