import { isUtf8 } from "node:buffer";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { type CommentFault, findHeader, type LeadingComments } from "./comment.ts";
import { firstLineOf, shebangOf } from "./first-line.ts";
import { findGuards } from "./guards.ts";
import type { HeaderProblem, HeaderText } from "./tool-meta.ts";

/** What a tool's file says of itself without being run. A tool with `problems` must not run. */
export interface ToolFile {
  /** Undefined if the leading comments hold no TOOL_META. */
  header: HeaderText | undefined;
  /** What follows `#!` on the first line, trimmed. */
  shebang: string | undefined;
  /** The file begins with a UTF-8 byte order mark: with a shebang it cannot be started. */
  bom: boolean;
  /** The shebang's line, or without one the header, ends its lines by CRLF. */
  crlf: boolean;
  problems: readonly HeaderProblem[];
}

/** Of a larger file only the beginning is searched for a header: it is no script that a person wrote. */
const LARGE_BYTES = 8 * 1024 * 1024;
const LARGE_HEAD_BYTES = 256 * 1024;

/**
 * Reads a tool's file: its header as text, how it is started. `shown` is the
 * path that problems name; `bytes`: the file's, where the caller has them.
 * Throws only what `node:fs` throws (ENOENT, EACCES, EISDIR), for the caller to map.
 */
export function readToolFile(file: string, shown: string, bytes: Buffer = readFileSync(file)): ToolFile {
  const head = bytes.length > LARGE_BYTES ? bytes.subarray(0, LARGE_HEAD_BYTES) : bytes;
  const bom = head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf;
  const raw = head.toString("utf8", bom ? 3 : 0);
  const source = raw.replaceAll("\r\n", "\n");
  const firstLine = firstLineOf(raw);
  const shebang = shebangOf(firstLine);

  const leading = findHeader(source);
  const { header } = leading;
  const crlf = shebang === undefined ? header !== undefined && hasCrlf(raw, header.line) : firstLine.endsWith("\r");
  const problems = [...encodingProblems(head, leading, shown), ...leading.faults.map((fault) => faultProblem(fault, shown))];
  const isShell = shebang === undefined ? /\.(?:ba|z|k|da)?sh$/.test(file) : /\b(?:ba|z|k|da)?sh\b/.test(shebang);
  return {
    header: header && identified(header, isShell ? source : undefined),
    shebang,
    bom,
    crlf,
    problems,
  };
}

function identified(header: { spelling: "yaml" | "tags"; text: string; line: number }, shellSource: string | undefined): HeaderText {
  // The search for guards costs a pass over the script; most scripts have none.
  const guards = shellSource?.includes("?") ? findGuards(shellSource) : undefined;
  const always = guards?.always ?? [];
  const branch = guards?.branch ?? [];
  const hash = createHash("sha256").update(`${header.spelling}\n${header.text}`);
  if (always.length + branch.length > 0) hash.update(`\0guards ${always.join(" ")}\0branch ${branch.join(" ")}`);
  return {
    ...header,
    sha256: hash.digest("hex"),
    ...(always.length > 0 ? { guards: always } : {}),
    ...(branch.length > 0 ? { branch_guards: branch } : {}),
  };
}

function hasCrlf(raw: string, line: number): boolean {
  let at = 0;
  for (let passed = 1; passed < line; passed += 1) at = raw.indexOf("\n", at) + 1;
  const end = raw.indexOf("\n", at);
  return end > 0 && raw[end - 1] === "\r";
}

/** Bytes that are not UTF-8 matter up to the end of the leading comments; a script's later bytes are its own affair. */
function encodingProblems(bytes: Buffer, leading: LeadingComments, shown: string): HeaderProblem[] {
  const utf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  if (utf16) return [notUtf8(shown, 1, "The file is UTF-16, so its header cannot be read")];
  if (leading.header === undefined || isUtf8(bytes)) return [];
  let at = 0;
  for (let line = 1; line < leading.end; line += 1) {
    const end = bytes.indexOf(0x0a, at);
    if (!isUtf8(bytes.subarray(at, end < 0 ? bytes.length : end)))
      return [notUtf8(shown, line, "The header holds bytes that are not UTF-8")];
    if (end < 0) break;
    at = end + 1;
  }
  return [];
}

function notUtf8(file: string, line: number, message: string): HeaderProblem {
  return { code: "header_not_utf8", file, line, message, fix: "Save the file as UTF-8 without a byte order mark" };
}

function faultProblem(fault: CommentFault, file: string): HeaderProblem {
  const { line } = fault;
  switch (fault.kind) {
    case "second":
      return {
        code: "header_second",
        file,
        line,
        message: "A second TOOL_META in one file",
        fix: "Keep one TOOL_META; move the other tool to a file of its own",
      };
    case "unclosed":
      return {
        code: "header_unclosed",
        file,
        line,
        message: "The comment with TOOL_META is never closed",
        fix: `End the comment with ${fault.mark}`,
      };
    case "cut":
      return {
        code: "header_cut",
        file,
        line,
        message: `The comment with TOOL_META ends at ${fault.mark} inside this line`,
        fix:
          fault.mark === "*/" ? "Write `*\\/` for a `*/` inside the header" : `Put ${fault.mark} on a line of its own, behind the header`,
      };
    case "split":
      return {
        code: "header_split",
        file,
        line,
        message: "A line without comment mark ended the header before this key",
        fix: "Begin the empty line above with the comment mark, so that the header goes on",
      };
  }
}
