/** One line of a comment without its marks; `line` is its 1-based place in the file. */
export interface CommentLine {
  text: string;
  line: number;
}

export interface Comment {
  lines: readonly CommentLine[];
  /** 0-based index of the first line behind the comment. */
  next: number;
  /** False for a block that nothing closes: it then ends with the file. */
  closed: boolean;
  /** Text follows the end mark on the same line. */
  trailing: boolean;
}

/** A run of line comments that begins at `start`: it ends before the first line without the mark. */
export function lineRun(source: readonly string[], start: number, mark: RegExp): Comment {
  const lines: CommentLine[] = [];
  let at = start;
  for (; at < source.length; at += 1) {
    if (!mark.test((source[at] as string).trimStart())) break;
    lines.push({ text: source[at] as string, line: at + 1 });
  }
  return { lines: withoutMarks(lines, mark), next: at, closed: true, trailing: false };
}

/**
 * `##` begins a banner in one file and is the mark in another. What the title
 * has, or without a title all lines share, is the mark; what a line has more
 * is text, as a `# heading` in a sample. A line of marks alone is empty.
 */
function withoutMarks(lines: readonly CommentLine[], mark: RegExp): CommentLine[] {
  const marked = lines.map(({ text, line }) => ({ marks: mark.exec(text.trimStart())?.[0].length ?? 0, text: text.trimStart(), line }));
  const title = marked.find(({ marks, text }) => isTitle(text.slice(marks)));
  const shared = title?.marks ?? Math.min(...marked.map(({ marks }) => marks));
  return marked.map(({ marks, text, line }) => ({
    text: text.trimEnd().length === marks ? "" : text.slice(Math.min(shared, marks)),
    line,
  }));
}

/** Whether a line of a comment is TOOL_META and nothing else. */
export function isTitle(text: string): boolean {
  return /^\s*TOOL_META:?\s*$/.test(text);
}

/** The block comment that opens on line `start`. */
export function blockLines(source: readonly string[], start: number, open: RegExp, close: string): Comment {
  const first = (source[start] as string).trimStart();
  const opened = first.match(open)?.[0] ?? "";
  const lines: CommentLine[] = [];
  for (let at = start; at < source.length; at += 1) {
    const text = at === start ? first.slice(opened.length) : (source[at] as string);
    const end = closeIndex(text, close);
    if (end < 0) {
      lines.push({ text, line: at + 1 });
      continue;
    }
    const rest = text.slice(end + close.length).trim();
    if (text.slice(0, end).trim() !== "") lines.push({ text: text.slice(0, end), line: at + 1 });
    return { lines: content(lines, close), next: at + 1, closed: true, trailing: rest !== "" && !/^(?:;|#|\/\/)/.test(rest) };
  }
  return { lines: content(lines, close), next: source.length, closed: false, trailing: false };
}

/** The end mark; in a docstring a quote behind a backslash doesn't end it. */
function closeIndex(text: string, close: string): number {
  if (!/["']/.test(close)) return text.indexOf(close);
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === "\\") at += 1;
    else if (text.startsWith(close, at)) return at;
  }
  return -1;
}

/** Without the column of stars, if the comment has one; an escaped end mark is the end mark that it stands for. */
function content(lines: readonly CommentLine[], close: string): CommentLine[] {
  if (close !== "*/") return trimOpening(lines);
  const title = lines.findIndex(({ text }) => isTitle(text.replace(/^\s*\*/, "")));
  // The title tells whether stars are a column; on the opening line it can't, and the line behind it tells.
  const witness = lines.find(({ text }, index) => index > 0 && index >= title && text.trim() !== "");
  const stars = witness !== undefined && /^\s*\*/.test(witness.text);
  const texts = lines.map(({ text }) => (!stars ? text : /^\s*\*+\s*$/.test(text) ? "" : text.replace(/^\s*\*/, "")));
  return trimOpening(lines.map(({ line }, index) => ({ text: (texts[index] as string).replaceAll("*\\/", "*/"), line })));
}

/** What stands behind the opening mark has lost its place in the margin: it is put at the margin's start. */
function trimOpening(lines: readonly CommentLine[]): CommentLine[] {
  return lines.map(({ text, line }, index) => ({ text: index === 0 ? text.trim() : text, line }));
}
