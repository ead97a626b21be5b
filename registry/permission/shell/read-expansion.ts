import { type Cursor, doubted, lost, readApart, readNested } from "./cursor.ts";

/** Whether something begins at the cursor that the shell replaces: `$…` or a backtick. */
export function beginsExpansion({ text, at }: Cursor): boolean {
  return text[at] === "`" || (text[at] === "$" && /^\$[\w{(*@#?!$[-]/.test(text.slice(at, at + 2)));
}

/** Moves over an expansion; the commands in it are among the line's. */
export function readExpansion(cursor: Cursor): void {
  const { text, at } = cursor;
  if (text[at] === "`") readBackticks(cursor);
  else if (text.startsWith("$((", at) || text.startsWith("$[", at)) {
    // A calculation can run commands by a subscript; and this may as well be a subshell in a substitution.
    lost(cursor, "it calculates");
    cursor.at += 2;
    if (text[at + 1] === "(") readNested(cursor);
  } else if (text.startsWith("$(", at)) {
    cursor.at += 2;
    readNested(cursor);
  } else if (text.startsWith("${", at)) readBraces(cursor);
  else cursor.at += /^\$(?:[A-Za-z_]\w*|.)/s.exec(text.slice(at, at + 200))?.[0].length ?? 1;
}

/** `${NAME}` is plain; every other form can do more than look a value up. */
function readBraces(cursor: Cursor): void {
  const { text, at } = cursor;
  const plain = /^\$\{[A-Za-z_]\w*\}/.exec(text.slice(at, at + 200))?.[0];
  if (plain !== undefined) {
    cursor.at += plain.length;
    return;
  }
  doubted(cursor, "it has an expansion that is not plain");
  // What a variable holds can be run by `${x@P}`, `${!x}` and `${(e)x}`, and by a subscript or an offset, which are calculated.
  if (/^\$\{(?:[!(]|#?\w*(?:[@[]|:(?![-=?+])))/.test(text.slice(at, at + 200))) lost(cursor, "it expands what a variable holds");
  cursor.at += 2;
  for (let quote = ""; cursor.at < text.length; ) {
    const letter = text[cursor.at] as string;
    if (quote !== "'" && letter === "\\") cursor.at += 2;
    else if (quote !== "'" && beginsExpansion(cursor)) readExpansion(cursor);
    else {
      cursor.at++;
      if (letter === "}" && quote === "") return;
      if (letter === quote) quote = "";
      else if (quote === "" && (letter === "'" || letter === '"')) {
        // Which quotes count here depends on quotes around it, and differs from shell to shell.
        lost(cursor, "there are quotes in an expansion");
        quote = letter;
      }
    }
  }
  lost(cursor, "an expansion is not closed");
}

function readBackticks(cursor: Cursor): void {
  let inner = "";
  for (let at = cursor.at + 1; at < cursor.text.length; at++) {
    const letter = cursor.text[at] as string;
    if (letter === "`") {
      cursor.at = at + 1;
      // What a backslash takes away depends on quotes around it.
      if (inner !== cursor.text.slice(cursor.at - 1 - inner.length, at)) lost(cursor, "there is a \\ in backticks");
      readApart(cursor, inner, (apart) => apart.readCommands(apart));
      return;
    }
    if (letter === "\\" && /[`\\$]/.test(cursor.text[at + 1] ?? "")) inner += cursor.text[++at];
    else inner += letter;
  }
  lost(cursor, "a backtick is not closed");
  cursor.at = cursor.text.length;
}
