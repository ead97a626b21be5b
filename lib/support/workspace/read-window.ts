import { createHash } from "node:crypto";
import { fileLines } from "./file-lines.ts";
import { hasBom, type LineEnding, NOT_UTF8, notText } from "./text-form.ts";

/** Files up to this are read to their end, for their digest and number of lines. Bytes. */
const READ_WHOLE = 16 * 1024 * 1024;
/** Bytes of UTF-8 that one answer holds. */
export const MOST_BYTES = 32 * 1024;
/** Characters that are shown of a line unless it is asked for by its column. */
export const MOST_OF_LINE = 2000;

export interface Window {
  /** First line, 1-based. */
  readonly offset: number;
  readonly limit: number;
  /** Where in the first line to begin, 1-based. */
  readonly column: number;
}

export interface WindowText {
  /** Lines end with \n, whatever the file's own ending. */
  readonly content: string;
  /** Number of the last line shown; one less than `offset` if there is none. */
  readonly end_line: number;
  /** Null: the file was not read to its end. */
  readonly total_lines: number | null;
  readonly sha256: string | null;
  readonly bom: boolean;
  /** Of the part that was read. */
  readonly line_ending: LineEnding;
  /** Lines of which only the beginning is shown. */
  readonly cut_lines: readonly number[];
  /** Where the part begins that is not shown; null: all was. */
  readonly rest: { readonly offset: number; readonly column?: number } | null;
}

/** A part of an open file; a string says what the file is instead of text. Holds a few megabytes, however large the file. */
export function readWindow(fd: number, size: number, window: Window): WindowText | string {
  const whole = size <= READ_WHOLE;
  const hash = whole ? createHash("sha256") : undefined;
  let head: Buffer | undefined;
  const batches = fileLines(fd, (chunk) => {
    head ??= chunk;
    hash?.update(chunk);
  });
  const shown = collector(window);
  const endings = { lf: 0, crlf: 0 };
  let line = 0;
  let ended = true;
  let stopped = false;
  for (const batch of batches) {
    const other = line === 0 && head !== undefined ? notText(head) : undefined;
    if (other !== undefined) return other;
    for (const one of batch) {
      const begins = ended;
      if (begins) line += 1;
      ended = one.ended;
      // A piece of a line without end has its beginning shown, if anything of it.
      if (begins && !shown.take(line, line === 1 && hasBom(one.bytes) ? one.bytes.subarray(3) : one.bytes, ended)) return NOT_UTF8;
      if (ended) endings[one.bytes.at(-1) === 0x0d ? "crlf" : "lf"] += 1;
    }
    stopped = !whole && shown.full(line + 1);
    if (stopped) break;
  }
  return {
    ...shown.end(line),
    total_lines: stopped ? null : line,
    sha256: hash?.digest("hex") ?? null,
    bom: head !== undefined && hasBom(head),
    line_ending: endings.lf === 0 ? (endings.crlf === 0 ? "none" : "crlf") : endings.crlf === 0 ? "lf" : "mixed",
  };
}

/** Keeps the lines of a window, up to `MOST_BYTES` of them. */
function collector({ offset, limit, column }: Window) {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  const lines: string[] = [];
  const cut: number[] = [];
  let bytes = 0;
  let rest: WindowText["rest"] = null;
  let last = offset - 1;
  const full = (line: number) => rest !== null || line >= offset + limit;
  return {
    full,
    /** False: this is no UTF-8. */
    take(line: number, raw: Buffer, ended: boolean): boolean {
      if (line < offset) return true;
      if (full(line)) {
        rest ??= { offset: line };
        return true;
      }
      let text: string;
      try {
        text = decoder.decode(ended && raw.at(-1) === 0x0d ? raw.subarray(0, -1) : raw);
      } catch {
        return false;
      }
      const from = line === offset ? column - 1 : 0;
      const most = line === offset && column > 1 ? MOST_BYTES : MOST_OF_LINE;
      const part = cutAt(text, from, most, MOST_BYTES - bytes);
      const left = text.length - from - part.length;
      // What does not fit any more begins the next window; a first line is always shown as far as it goes.
      if (left > 0 && part.length < Math.min(most, MOST_OF_LINE) && lines.length > 0) {
        rest = { offset: line };
        return true;
      }
      if (left > 0) cut.push(line);
      if (left > 0 && most === MOST_BYTES) rest = { offset: line, column: from + part.length + 1 };
      lines.push(left > 0 ? `${part}… [${left} more characters: --offset ${line} --column ${from + part.length + 1}]` : part);
      bytes += Buffer.byteLength(part) + 1;
      if (ended) lines.push("\n");
      last = line;
      return true;
    },
    end: (total: number) => ({
      content: lines.join(""),
      end_line: Math.min(last, Math.max(total, offset - 1)),
      cut_lines: cut,
      rest,
    }),
  };
}

/** At most so many characters and bytes of a text, never half of a surrogate pair. */
function cutAt(text: string, from: number, characters: number, bytes: number): string {
  let part = text.slice(from, from + Math.min(characters, bytes));
  while (Buffer.byteLength(part) > bytes) part = part.slice(0, Math.floor((part.length * bytes) / Buffer.byteLength(part)));
  return /[\uD800-\uDBFF]$/.test(part) && part.length < text.length - from ? part.slice(0, -1) : part;
}
