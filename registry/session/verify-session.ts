import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { isToolError } from "../error/tool-error.ts";
import { keptContent, SNAPSHOTS } from "./content-store.ts";
import type { LoggedEvent } from "./event.ts";
import { writerFiles } from "./read-session.ts";
import { BrokenLine, writerEvents } from "./read-writer.ts";

export interface WriterVerdict {
  readonly writer: string;
  /** Sound events: all, or those before what is broken. */
  readonly events: number;
  /** Its last line was cut off; nothing else is lost. */
  readonly torn: boolean;
  readonly broken: { readonly line: number; readonly reason: string } | null;
}

export interface SessionVerdict {
  readonly session: string;
  readonly ok: boolean;
  readonly writers: readonly WriterVerdict[];
  readonly snapshots: {
    /** Sound ones. */
    readonly sound: number;
    /** Those that are not what their name says, and those that an event names and nobody finds. */
    readonly broken: readonly { readonly digest: string; readonly reason: string }[];
  };
}

/**
 * Holds a session to its chains and digests. Nothing stops at the first fault:
 * every writer and every snapshot is told of. A chain shows what was changed,
 * put in or taken out before its end; that whole lines at the end, or a whole
 * writer, were taken away, it cannot show.
 *
 * @throws ToolError `session_unknown`
 */
export function verifySession(folder: string, command = "niche"): SessionVerdict {
  const session = basename(folder);
  const named = new Set<string>();
  const writers = writerFiles(folder, command).map((file) => verdictOn(file, session, named));
  const stored = snapshotNames(folder);
  const broken = [...new Set([...stored, ...named])].sort().flatMap((digest) => {
    const reason = faultOf(folder, digest, session, command);
    return reason === undefined ? [] : [{ digest, reason }];
  });
  const unsound = new Set(broken.map(({ digest }) => digest));
  return {
    session,
    ok: broken.length === 0 && writers.every((one) => one.broken === null),
    writers,
    snapshots: { sound: stored.filter((digest) => !unsound.has(digest)).length, broken },
  };
}

function verdictOn(file: string, session: string, named: Set<string>): WriterVerdict {
  const writer = basename(file, ".jsonl");
  let events = 0;
  let torn = false;
  try {
    for (const event of writerEvents(file, session, () => {
      torn = true;
    })) {
      events++;
      for (const digest of digestsOf(event)) named.add(digest);
    }
  } catch (cause) {
    if (!(cause instanceof BrokenLine)) throw cause;
    return { writer, events, torn, broken: { line: cause.line, reason: cause.message } };
  }
  return { writer, events, torn, broken: null };
}

function digestsOf(event: LoggedEvent): readonly string[] {
  return event.type === "turn.start" ? [event.catalog, ...Object.values(event.definitions)] : [];
}

function snapshotNames(folder: string): readonly string[] {
  try {
    return readdirSync(join(folder, SNAPSHOTS)).flatMap((name) => (name.endsWith(".json") ? [name.slice(0, -".json".length)] : []));
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw cause;
  }
}

function faultOf(folder: string, digest: string, session: string, command: string): string | undefined {
  try {
    keptContent(folder, digest, { session, command });
    return undefined;
  } catch (error) {
    if (!isToolError(error)) return (error as Error).message;
    return error.message.replace(/^.* cannot be used: /, "");
  }
}
