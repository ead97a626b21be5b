import { closeSync, openSync, readSync } from "node:fs";

const WINDOW_BYTES = 64 * 1024;

/**
 * The text of a file in pieces, each up to and with `separator`, the last one what stands behind it (perhaps ""). No more
 * of the file is held than the longest piece or 64 KiB. BOM and CRLF are read as if absent; bytes that are not UTF-8 become
 * U+FFFD, as when the file is read whole. `separator` is ASCII without a CR, so that no cut goes through a character.
 *
 * Throws only what `node:fs` throws, with the first piece.
 */
export function* splitFile(file: string, separator: string): Generator<string> {
  const mark = Buffer.from(separator);
  const fd = openSync(file, "r");
  try {
    let window = Buffer.allocUnsafe(WINDOW_BYTES);
    let filled = 0;
    let cut = 0;
    let first = true;
    const piece = (end: number): string => {
      const text = window.toString("utf8", cut, end);
      const plain = text.includes("\r") ? text.replaceAll("\r\n", "\n") : text;
      cut = end;
      if (!first) return plain;
      first = false;
      return plain.charCodeAt(0) === 0xfeff ? plain.slice(1) : plain;
    };
    for (;;) {
      window.copyWithin(0, cut, filled);
      filled -= cut;
      cut = 0;
      if (filled === window.length) window = Buffer.concat([window], window.length * 2);
      const read = readSync(fd, window, filled, window.length - filled, null);
      if (read === 0) break;
      filled += read;
      // Behind `filled` stand older bytes.
      const valid = window.subarray(0, filled);
      for (let at = valid.indexOf(mark); at >= 0; at = valid.indexOf(mark, cut)) yield piece(at + mark.length);
    }
    yield piece(filled);
  } finally {
    closeSync(fd);
  }
}
