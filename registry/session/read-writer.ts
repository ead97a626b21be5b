import { basename } from "node:path";
import { sha256 } from "../canonical-json.ts";
import type { LoggedEvent } from "./event.ts";
import { type FileLine, fileLines } from "./file-lines.ts";
import { chainStart } from "./writer.ts";

/** A line that is not what its writer wrote there. */
export class BrokenLine extends Error {
  readonly line: number;
  constructor(line: number, reason: string) {
    super(reason);
    this.line = line;
  }
}

/**
 * The events of one writer's file in order, each held to its frame and to the
 * chain. A last line that was cut off is left out, and `torn` is told its
 * number: that is how a process ends that is killed while it writes.
 *
 * @throws BrokenLine for every other line that does not hold.
 */
export function* writerEvents(file: string, session: string, torn: (line: number) => void): Generator<LoggedEvent> {
  const writer = basename(file, ".jsonl");
  let prev = chainStart(session, writer);
  let time = Number.NEGATIVE_INFINITY;
  let seq = 0;
  // One line behind: whether a line is the last is known only at the next.
  let held: FileLine | undefined;
  const lines = fileLines(file);
  for (let next = lines.next(); ; next = lines.next()) {
    const line = held;
    held = next.done ? undefined : next.value;
    if (line !== undefined) {
      const event = parsed(line.text);
      if (event === undefined && held === undefined) return torn(line.number);
      if (event === undefined) throw new BrokenLine(line.number, "it is no event");
      const reason = fault(event, { seq: ++seq, writer, prev, time });
      if (reason !== undefined) throw new BrokenLine(line.number, reason);
      prev = sha256(line.text);
      time = event.time;
      yield event;
    }
    if (next.done) return;
  }
}

function parsed(text: string): LoggedEvent | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && typeof (value as LoggedEvent).type === "string"
      ? (value as LoggedEvent)
      : undefined;
  } catch {
    return undefined;
  }
}

function fault(event: LoggedEvent, expected: { seq: number; writer: string; prev: string; time: number }): string | undefined {
  if (event.writer !== expected.writer) return `it is a line of the writer ${JSON.stringify(event.writer)}`;
  if (event.seq !== expected.seq) return `its number is ${JSON.stringify(event.seq)} where ${expected.seq} follows`;
  if (event.prev !== expected.prev) return "the chain is broken: the line before it is not the one that it was written behind";
  if (!Number.isSafeInteger(event.time) || event.time < expected.time) return "it is told to be earlier than the line before it";
  return undefined;
}
