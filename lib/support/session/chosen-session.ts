import { realpathSync, statSync } from "node:fs";
import { basename, resolve, sep } from "node:path";
import { fault } from "../../../registry/error/catalogue.ts";
import { nearest } from "../../../registry/grammar/nearest.ts";
import type { LoggedEvent } from "../../../registry/session/event.ts";
import { readSession } from "../../../registry/session/read-session.ts";
import { existingSession, sessionFolder, sessionIds } from "../../../registry/session/session-id.ts";
import type { ToolContext } from "../../../registry/tool-context.ts";
import { projectRoot } from "./project-root.ts";

/** A session that a tool looks at. */
export interface ChosenSession {
  readonly id: string;
  /** Absolute. */
  readonly folder: string;
  /** As the tools take it again. */
  readonly given: string;
  /** The subject's command line, for Fix commands. */
  readonly command: string;
  events(): Iterable<LoggedEvent>;
}

/**
 * The session that is meant: the named one, by its id or, with a slash in it, by its folder relative to PROJECT_ROOT; else that
 * of NICHE_SESSION; else the one begun last.
 *
 * @throws ToolError `session_id_invalid`, `session_unknown`, `session_none`
 */
export function chosenSession(named: string | undefined, context: ToolContext): ChosenSession {
  const command = context.command();
  const given = named ?? (context.env.NICHE_SESSION || undefined);
  const root = projectRoot(context);
  if (given?.includes("/")) return session(folderInside(given, root, context), given, command, context);
  const known = sessionIds(root);
  const id = given ?? known.at(-1);
  if (id === undefined) throw fault("session_none", { command });
  // Whatever is no id is told as such before it is looked for.
  sessionFolder(root, id, command);
  if (!known.includes(id) && known.length > 0) {
    const near = nearest(id, known);
    const fix = near === undefined ? context.command("session", "list") : context.command("session", "show", near);
    throw fault("session_unknown", { session: id, command }, { fix: [fix] });
  }
  return session(existingSession(root, id, command), id, command, context);
}

/** A folder of the project, links followed: a session kept elsewhere than where they are written. */
function folderInside(given: string, root: string, context: ToolContext): string {
  const absent = () =>
    fault("session_unknown", { session: given, command: context.command() }, { fix: [context.command("session", "list")] });
  let real: string;
  try {
    real = realpathSync(resolve(root, given));
  } catch {
    throw absent();
  }
  if (!`${real}${sep}`.startsWith(`${root}${sep}`) || !statSync(real).isDirectory()) throw absent();
  return real;
}

function session(folder: string, given: string, command: string, context: ToolContext): ChosenSession {
  const id = basename(folder);
  return { id, folder, given, command, events: () => readSession(folder, { command, warn: (message) => context.warn(message) }) };
}
