import { type Cursor, doubted, lost, type OpenCommand, readApart } from "./cursor.ts";
import { beginsExpansion, readExpansion } from "./read-expansion.ts";
import { readWord } from "./read-word.ts";

const OPERATOR = /^(?:\d+|\{\w+\})?(&>>|&>|<<<|<<-|<<|<>|<&|>>|>&|>\||<|>)/;

/** The redirection that begins at the cursor, its number included. */
export function redirectionAt({ text, at }: Cursor): string | undefined {
  const whole = OPERATOR.exec(text.slice(at, at + 60))?.[0];
  // `<(` and `>(` stand for a file and are part of a word.
  if (whole === undefined || (/^[<>]$/.test(whole) && text[at + 1] === "(")) return undefined;
  return whole;
}

/** Reads a redirection. Only what leads nowhere or to a stream that is open already is without doubt. */
export function readRedirection(cursor: Cursor, whole: string, command: OpenCommand): void {
  const operator = whole.replace(/^(?:\d+|\{\w+\})/, "");
  cursor.at += whole.length;
  command.redirected = true;
  while (/^(?:[ \t]|\\\n)/.test(cursor.text.slice(cursor.at, cursor.at + 2))) cursor.at += cursor.text[cursor.at] === "\\" ? 2 : 1;
  const target = readWord(cursor);
  if (target.raw === "") lost(cursor, "a redirection leads nowhere");
  else if (operator === "<<" || operator === "<<-") {
    doubted(cursor, "it has a here-document");
    const end = /^(?:'([^'"\\$`]*)'|"([^'"\\$`]*)"|([\w.+%@:-]+))$/.exec(target.raw);
    if (end === null) lost(cursor, "where its here-document ends cannot be told");
    else cursor.awaited.push({ end: target.text, tabs: operator === "<<-", quoted: end[3] === undefined, command });
  } else if (operator === "<<<") {
    doubted(cursor, "it has a here-string");
    command.input = `${command.input ?? ""}${target.text}\n`;
  } else if (
    !(/^(?:>>?|&>>?|>\||<)$/.test(operator) && target.raw === "/dev/null") &&
    !(/^[<>]&$/.test(operator) && /^(?:\d+|-)$/.test(target.raw))
  ) {
    doubted(cursor, `it has a redirection (${operator})`);
  }
}

/** Reads the here-documents whose text begins at the cursor, which stands behind a newline. */
export function readHereDocuments(cursor: Cursor): void {
  const awaited = cursor.awaited;
  cursor.awaited = [];
  for (const { end, tabs, quoted, command } of awaited) {
    let body = "";
    for (;;) {
      if (cursor.at >= cursor.text.length) {
        lost(cursor, "a here-document is not closed");
        return;
      }
      const newline = cursor.text.indexOf("\n", cursor.at);
      const stop = newline < 0 ? cursor.text.length : newline;
      const line = cursor.text.slice(cursor.at, stop);
      cursor.at = stop + 1;
      const told = tabs ? line.replace(/^\t+/, "") : line;
      if (told === end) break;
      body += `${told}\n`;
    }
    command.input = (command.input ?? "") + body;
    // In its text the shell replaces expansions unless the end was quoted.
    if (!quoted) readApart(cursor, body, readExpansions);
  }
}

function readExpansions(cursor: Cursor): void {
  while (cursor.at < cursor.text.length) {
    if (cursor.text[cursor.at] === "\\") cursor.at += 2;
    else if (beginsExpansion(cursor)) readExpansion(cursor);
    else cursor.at++;
  }
}
