import type { Splice } from "./replace-text.ts";

const AROUND = 3;
/** Bytes that a diff may have. */
const MOST_BYTES = 16 * 1024;

/** Lines of the old text, from `from` up to but not `to` (0-based), that become `lines`. */
interface Region {
  readonly from: number;
  readonly to: number;
  readonly lines: readonly string[];
}

/** The unified diff of a text that is changed in these places, in order and apart; `path` relative to the project. Cut at 16 KiB, which it then says. */
export function diffOfSplices(path: string, text: string, splices: readonly Splice[]): string {
  const old = linesOf(text);
  const starts: number[] = [];
  let offset = 0;
  for (const line of old) {
    starts.push(offset);
    offset += line.length;
  }
  const regions: Region[] = [];
  let group: { from: number; to: number; splices: Splice[] } | undefined;
  const close = () => {
    if (group !== undefined) regions.push(region(text, old, starts, group));
  };
  for (const splice of splices) {
    const from = lineIndex(starts, splice.start);
    // What ends with a line's newline takes the next line's beginning into the region as well: it may now stand behind other text.
    const to = Math.min(old.length, lineIndex(starts, splice.end) + 1);
    if (group !== undefined && from < group.to) {
      group.splices.push(splice);
      group.to = Math.max(group.to, to);
    } else {
      close();
      group = { from, to, splices: [splice] };
    }
  }
  close();
  return unified(path, old, regions, false);
}

/** The unified diff of two whole texts, as one change between what both begin and end with. `old` null: the file is new. */
export function diffOfTexts(path: string, old: string | null, now: string): string {
  const [a, b] = [linesOf(old ?? ""), linesOf(now)];
  return unified(path, a, a.length === 0 && b.length === 0 ? [] : [trimmed({ from: 0, to: a.length, lines: b }, a)], old === null);
}

function region(
  text: string,
  old: readonly string[],
  starts: readonly number[],
  group: { from: number; to: number; splices: readonly Splice[] },
): Region {
  const parts: string[] = [];
  let at = starts[group.from] ?? text.length;
  for (const { start, end, insert } of group.splices) {
    parts.push(text.slice(at, start), insert);
    at = end;
  }
  parts.push(text.slice(at, starts[group.to] ?? text.length));
  return trimmed({ from: group.from, to: group.to, lines: linesOf(parts.join("")) }, old);
}

/** Without the lines that stay as they are at both ends. */
function trimmed({ from, to, lines }: Region, old: readonly string[]): Region {
  let head = 0;
  while (head < lines.length && from + head < to && lines[head] === old[from + head]) head += 1;
  let tail = 0;
  while (tail < lines.length - head && tail < to - from - head && lines.at(-1 - tail) === old[to - 1 - tail]) tail += 1;
  return { from: from + head, to: to - tail, lines: lines.slice(head, lines.length - tail) };
}

function unified(path: string, old: readonly string[], regions: readonly Region[], created: boolean): string {
  const text: string[] = [created ? "--- /dev/null\n" : `--- a/${path}\n`, `+++ b/${path}\n`];
  let shift = 0;
  for (let first = 0; first < regions.length; ) {
    let last = first;
    while (last + 1 < regions.length && (regions[last + 1] as Region).from - (regions[last] as Region).to <= 2 * AROUND) last += 1;
    const hunk = regions.slice(first, last + 1);
    const from = Math.max(0, (hunk[0] as Region).from - AROUND);
    const to = Math.min(old.length, (hunk.at(-1) as Region).to + AROUND);
    const body: string[] = [];
    let at = from;
    for (const { from: start, to: end, lines } of hunk) {
      for (; at < start; at += 1) body.push(diffLine(" ", old[at] as string));
      for (; at < end; at += 1) body.push(diffLine("-", old[at] as string));
      for (const line of lines) body.push(diffLine("+", line));
    }
    for (; at < to; at += 1) body.push(diffLine(" ", old[at] as string));
    const grown = hunk.reduce((sum, one) => sum + one.lines.length - (one.to - one.from), 0);
    text.push(`@@ -${range(from, to - from)} +${range(from + shift, to - from + grown)} @@\n`, ...body);
    shift += grown;
    first = last + 1;
  }
  return cut(text);
}

/** An empty range is named by the line before it. */
function range(from: number, count: number): string {
  return `${count === 0 ? from : from + 1}${count === 1 ? "" : `,${count}`}`;
}

function diffLine(mark: string, line: string): string {
  return line.endsWith("\n") ? mark + line : `${mark}${line}\n\\ No newline at end of file\n`;
}

function cut(lines: readonly string[]): string {
  let bytes = 0;
  for (const [at, line] of lines.entries()) {
    bytes += Buffer.byteLength(line);
    if (bytes > MOST_BYTES) return `${lines.slice(0, at).join("")}… ${lines.length - at} more lines\n`;
  }
  return lines.join("");
}

/** Lines with their newlines. */
function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/** The line that an offset stands in. */
function lineIndex(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if ((starts[middle] as number) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}
