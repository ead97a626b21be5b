import { readFrontmatter } from "./frontmatter.ts";
import { type MarkdownLine, markdownLines } from "./markdown-lines.ts";

/** A Markdown or MDX document cut at its headings. */
export interface Document {
  /** From the frontmatter, else the first heading, else the file's name. */
  readonly title: string;
  readonly keywords: readonly string[];
  /** Globs of the files the document is about. */
  readonly paths: readonly string[];
  readonly sections: readonly Section[];
}

export interface Section {
  /** 0-based place in the document. */
  readonly ordinal: number;
  /** The section's own heading, last in the path; empty for text before any heading. */
  readonly heading_path: readonly string[];
  /** 1-based line of the heading, or of the first text. */
  readonly line: number;
  /** As written, without the heading line and without comments. */
  readonly text: string;
}

/** A section without headings inside is cut here, at a blank line, so that one huge page cannot fill a whole budget. In UTF-16 units. */
const LONGEST_SECTION = 16_000;

/** `name` is the file's name, the title of a document that has none. */
export async function parseDocument(source: string, name: string): Promise<Document> {
  const lines = source
    .replace(/^\uFEFF/, "")
    .replace(/\r\n?/g, "\n")
    .split("\n");
  const end = frontmatterEnd(lines);
  const front = await readFrontmatter(lines.slice(1, Math.max(1, end)).join("\n"));
  const body = end === 0 ? lines : lines.slice(end + 1);
  const offset = end === 0 ? 1 : end + 2;
  const sections = cutAtHeadings(markdownLines(body), offset, front.description);
  const first = sections.find((section) => section.heading_path.length > 0)?.heading_path[0];
  return { title: front.title ?? first ?? name, keywords: front.keywords, paths: front.paths, sections };
}

/** Index of the closing `---`; 0 where there is no frontmatter. */
function frontmatterEnd(lines: readonly string[]): number {
  if (lines[0]?.trimEnd() !== "---") return 0;
  const end = lines.findIndex((line, at) => at > 0 && /^(?:---|\.\.\.)\s*$/.test(line));
  return Math.max(0, end);
}

interface TextLine {
  readonly line: number;
  readonly text: string;
}

function cutAtHeadings(lines: readonly MarkdownLine[], offset: number, description: string | undefined): Section[] {
  const sections: Section[] = [];
  const path: { level: number; text: string }[] = [];
  let start = offset;
  // The description stands with the first heading's text, not as a section of its own.
  let text: TextLine[] = description === undefined ? [] : [{ line: offset, text: description }];
  let nothingYet = true;
  const close = (): void => {
    const headings = path.map((heading) => heading.text).filter((heading) => heading !== "");
    for (const piece of cutLong(text, start)) {
      if (piece.text === "" && headings.length === 0) continue;
      sections.push({ ordinal: sections.length, heading_path: headings, line: piece.line, text: piece.text });
    }
  };
  for (const [at, line] of lines.entries()) {
    if (line.heading) {
      if (!nothingYet) {
        close();
        text = [];
      }
      nothingYet = false;
      while ((path.at(-1)?.level ?? 0) >= line.heading.level) path.pop();
      path.push(line.heading);
      start = offset + at;
    } else if (!line.skip) {
      text.push({ line: offset + at, text: line.text });
      nothingYet &&= line.text.trim() === "";
    }
  }
  close();
  return sections;
}

/** The first piece stands at its section's heading, the others at their first line. */
function cutLong(lines: readonly TextLine[], headingLine: number): TextLine[] {
  const pieces: TextLine[] = [];
  let held: TextLine[] = [];
  let size = 0;
  const close = (): void => {
    const text = held
      .map((line) => line.text)
      .join("\n")
      .trim();
    if (text !== "" || pieces.length === 0) pieces.push({ line: pieces.length === 0 ? headingLine : (held[0]?.line ?? headingLine), text });
    held = [];
    size = 0;
  };
  for (const line of lines) {
    const blank = line.text.trim() === "";
    if (size + line.text.length > LONGEST_SECTION || (blank && size > LONGEST_SECTION * 0.75)) close();
    if (held.length === 0 && blank && pieces.length > 0) continue;
    held.push(line);
    size += line.text.length + 1;
  }
  if (held.length > 0 || pieces.length === 0) close();
  return pieces.flatMap(cutHard);
}

/** A single line longer than a section (minified data) is cut by length. */
function cutHard(piece: TextLine): TextLine[] {
  const parts: TextLine[] = [];
  let at = 0;
  do {
    let end = Math.min(piece.text.length, at + LONGEST_SECTION * 2);
    if (end < piece.text.length && /[\uD800-\uDBFF]/.test(piece.text.charAt(end - 1))) end--;
    parts.push({ line: piece.line, text: piece.text.slice(at, end) });
    at = end;
  } while (at < piece.text.length);
  return parts;
}
