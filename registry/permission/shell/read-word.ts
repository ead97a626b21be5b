import { ansiText } from "./ansi-text.ts";
import { type Cursor, doubted, lost, readNested } from "./cursor.ts";
import { beginsExpansion, readExpansion } from "./read-expansion.ts";
import { type ShellWord, UNKNOWN } from "./shell-line.ts";

export interface ReadWord extends ShellWord {
  /** As it stands in the line. */
  readonly raw: string;
}

/** What ends a word where it is not quoted. */
const END = /[ \t\n;&|()<>]/;

/** Reads a word; the cursor stands on its first letter. */
export function readWord(cursor: Cursor): ReadWord {
  const { text: line } = cursor;
  const start = cursor.at;
  const word = { text: "", open: false };
  let brace = false;
  let several = false;
  let file = false;
  while (cursor.at < line.length) {
    const letter = line[cursor.at] as string;
    const next = line[cursor.at + 1] ?? "";
    if ((letter === "<" || letter === ">") && next === "(") {
      cursor.at += 2;
      readNested(cursor);
      // A path, or nothing at all: alone it is one word and no option.
      word.open ||= word.text !== "";
      word.text += UNKNOWN;
      file = true;
    } else if (END.test(letter)) break;
    else if (letter === "\\") {
      // Behind a $ the next line would go on with its name.
      if (next === "" || next === "\n") lost(cursor, next === "" ? "it ends in a \\" : "a word goes on in the next line");
      else word.text += next;
      cursor.at += 2;
    } else if (letter === "'") readSingle(cursor, word);
    else if (letter === '"') readDouble(cursor, word);
    else if (letter === "$" && next === "'") {
      doubted(cursor, "it has quotes with a $ before them");
      readAnsi(cursor, word);
    } else if (letter === "$" && next === '"') {
      doubted(cursor, "it has quotes with a $ before them");
      cursor.at++;
    } else if (beginsExpansion(cursor)) {
      readExpansion(cursor);
      addUnknown(word, true);
    } else {
      if (letter === "*" || letter === "?" || (letter === "[" && !isTest(line, start))) addUnknown(word, false);
      else word.text += letter;
      if (letter === "{") brace = true;
      if (brace && (letter === "," || (letter === "." && next === "."))) several = true;
      cursor.at++;
    }
  }
  const raw = line.slice(start, cursor.at);
  if (file && word.text !== UNKNOWN) word.open = true;
  if (!several) return { ...word, raw };
  doubted(cursor, "it has braces that make several words");
  return { text: UNKNOWN, open: true, raw };
}

/** The commands `[` and `[[`. */
function isTest(line: string, start: number): boolean {
  return /^\[\[?(?:[ \t\n]|$)/.test(line.slice(start, start + 3));
}

function addUnknown(word: { text: string; open: boolean }, splits: boolean): void {
  // A value behind `--name=` stays that option's.
  if (splits || word.text === "" || (word.text.startsWith("-") && !/^--?[\w-]+=/.test(word.text))) word.open = true;
  word.text += UNKNOWN;
}

function readSingle(cursor: Cursor, word: { text: string }): void {
  const end = cursor.text.indexOf("'", cursor.at + 1);
  if (end < 0) lost(cursor, "a quote (') is not closed");
  const stop = end < 0 ? cursor.text.length : end;
  word.text += cursor.text.slice(cursor.at + 1, stop);
  cursor.at = stop + 1;
}

function readAnsi(cursor: Cursor, word: { text: string }): void {
  const [whole, inner] = /^\$'((?:[^'\\]|\\[\s\S])*)'/.exec(cursor.text.slice(cursor.at)) ?? [];
  if (whole === undefined) {
    lost(cursor, "a quote (') is not closed");
    cursor.at = cursor.text.length;
    return;
  }
  // A shell that does not know these quotes takes the $ for a letter, and finds their end at the first '.
  if (inner?.includes("\\'")) lost(cursor, "it has a quote in quotes with a $ before them");
  word.text += ansiText(inner as string);
  cursor.at += whole.length;
}

function readDouble(cursor: Cursor, word: { text: string; open: boolean }): void {
  for (cursor.at++; cursor.at < cursor.text.length; ) {
    const letter = cursor.text[cursor.at] as string;
    const next = cursor.text[cursor.at + 1] ?? "";
    if (letter === '"') {
      cursor.at++;
      return;
    }
    if (letter === "\\" && /["\\$`\n]/.test(next)) {
      if (next === "\n") lost(cursor, "a word goes on in the next line");
      else word.text += next;
      cursor.at += 2;
    } else if (beginsExpansion(cursor)) {
      // "$@" is several words also in quotes.
      const many = /^\$(?:@|\{@)/.test(cursor.text.slice(cursor.at, cursor.at + 3));
      readExpansion(cursor);
      addUnknown(word, many);
    } else {
      word.text += letter;
      cursor.at++;
    }
  }
  lost(cursor, 'a quote (") is not closed');
}
