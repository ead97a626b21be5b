import { closeSync, openSync, readSync } from "node:fs";

const WINDOW_BYTES = 128 * 1024;
const BEGIN = "\n    {\n";
const END = "\n    }";
/** Before the first entry. */
const FIRST = `\n  "tools": [${BEGIN}      "id": "`;
const CONFLICT = "\n<<<<<<<";

/**
 * The bytes of the entry of `id` in the registry in `file`, if that is laid out as nichekit writes it, with the line's end
 * before them. `none`: it is, and holds no such entry. `other`: it is not, or holds a merge-conflict marker; whether it is
 * JSON is not told. The file is read through a window, since every call comes by here and registries of 10 MB exist.
 *
 * Throws only what `node:fs` throws.
 */
export function cutEntry(file: string, id: string): Buffer | "none" | "other" {
  const wanted = `${BEGIN}      "id": ${JSON.stringify(id)},\n`;
  const fd = openSync(file, "r");
  try {
    let window = Buffer.allocUnsafe(WINDOW_BYTES);
    let filled = readSync(fd, window, 0, window.length, null);
    if (filled < 2 || window.toString("latin1", 0, 2) !== "{\n") return "other";
    let hasTools = false;
    let begun = -1;
    let found: Buffer | undefined;
    for (;;) {
      // Behind `filled` stand older bytes.
      const valid = window.subarray(0, filled);
      if (valid.includes(CONFLICT)) return "other";
      hasTools ||= valid.includes(FIRST);
      if (found === undefined) {
        begun = valid.indexOf(wanted);
        const end = begun < 0 ? -1 : valid.indexOf(END, begun + BEGIN.length);
        if (end >= 0) found = Buffer.from(valid.subarray(begun, end + END.length));
      }
      // In the window stays what an entry or a mark may have begun in.
      const from = found === undefined && begun >= 0 ? begun : Math.max(0, filled - wanted.length - FIRST.length);
      window.copyWithin(0, from, filled);
      const kept = filled - from;
      if (kept === window.length) window = Buffer.concat([window], window.length * 2);
      const read = readSync(fd, window, kept, window.length - kept, null);
      filled = kept + read;
      if (read > 0) continue;
      if (found !== undefined) return found;
      return hasTools && begun < 0 && window.toString("latin1", filled - 3, filled) === "\n}\n" ? "none" : "other";
    }
  } finally {
    closeSync(fd);
  }
}
