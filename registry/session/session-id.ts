import { randomBytes } from "node:crypto";
import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fault } from "../error/catalogue.ts";
import { isToolError } from "../error/tool-error.ts";

/** Where a project's sessions stand, relative to PROJECT_ROOT. */
export const SESSIONS = "logs/sessions";

const ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/** A new id: sorted by name, sessions stand in the order in which they began. `now`: milliseconds since 1970. */
export function newSessionId(now: number): string {
  const time = new Date(now).toISOString().replace(/[-:]/g, "").slice(0, 15).replace("T", "-").toLowerCase();
  return `s${time}-${randomBytes(3).toString("hex")}`;
}

/**
 * The folder of a session. An id is one path segment and nothing else, so no id
 * leads out of the project's sessions.
 *
 * @throws ToolError `session_id_invalid`
 */
export function sessionFolder(root: string, id: string, command = "niche"): string {
  if (!ID.test(id)) {
    const reason = "an id is 1 to 64 letters, digits, dots, dashes and underscores, and begins with a letter or a digit";
    throw fault("session_id_invalid", { session: JSON.stringify(id), reason, command });
  }
  return join(root, SESSIONS, id);
}

/**
 * The folder of a session that exists.
 *
 * @throws ToolError `session_id_invalid`, `session_unknown`; `session_unwritable` where something else stands in its place
 */
export function existingSession(root: string, id: string, command = "niche"): string {
  const folder = sessionFolder(root, id, command);
  try {
    const found = lstatSync(folder, { throwIfNoEntry: false });
    // A link may lead anywhere: it is none of ours.
    if (found === undefined || found.isSymbolicLink()) throw fault("session_unknown", { session: id, command });
    if (!found.isDirectory()) throw fault("session_unwritable", { path: folder, reason: "it is no folder" });
    return folder;
  } catch (cause) {
    if (isToolError(cause)) throw cause;
    throw fault("session_unwritable", { path: folder, reason: (cause as Error).message }, { cause });
  }
}

/** Ids of the project's sessions, the one begun last at the end. */
export function sessionIds(root: string): readonly string[] {
  try {
    return readdirSync(join(root, SESSIONS), { withFileTypes: true })
      .filter((item) => item.isDirectory() && ID.test(item.name))
      .map(({ name }) => ({ name, born: bornAt(join(root, SESSIONS, name)) }))
      .sort((a, b) => a.born - b.born || (a.name < b.name ? -1 : 1))
      .map(({ name }) => name);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ENOENT" || (cause as NodeJS.ErrnoException).code === "ENOTDIR") return [];
    throw cause;
  }
}

/** The name of its first writer tells the time, whatever the file system keeps of it. */
function bornAt(folder: string): number {
  let names: readonly string[] = [];
  try {
    names = readdirSync(folder);
  } catch {
    // It may not be looked into; whoever opens it is told.
  }
  const [first] = names.flatMap((name) => /^([0-9a-z]{9})-\d+-/.exec(name)?.[1] ?? []).sort();
  return first === undefined ? lstatSync(folder).birthtimeMs : Number.parseInt(first, 36);
}
