import { lstatSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { fault } from "../error/catalogue.ts";
import { packageVersion } from "../project/package-root.ts";
import { newSessionId, sessionFolder } from "./session-id.ts";
import { openWriter, type SessionWriter, type WriterOptions } from "./writer.ts";

export interface StartedSession {
  readonly id: string;
  /** Absolute. */
  readonly folder: string;
  readonly writer: SessionWriter;
}

export interface StartOptions extends WriterOptions {
  /** Default: a new id. */
  readonly id?: string | undefined;
  readonly channel: string;
  readonly command?: string;
}

/**
 * Makes a session's folder and writes its first event. The writer stays open for the caller.
 *
 * @throws ToolError `session_id_invalid`, `session_exists`, `session_unwritable`
 */
export function startSession(root: string, options: StartOptions): StartedSession {
  const { now = Date.now, channel, command = "niche" } = options;
  const id = options.id ?? newSessionId(now());
  const folder = sessionFolder(root, id, command);
  try {
    mkdirSync(dirname(folder), { recursive: true });
    // Of two that start the same at once, one makes the folder.
    mkdirSync(folder);
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    if (code === "EEXIST" && isThere(folder)) throw fault("session_exists", { session: id, command }, { cause });
    throw fault("session_unwritable", { path: folder, reason: message }, { cause });
  }
  const writer = openWriter(folder, options);
  writer.append({ type: "session.start", session: id, nichekit: packageVersion(), channel });
  return { id, folder, writer };
}

function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    // Something above it is no folder: what could not be made is told instead.
    return false;
  }
}
