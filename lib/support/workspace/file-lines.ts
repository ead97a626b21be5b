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
