import { randomBytes } from "node:crypto";
import { closeSync, constants, fstatSync, ftruncateSync, openSync, writeSync } from "node:fs";
import { basename, join } from "node:path";
import { canonicalJson, sha256 } from "../canonical-json.ts";
import { fault } from "../error/catalogue.ts";
import { keepContent, keepNamedContent } from "./content-store.ts";
import type { LoggedEvent, SessionEvent } from "./event.ts";
import { redactEvent } from "./redact.ts";

export interface WriterOptions {
  /** Milliseconds since 1970. Default: the clock. */
  readonly now?: (() => number) | undefined;
  /** Values that must stand nowhere: `secretValues(env)`. */
  readonly secrets?: readonly string[] | undefined;
  /** No event is told to be earlier: the time of the last one that the caller has read. */
  readonly notBefore?: number | undefined;
  /** Default: made of the time, the process and a random part. */
  readonly name?: string | undefined;
}

/** One process's part of a session: a file of its own, so that none waits for another and no lines mix. */
export interface SessionWriter {
  readonly name: string;
  /** Absolute; it is made at the first event. */
  readonly file: string;
  /**
   * Writes one event as one whole line, at once. Gives it back as it was written.
   *
   * @throws ToolError `session_unwritable`; nothing of the event is left in the file then.
   */
  append(event: SessionEvent): LoggedEvent;
  /** Stores a value by content (`keepContent`) and gives its digest. */
  keep(value: unknown): string;
  /**
   * The same for a large value that has a name of its own (a catalog's digest):
   * `make` is asked for it only where no process of the session has stored it
   * under this name yet. The same name must always mean the same value.
   */
  keepNamed(name: string, make: () => unknown): string;
  close(): void;
}

/** Bytes of one line beyond which an intent's input is told by its digest and size alone. */
const LINE_LIMIT = 64 * 1024;

/** What the first line of a writer follows: so that no file passes for another writer's or another session's. */
export function chainStart(session: string, writer: string): string {
  return sha256(`${session} ${writer}`);
}

/** Opens a part of the session whose folder this is. The folder must exist; its name is the session's id. */
export function openWriter(folder: string, options: WriterOptions = {}): SessionWriter {
  const { now = Date.now, secrets = [] } = options;
  const name = options.name ?? writerName(now());
  const file = join(folder, `${name}.jsonl`);
  let fd: number | undefined;
  let seq = 0;
  let time = options.notBefore ?? 0;
  let prev = chainStart(basename(folder), name);
  let length = 0;
  /** Part of a line stands behind `length`. */
  let torn = false;

  const write = (line: Buffer) => {
    // O_EXCL: a name that exists belongs to another writer.
    fd ??= openSync(file, constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_EXCL, 0o600);
    if (torn) ftruncateSync(fd, length);
    torn = true;
    const written = writeSync(fd, line);
    if (written !== line.length) {
      ftruncateSync(fd, length);
      torn = false;
      throw new Error(`only ${written} of ${line.length} bytes could be written`);
    }
    torn = false;
    length += line.length;
    if (fstatSync(fd).nlink === 0) throw new Error("the file was removed");
  };

  return {
    name,
    file,
    append: (event) => {
      const at = Math.max(time, Math.floor(now()));
      const logged = fitted({ seq: seq + 1, time: at, writer: name, prev, ...redactEvent(event, secrets) });
      const text = JSON.stringify(logged);
      try {
        write(Buffer.from(`${text}\n`));
      } catch (cause) {
        throw fault("session_unwritable", { path: file, reason: (cause as Error).message }, { cause });
      }
      seq++;
      time = at;
      prev = sha256(text);
      return logged;
    },
    keep: (value) => keepContent(folder, value, secrets),
    keepNamed: (name, make) => keepNamedContent(folder, name, make, secrets),
    close: () => {
      if (fd !== undefined) closeSync(fd);
      fd = undefined;
    },
  };
}

/** Sorted by name, writers stand in the order in which they began. */
function writerName(now: number): string {
  return `${Math.floor(now).toString(36).padStart(9, "0")}-${process.pid}-${randomBytes(4).toString("hex")}`;
}

function fitted(event: LoggedEvent): LoggedEvent {
  if (event.type !== "intent" || Buffer.byteLength(JSON.stringify(event)) <= LINE_LIMIT) return event;
  const input = canonicalJson(event.input);
  return { ...event, input: { $omitted: { bytes: Buffer.byteLength(input), sha256: sha256(input) } } };
}
