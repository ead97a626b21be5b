import { fault } from "../../../registry/error/catalogue.ts";
import type { ToolContext } from "../../../registry/tool-context.ts";
import { errorCode } from "../place/docs-files.ts";
import { excerptLine } from "./excerpt-line.ts";
import { textLines } from "./file-lines.ts";
import type { LinePattern } from "./line-pattern.ts";
import { lineTester } from "./line-tester.ts";
import { withOpenFile } from "./open-inside.ts";
import type { PlaceInside } from "./place-inside.ts";
import { notText } from "./text-form.ts";

/** A file beyond this is searched only where it alone is named. Bytes. */
export const LARGE = 8 * 1024 * 1024;
const LIMITS = { all: 30_000, one: 1500 };
/** Of the texts of all matches together. Bytes. */
const MOST_BYTES = 48 * 1024;

export interface Match {
  /** Relative to PROJECT_ROOT. */
  path: string;
  /** 1-based. */
  line: number;
  /** The line; of a long one the part around the match. */
  text: string;
  before?: readonly string[];
  after?: readonly string[];
}

export interface Searched {
  readonly matches: readonly Match[];
  /** Matching lines of each file that has any, by path. */
  readonly counts: readonly { readonly path: string; readonly count: number }[];
  /** Files that were looked through. */
  readonly searched: number;
  readonly skipped: { readonly binary: number; readonly large: readonly string[]; readonly unreadable: readonly string[] };
  /** The file at which the time was over; null: all were searched. */
  readonly stopped_at: string | null;
}

export interface Search {
  readonly pattern: LinePattern;
  /** Lines around a match. */
  readonly around: number;
  /** Matches that are kept with their text; all are counted. */
  readonly limit: number;
  /** The call without this file, for a Fix. */
  without(path: string): string;
  readonly told: string;
}

/**
 * Looks through files one after the other; `alone`: the caller named the one file, so its size does not matter.
 *
 * @throws ToolError `grep_pattern_slow`
 */
export async function searchFiles(context: ToolContext, files: readonly PlaceInside[], search: Search, alone: boolean): Promise<Searched> {
  const test = lineTester((line) => search.pattern.find(line) >= 0, LIMITS);
  const matches: Match[] = [];
  const counts: { path: string; count: number }[] = [];
  const skipped = { binary: 0, large: [] as string[], unreadable: [] as string[] };
  let searched = 0;
  const size = { bytes: 0 };
  let stopped: string | null = null;
  for (const [at, place] of files.entries()) {
    // Lets a time limit or an interrupt come through.
    if (at % 64 === 63) await new Promise((resolve) => setImmediate(resolve));
    context.signal.throwIfAborted();
    const room = () => matches.length < search.limit && size.bytes < MOST_BYTES;
    const outcome = attempt(context, place, alone, (fd) => {
      const found = searchOne(fd, place, test, search, { room, size, keep: (match) => matches.push(match) });
      if (typeof found === "number" && found > 0) counts.push({ path: place.path, count: found });
      return found;
    });
    if (typeof outcome === "number") searched += 1;
    else if (outcome === "binary") skipped.binary += 1;
    else if (outcome === "large") skipped.large.push(place.path);
    else if (outcome === "unreadable") skipped.unreadable.push(place.path);
    else if (outcome === "stopped") {
      stopped = place.path;
      break;
    }
  }
  return { matches, counts, searched, skipped, stopped_at: stopped };
}

type Outcome = number | "binary" | "large" | "unreadable" | "stopped" | "gone";

function attempt(context: ToolContext, place: PlaceInside, alone: boolean, search: (fd: number) => Outcome): Outcome {
  try {
    return withOpenFile(context, place, ({ fd, stat }) => (stat.size > LARGE && !alone ? "large" : search(fd)));
  } catch (error) {
    const code = errorCode(error);
    if (code === "grep_pattern_slow" || alone) throw error;
    // Links, repositories within and what is gone from the disk are no files of the listing.
    return code === "file_unreadable" ? "unreadable" : "gone";
  }
}

interface Kept {
  room(): boolean;
  /** Of all texts that are kept. */
  readonly size: { bytes: number };
  keep(match: Match): void;
}

/** @returns how many lines match */
function searchOne(fd: number, place: PlaceInside, test: ReturnType<typeof lineTester>, search: Search, kept: Kept): Outcome {
  const shown = (lines: readonly string[]) => {
    const texts = lines.map((line) => excerptLine(line));
    kept.size.bytes += Buffer.byteLength(texts.join());
    return texts;
  };
  let before: readonly string[] = [];
  let waiting: string[][] = [];
  let count = 0;
  let number = 0;
  let binary = false;
  const { around } = search;
  const isText = (head: Buffer) => {
    binary = notText(head) !== undefined;
    return !binary;
  };
  for (const lines of textLines(fd, isText)) {
    const tested = test(lines);
    if (tested.kind === "stopped") return "stopped";
    if (tested.kind === "slow") {
      const values = { pattern: search.told, seconds: LIMITS.one / 1000, path: place.path, line: number + tested.at + 1 };
      throw fault("grep_pattern_slow", { ...values, without: search.without(place.path) });
    }
    count += tested.matching.length;
    // Beyond the bound the last matches get less around them.
    for (const after of waiting) if (kept.size.bytes < MOST_BYTES) after.push(...shown(lines.slice(0, around - after.length)));
    waiting = waiting.filter((after) => after.length < around);
    for (const at of tested.matching) {
      if (!kept.room()) break;
      const line = lines[at] as string;
      const match: Match = { path: place.path, line: number + at + 1, text: excerptLine(line, search.pattern.find(line)) };
      if (around > 0) {
        const above = at >= around ? lines.slice(at - around, at) : [...before, ...lines.slice(0, at)].slice(-around);
        const after = shown(lines.slice(at + 1, at + 1 + around));
        Object.assign(match, { before: shown(above), after });
        if (after.length < around) waiting.push(after);
      }
      kept.size.bytes += Buffer.byteLength(match.text);
      kept.keep(match);
    }
    if (around > 0) before = [...before, ...lines.slice(-around)].slice(-around);
    number += lines.length;
  }
  return binary ? "binary" : count;
}
