/** What one line of a Markdown document is to the section scanner. */
export interface MarkdownLine {
  readonly text: string;
  /** Set where the line is a heading (for a setext heading: its text line). `skip`: the line is markup that no reader sees. */
  readonly heading?: { readonly level: number; readonly text: string };
  readonly skip?: true;
}

interface Fence {
  readonly mark: string;
  readonly length: number;
  /** Lines indented less than this end the list item that holds the fence, and so the fence. */
  readonly indent: number;
  readonly quoted: boolean;
}

const RAW_HTML = /^ {0,3}<(pre|script|style|textarea)(?:[\s>]|$)/i;
const LIST_ITEM = /^\s*(?:[-*+]|\d{1,9}[.)])(?:\s|$)/;

/**
 * Tells headings from text by the rules of CommonMark 0.31 (4.2 ATX, 4.3 setext, 4.5 fences, 4.6 HTML blocks 1 and 2).
 *
 * A line scanner rather than a parser: search needs headings and where text is hidden, not a tree. A full parser would build
 * 50 nodes for each of them, is several times slower on thousands of files, and stops at MDX, where JSX is no HTML. What the
 * scanner leaves out: headings inside block quotes and list items (no sections of the document), link reference definitions.
 */
export function markdownLines(lines: readonly string[]): MarkdownLine[] {
  const found: MarkdownLine[] = [];
  let fence: Fence | undefined;
  let rawHtml: RegExp | undefined;
  let listIndent: number | undefined;
  /** Whether the line before is a paragraph's text, which `===` or `---` below it makes a heading. */
  let paragraph = false;
  for (let at = 0; at < lines.length; at++) {
    const text = lines[at] as string;
    const indent = text.search(/\S/);
    if (fence) {
      if (!endsContainer(text, indent, fence)) {
        if (closes(text, fence)) fence = undefined;
        found.push({ text });
        continue;
      }
      fence = undefined;
    }
    if (rawHtml) {
      if (rawHtml.test(text)) rawHtml = undefined;
      found.push({ text });
      continue;
    }
    if (indent === -1) {
      paragraph = false;
      found.push({ text });
      continue;
    }
    const comment = commentEnd(lines, at, paragraph);
    if (comment !== undefined) {
      for (; at < comment; at++) found.push({ text: lines[at] as string, skip: true });
      const rest = (lines[comment] as string).replace(/^.*?(?:-->|\*\/\})/, "");
      found.push(rest.trim() === "" ? { text: lines[comment] as string, skip: true } : { text: rest });
      paragraph = false;
      continue;
    }
    if (LIST_ITEM.test(text) && indent <= (listIndent ?? 0) + 3) listIndent = indent;
    // Without a blank line between, the text still belongs to the item (lazy continuation).
    else if (indent === 0 && isBlank(found.at(-1))) listIndent = undefined;
    fence = opensFence(text, indent, listIndent);
    if (fence) {
      paragraph = false;
      found.push({ text });
      continue;
    }
    const heading = indent <= 3 ? atx(text) : undefined;
    if (heading) {
      found.push({ text, heading });
      paragraph = false;
      listIndent = undefined;
      continue;
    }
    const under = paragraph && indent <= 3 ? text.match(/^ {0,3}(=+|-+)\s*$/) : null;
    if (under) {
      const level = under[1]?.startsWith("=") ? 1 : 2;
      const first = paragraphStart(found);
      const words = found.slice(first).map((line) => line.text.trim());
      found[first] = { text: found[first]?.text ?? "", heading: { level, text: plainHeading(words.join(" ")) } };
      for (let line = first + 1; line < found.length; line++) found[line] = { text: found[line]?.text ?? "", skip: true };
      found.push({ text, skip: true });
      paragraph = false;
      continue;
    }
    const raw = text.match(RAW_HTML);
    if (raw && !new RegExp(`</${raw[1]}>`, "i").test(text)) rawHtml = new RegExp(`</${raw[1]}>`, "i");
    // A table's row, a quote, an item or an indented line cannot become a setext heading.
    paragraph = !raw && listIndent === undefined && (paragraph || indent <= 3) && !/^ {0,3}(?:>|\||<)/.test(text) && !isRule(text);
    found.push({ text });
  }
  return found;
}

