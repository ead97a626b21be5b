/**
 * TOOL_META
 * Hold a session's log to its chains and digests: what was changed, put in, taken out or cut off, writer by writer and snapshot by snapshot.
 *
 * @noun session
 * @verb verify
 * @option none
 * @arg {string} [session] - Its id, or its folder in the project, with a slash, relative to PROJECT_ROOT. Default: NICHE_SESSION, else the one begun last.
 * @precondition none
 * @side_effect reads ${PROJECT_ROOT}
 * @idempotent true
 * @env PROJECT_ROOT
 * @env NICHE_SESSION
 * @output json
 * @exit_code 0 All of it holds; a last line that was cut off is told.
 * @exit_code 1 There is no such session.
 * @exit_code 2 Something of it does not hold.
 * @keywords session, log, audit, verify, integrity, tamper, chain, hash, セッション, 検証, 改ざん
 * @example session verify docs/examples/session
 * @see_also session show, session replay
 */
import type { ToolArguments } from "../logs/tool-types.d.ts";
import { fault } from "../registry/error/catalogue.ts";
import { type SessionVerdict, verifySession } from "../registry/session/verify-session.ts";
import type { Render, Run } from "../registry/tool-context.ts";
import { chosenSession } from "./support/session/chosen-session.ts";

export const run: Run<Partial<ToolArguments["session verify"]>, SessionVerdict> = ({ session: named }, context) => {
  const { folder, given, command } = chosenSession(named, context);
  const verdict = verifySession(folder, command);
  for (const { writer, events } of verdict.writers.filter(({ torn }) => torn)) {
    context.warn(`${writer}.jsonl:${events + 1} was cut off while it was written`);
  }
  if (!verdict.ok) throw fault("session_not_sound", { session: given, reason: faults(verdict).join("; "), command }, { detail: verdict });
  return verdict;
};

function faults({ writers, snapshots }: SessionVerdict): string[] {
  const lines = writers.flatMap(({ writer, broken }) => (broken === null ? [] : [`${writer}.jsonl:${broken.line}: ${broken.reason}`]));
  return [...lines, ...snapshots.broken.map(({ digest, reason }) => `snapshot ${digest.slice(0, 12)}…: ${reason}`)];
}

export const render: Render<SessionVerdict> = ({ session, writers, snapshots }) => {
  const events = writers.reduce((sum, one) => sum + one.events, 0);
  return `${session} holds: ${[`events ${events}`, `writers ${writers.length}`, `snapshots ${snapshots.sound}`].join(", ")}\n`;
};
