import { type Dirent, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { fault } from "../error/catalogue.ts";
import type { LoggedEvent } from "./event.ts";
import { mergeWriters, type WriterRun } from "./merge-writers.ts";
import { BrokenLine, writerEvents } from "./read-writer.ts";

export interface ReadOptions {
  /** The subject's command line, for the Fix. */
  readonly command?: string | undefined;
  /** Told where something was left out: a last line that its writer did not finish. */
  readonly warn?: ((message: string) => void) | undefined;
}

/**
 * The events of a session in their order: by time, writer and number. Lines are
 * read as they are asked for, so that a long session never stands in memory whole.
 *
 * @throws ToolError `session_unknown`, `session_line_broken`
 */
export function* readSession(folder: string, options: ReadOptions = {}): Generator<LoggedEvent> {
  const { command = "niche", warn = () => {} } = options;
  const session = basename(folder);
  const files = writerFiles(folder, command);
  const runs = files.flatMap((file): WriterRun[] => {
    const first = firstEvent(file, session);
    // Also what has no sound first line is read, for what it has to tell: before all others.
    const key = first ?? { time: Number.NEGATIVE_INFINITY, writer: basename(file), seq: 0 };
    return [{ first: key, open: () => held(file, session, command, warn) }];
  });
  yield* mergeWriters(runs);
}

/** The files of a session's writers, absolute, by name. */
export function writerFiles(folder: string, command = "niche"): readonly string[] {
  let items: Dirent[];
  try {
    items = readdirSync(folder, { withFileTypes: true });
  } catch (cause) {
    throw fault("session_unknown", { session: basename(folder), command }, { cause });
  }
  return items
    .filter((item) => item.isFile() && item.name.endsWith(".jsonl"))
    .map(({ name }) => join(folder, name))
    .sort((a, b) => (a < b ? -1 : 1));
}

function firstEvent(file: string, session: string): LoggedEvent | undefined {
  try {
    return writerEvents(file, session, () => {}).next().value ?? undefined;
  } catch {
    // Told when the file is read.
    return undefined;
  }
}

function* held(file: string, session: string, command: string, warn: (message: string) => void): Generator<LoggedEvent> {
  try {
    yield* writerEvents(file, session, (line) => warn(`${basename(file)}:${line} was cut off while it was written, and is left out`));
  } catch (cause) {
    if (!(cause instanceof BrokenLine)) throw cause;
    const { line, message } = cause;
    throw fault(
      "session_line_broken",
      { file: basename(file), line, reason: message, session, command },
      { cause, detail: { file: basename(file), line } },
    );
  }
}