/** `[text](url)` → text, without emphasis, code marks, `{#id}` and closing marks. */
export function plainHeading(text: string): string {
  return text
    .replace(/\s*\{\s*(?:#|\/\*)[^}]*\}\s*$/, "")
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/<\/?[a-zA-Z][^<>]*>/g, "")
    .replace(/(\*\*|__|`+)(.+?)\1/g, "$2")
    .replace(/(^|[\s(])[*_](\S.*?)[*_](?=$|[\s).,:;])/g, "$1$2")
    .replace(/\\([!-/:-@[-`{-~])/g, "$1")
    .trim();
}

function atx(text: string): { level: number; text: string } | undefined {
  const match = text.match(/^ {0,3}(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*$/);
  if (!match) return undefined;
  const words = match[2] ?? "";
  return { level: (match[1] as string).length, text: /^#+$/.test(words) ? "" : plainHeading(words) };
}

function opensFence(text: string, indent: number, listIndent: number | undefined): Fence | undefined {
  const match = text.match(/^\s*((?:>\s?)*)(?:(?:[-*+]|\d{1,9}[.)])\s+)?(`{3,}|~{3,})(.*)$/);
  if (!match) return undefined;
  const [, quote, marks, info] = match as unknown as [string, string, string, string];
  if (marks.startsWith("`") && info.includes("`")) return undefined;
  // Four spaces make code of a fence's own marks, unless a list item is what indents it.
  if (indent > 3 && listIndent === undefined) return undefined;
  const inside = listIndent !== undefined && (indent > listIndent || LIST_ITEM.test(text));
  return { mark: marks.charAt(0), length: marks.length, indent: inside ? (listIndent as number) + 1 : 0, quoted: quote !== "" };
}

function endsContainer(text: string, indent: number, fence: Fence): boolean {
  if (fence.quoted) return !/^\s*>/.test(text);
  return indent !== -1 && indent < fence.indent;
}

function closes(text: string, fence: Fence): boolean {
  const bare = text.replace(/^\s*(?:>\s?)*/, "").trimEnd();
  return bare.length >= fence.length && bare === fence.mark.repeat(bare.length);
}

/** Index of the line at which a comment (HTML, or an MDX expression comment) that begins at `at` ends. An unclosed one hides nothing. */
function commentEnd(lines: readonly string[], at: number, paragraph: boolean): number | undefined {
  const start = (lines[at] as string).match(/^ {0,3}(<!--|\{\/\*)/);
  if (!start || (paragraph && start[1] !== "<!--")) return undefined;
  const end = start[1] === "<!--" ? "-->" : "*/}";
  for (let line = at; line < lines.length; line++) {
    const text = lines[line] as string;
    if (text.indexOf(end, line === at ? start[0].length : 0) !== -1) return line;
  }
  return undefined;
}

function paragraphStart(found: readonly MarkdownLine[]): number {
  let first = found.length - 1;
  while (first > 0 && isParagraphLine(found[first - 1])) first--;
  return first;
}

function isParagraphLine(line: MarkdownLine | undefined): boolean {
  return line !== undefined && !line.heading && !line.skip && line.text.trim() !== "" && !/^\s*(?:>|\||<|```|~~~)/.test(line.text);
}

function isBlank(line: MarkdownLine | undefined): boolean {
  return line === undefined || line.text.trim() === "";
}

function isRule(text: string): boolean {
  return /^ {0,3}(?:(?:\*\s*){3,}|(?:_\s*){3,}|(?:-\s*){3,})$/.test(text);
}
