import { blockLines, type CommentLine, isTitle, lineRun } from "./comment-lines.ts";
import { fenceParts } from "./fence.ts";

/** A header as it stands in its file. `line` is 1-based and belongs to the first line of `text`. */
export interface FoundHeader {
  spelling: "yaml" | "tags";
  text: string;
  line: number;
}

export type CommentFault =
  /** Another TOOL_META in the same leading comments, at `line`. */
  | { kind: "second"; line: number }
  /** The comment that holds the header has no end; `mark` would end it. */
  | { kind: "unclosed"; line: number; mark: string }
  /** The comment ends inside a line that goes on, as where a glob holds the end mark. */
  | { kind: "cut"; line: number; mark: string }
  /** A blank line ended the header's run of line comments, and the next comment goes on with a header key. */
  | { kind: "split"; line: number };

export interface LeadingComments {
  header: FoundHeader | undefined;
  faults: readonly CommentFault[];
  /** 1-based line of the first line behind the leading comments and, if later, behind the header. */
  end: number;
}

/** How a block comment opens and closes; the first that fits is taken. */
const BLOCKS: readonly { open: RegExp; close: string; spelling: "yaml" | "tags" }[] = [
  // Three and more stars are a banner, `/**/` is an empty comment.
  { open: /^\/\*\*(?![*/])/, close: "*/", spelling: "tags" },
  { open: /^\/\*/, close: "*/", spelling: "yaml" },
  { open: /^--\[\[/, close: "]]", spelling: "yaml" },
  { open: /^<#/, close: "#>", spelling: "yaml" },
  { open: /^[rRuU]?"""/, close: '"""', spelling: "yaml" },
  { open: /^[rRuU]?'''/, close: "'''", spelling: "yaml" },
];

/** `#`, `//`, `--` (Lua, SQL, Haskell), `;` (Lisp) and `%` (Erlang, TeX). The last three need a space, or they may be code. */
const LINE_MARKS: readonly RegExp[] = [/^#+/, /^\/\/+/, /^--+(?=\s|$)/, /^;+(?=\s|$)/, /^%+(?=\s|$)/];

/** Lines that may stand between a file's first line and its header without being comments. */
const PRELUDE = /^(?:["']use strict["'];?|<\?php)$/;

/** Keys whose presence behind a blank line shows that the header was meant to go on. */
const HEADER_KEY =
  /^(?:noun|verb|summary|preconditions|idempotent|side_effects|options|args|output|env|exit_codes|dry_run|stdin|timeout|risk|keywords|paths|examples|see_also)\s*:/;

/**
 * Finds the TOOL_META header (contract 4.3) in the leading comments of a file:
 * after its first line if that is a shebang, and any number of comments of any
 * style. The first line of code ends the search, so nothing in a string, a
 * here-document or later text is ever taken for a header. The style is told by
 * the text, not by the file's extension.
 *
 * `source` has no BOM and only `\n` as line end.
 */
export function findHeader(source: string): LeadingComments {
  const lines = source.split("\n");
  const faults: CommentFault[] = [];
  let header: FoundHeader | undefined;
  let headerEnd = 0;
  let at = lines[0]?.startsWith("#!") ? 1 : 0;

  while (at < lines.length) {
    const line = (lines[at] as string).trim();
    if (line === "" || PRELUDE.test(line)) {
      at += 1;
      continue;
    }
    const block = BLOCKS.find((candidate) => candidate.open.test(line));
    const mark = block ? undefined : LINE_MARKS.find((candidate) => candidate.test(line));
    if (!block && !mark) break;
    const comment = block ? blockLines(lines, at, block.open, block.close) : lineRun(lines, at, mark as RegExp);
    const titles = titleLines(comment.lines);

    if (header === undefined && titles.length > 0) {
      const title = titles[0] as number;
      header = { spelling: block?.spelling ?? "yaml", ...headerText(comment.lines.slice(title + 1), at + 1) };
      headerEnd = comment.next;
      if (block && comment.closed === false) faults.push({ kind: "unclosed", line: at + 1, mark: block.close });
      if (block && comment.trailing) faults.push({ kind: "cut", line: comment.next, mark: block.close });
      for (const extra of titles.slice(1)) faults.push({ kind: "second", line: (comment.lines[extra] as CommentLine).line });
    } else {
      for (const extra of titles) faults.push({ kind: "second", line: (comment.lines[extra] as CommentLine).line });
      const first = comment.lines[0];
      const goesOn = header?.spelling === "yaml" && !block && titles.length === 0 && first !== undefined;
      if (goesOn && onlyBlank(lines, headerEnd, at) && HEADER_KEY.test(first.text.trim())) faults.push({ kind: "split", line: first.line });
    }
    at = comment.next;
    if (comment.trailing || comment.closed === false) break;
  }
  return { header, faults, end: Math.max(at, headerEnd) + 1 };
}

/** Indexes of the lines that are TOOL_META and nothing else, outside fences, at the comment's own margin. */
function titleLines(lines: readonly CommentLine[]): number[] {
  const found: number[] = [];
  let margin: number | undefined;
  const fences = fenceParts(lines.map(({ text }) => text));
  for (const [index, { text }] of lines.entries()) {
    if (fences[index] !== undefined) continue;
    if (!isTitle(text)) continue;
    const indent = text.length - text.trimStart().length;
    // Deeper than the title is the text of a value (a sample in an example), not a second header.
    if (margin !== undefined && indent > margin) continue;
    margin ??= indent;
    found.push(index);
  }
  return found;
}

function headerText(lines: readonly CommentLine[], fallback: number): { text: string; line: number } {
  const filled = lines.filter(({ text }) => text.trim() !== "");
  const indent = Math.min(...filled.map(({ text }) => text.length - text.trimStart().length));
  const texts = lines.map(({ text }) => (text.trim() === "" ? "" : text.slice(indent).trimEnd()));
  while (texts.length > 0 && texts[texts.length - 1] === "") texts.pop();
  return { text: texts.length === 0 ? "" : `${texts.join("\n")}\n`, line: lines[0]?.line ?? fallback };
}

function onlyBlank(lines: readonly string[], from: number, to: number): boolean {
  return lines.slice(from, to).every((line) => line.trim() === "");
}
