import { isToolError, type ToolError } from "../../registry/error/tool-error.ts";
import type { Project } from "../../registry/project/project.ts";
import { keptContent } from "../../registry/session/content-store.ts";
import { readSession } from "../../registry/session/read-session.ts";
import { redactKnown, redactValue } from "../../registry/session/redact.ts";
import { secretValues } from "../../registry/session/secret-name.ts";
import { existingSession } from "../../registry/session/session-id.ts";
import { startSession } from "../../registry/session/start-session.ts";
import { openState } from "../../registry/session/state.ts";
import { openWriter, type SessionWriter } from "../../registry/session/writer.ts";
import type { SessionBook } from "./book.ts";
import type { Channel } from "./gate-settings.ts";

/**
 * The session that a front's calls belong to. `session`: the id of one that was
 * started; true: a new one; absent or false: the state is kept in memory and
 * nothing is written.
 *
 * @throws ToolError `session_id_invalid`, `session_unknown`, `session_line_broken`, `session_exists`, `session_unwritable`
 */
export function openBook(project: Project, session: string | boolean | undefined, channel: Channel): SessionBook {
  const { root, command } = project;
  const secrets = secretValues(project.env);
  const state = openState();
  const clean = {
    withoutSecrets: <T>(value: T): T => redactValue(value, secrets),
    withoutKnown: <T>(value: T): T => redactKnown(value, secrets),
  };
  if (session === undefined || session === false) {
    const unwritten = () => "";
    return { id: null, state: state.now, record: state.add, keep: unwritten, keepNamed: unwritten, kept: () => undefined, ...clean };
  }
  if (session === true) {
    const started = startSession(root, { channel, command, secrets });
    return written(started.id, started.folder, started.writer);
  }
  let folder: string;
  try {
    folder = existingSession(root, session, command);
  } catch (error) {
    if (!isToolError(error) || error.code !== "session_unwritable") throw error;
    return unwritable(session, error);
  }
  let last = 0;
  for (const event of readSession(folder, { command })) {
    state.add(event);
    last = event.time;
  }
  return written(session, folder, openWriter(folder, { secrets, notBefore: last }));

  function written(id: string, folder: string, writer: SessionWriter): SessionBook {
    return {
      id,
      state: state.now,
      record: (event) => {
        // What goes on in memory is what the log says.
        state.add(writer.append(event));
      },
      keep: (value) => writer.keep(value),
      keepNamed: (name, value) => writer.keepNamed(name, value),
      kept: (digest) => keptContent(folder, digest, { session: id, command }),
      ...clean,
    };
  }

  /** Something else stands in the session's place (case i5): each call learns it when it records, and what only reads goes on. */
  function unwritable(id: string, error: ToolError): SessionBook {
    const never = () => {
      throw error;
    };
    return { id, state: state.now, record: never, keep: never, keepNamed: never, kept: never, ...clean };
  }
}
