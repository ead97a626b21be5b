import { isUtf8 } from "node:buffer";
import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { fileStamp } from "../file-stamp.ts";
import { type SkillFault, skillError } from "./skill-fault.ts";

/** What a SKILL.md says before its body, which is not read. */
export interface SkillHead {
  /** Between the `---` lines: LF only, without byte order mark. */
  readonly text: string;
  /** Where the body begins, in bytes. */
  readonly bodyAt: number;
  /** Bytes of the whole file. */
  readonly size: number;
  /** Of the file (`fileStamp`). */
  readonly stamp: string;
}

export type HeadResult = { readonly ok: true; readonly head: SkillHead } | { readonly ok: false; readonly fault: SkillFault };

/** What is read at a time, and so at most of a body. */
const CHUNK = 512;
/** No frontmatter of six keys comes near it; a file that never closes its own is not read to the end. */
const MOST_BYTES = 64 * 1024;

/** Reads a SKILL.md up to the end of its frontmatter and no further (less than 512 bytes beyond it). */
export function readHead(file: string): HeadResult {
  let handle: number;
  try {
    // A named pipe must not be waited for.
    handle = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    return unreadable(error);
  }
  try {
    const stat = fstatSync(handle);
    if (!stat.isFile()) return failed("skill_unreadable", "SKILL.md is no regular file", "Put a text file in its place");
    return cutHead(handle, stat.size, fileStamp(stat));
  } catch (error) {
    return unreadable(error);
  } finally {
    closeSync(handle);
  }
}

function cutHead(handle: number, size: number, stamp: string): HeadResult {
  let bytes = Buffer.alloc(0);
  for (;;) {
    const chunk = Buffer.alloc(CHUNK);
    const read = readSync(handle, chunk, 0, CHUNK, bytes.length);
    bytes = Buffer.concat([bytes, chunk.subarray(0, read)]);
    const ended = read === 0;
    if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)) {
      return failed("skill_not_utf8", "SKILL.md is UTF-16, so it cannot be read", SAVE_AS_UTF8, 1);
    }
    // Bytes as characters: offsets in the text are offsets in the file.
    const text = bytes.toString("latin1");
    const open = /^(?:\u00ef\u00bb\u00bf)?---[ \t]*(?:\r?\n|$)/.exec(text);
    if (open === null && (ended || text.length >= CHUNK)) {
      return failed(
        "skill_frontmatter_missing",
        "SKILL.md does not begin with frontmatter",
        "Begin it with ---, name, description and ---",
        1,
      );
    }
    const start = open?.[0].length ?? 0;
    const close = /(?:^|\r?\n)---[ \t]*(\r?\n|$)/.exec(text.slice(start));
    if (open !== null && close !== null && (close[1] !== "" || ended)) {
      const end = start + close.index;
      const block = bytes.subarray(start, end);
      if (!isUtf8(block)) return notUtf8(block);
      return {
        ok: true,
        head: { text: block.toString("utf8").replaceAll("\r\n", "\n").replaceAll("\r", " "), bodyAt: end + close[0].length, size, stamp },
      };
    }
    if (ended || bytes.length >= MOST_BYTES) {
      const where = ended ? "" : ` within its first ${MOST_BYTES / 1024} KiB`;
      return failed("skill_frontmatter_unclosed", `The frontmatter is never closed${where}`, "End it with a line of ---", 1);
    }
  }
}

const SAVE_AS_UTF8 = "Save the file as UTF-8";

function notUtf8(block: Buffer): HeadResult {
  let line = 2;
  for (let at = 0; at < block.length; line++) {
    const end = block.indexOf(0x0a, at) < 0 ? block.length : block.indexOf(0x0a, at);
    if (!isUtf8(block.subarray(at, end))) break;
    at = end + 1;
  }
  return failed("skill_not_utf8", "The frontmatter holds bytes that are not UTF-8", SAVE_AS_UTF8, line);
}

function unreadable(error: unknown): HeadResult {
  const reason = (error as NodeJS.ErrnoException).code ?? String(error);
  return failed("skill_unreadable", `SKILL.md cannot be read (${reason})`, "Make it a file that this account may read");
}

function failed(code: string, message: string, fix: string, line?: number): HeadResult {
  return { ok: false, fault: skillError(code, message, fix, line) };
}
