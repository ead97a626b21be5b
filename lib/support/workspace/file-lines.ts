import { readSync } from "node:fs";

const CHUNK = 1024 * 1024;
/** A line beyond this is given in pieces: a file without any newline must not fill memory. */
const LONGEST = 16 * 1024 * 1024;
const NEWLINE = 0x0a;

/** A line's bytes without its newline; its CR, if any, still there. */
export interface ByteLine {
  readonly bytes: Buffer;
  /** False: the file ends without a newline here, or the line goes on in the next piece. */
  readonly ended: boolean;
}

/** The lines of an open file in batches of about a megabyte, read as they are asked for. `each` is told of every chunk as it was read. */
export function* fileLines(fd: number, each?: (chunk: Buffer) => void): Generator<readonly ByteLine[], void> {
  let rest: Buffer[] = [];
  let held = 0;
  for (;;) {
    const chunk = Buffer.allocUnsafe(CHUNK);
    const read = readSync(fd, chunk, 0, CHUNK, null);
    if (read === 0) break;
    const bytes = chunk.subarray(0, read);
    each?.(bytes);
    const lines: ByteLine[] = [];
    let start = 0;
    for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, start)) {
      const tail = bytes.subarray(start, end);
      lines.push({ bytes: rest.length === 0 ? tail : Buffer.concat([...rest, tail]), ended: true });
      rest = [];
      held = 0;
      start = end + 1;
    }
    if (start < bytes.length) {
      rest.push(bytes.subarray(start));
      held += bytes.length - start;
    }
    if (held > LONGEST) {
      lines.push({ bytes: Buffer.concat(rest), ended: false });
      rest = [];
      held = 0;
    }
    yield lines;
  }
  if (held > 0) yield [{ bytes: Buffer.concat(rest), ended: false }];
}

/**
 * The same as text in batches, without what ends the lines; bytes that are no UTF-8 become U+FFFD. Far quicker than line by line.
 * `first` is told of the first chunk; false: what is in it is not wanted, and there are no batches.
 */
export function* textLines(fd: number, first: (chunk: Buffer) => boolean): Generator<readonly string[], void> {
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  let rest: Buffer[] = [];
  let held = 0;
  for (let at = 0; ; at += 1) {
    const chunk = Buffer.allocUnsafe(CHUNK);
    const read = readSync(fd, chunk, 0, CHUNK, null);
    const bytes = chunk.subarray(0, read);
    if (at === 0 && !first(bytes)) return;
    const end = read === 0 ? -1 : bytes.lastIndexOf(NEWLINE);
    if (end >= 0 || held > LONGEST || (read === 0 && held > 0)) {
      const text = decoder.decode(Buffer.concat([...rest, bytes.subarray(0, Math.max(end, 0))]));
      yield plainLines(at > 0 ? text : text.replace(/^\uFEFF/, ""));
      rest = [];
      held = 0;
    }
    if (read === 0) return;
    const left = bytes.subarray(end + 1);
    rest.push(left);
    held += left.length;
  }
}

function plainLines(text: string): readonly string[] {
  const lines = text.split("\n");
  return text.includes("\r") ? lines.map((line) => (line.endsWith("\r") ? line.slice(0, -1) : line)) : lines;
}
