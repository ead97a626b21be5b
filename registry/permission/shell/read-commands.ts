import { type Cursor, doubted, lost, type OpenCommand, readNested } from "./cursor.ts";
import { readHereDocuments, readRedirection, redirectionAt } from "./read-redirection.ts";
import { type ReadWord, readWord } from "./read-word.ts";

/** Words that open or go on with a form behind which a command begins. */
const BEFORE_COMMAND = /^(?:if|then|elif|else|while|until|do|coproc)$/;
const OTHER_RESERVED = /^(?:fi|done|esac|for|case|select|function|\[\[|in)$/;
const ASSIGNMENT = /^([A-Za-z_]\w*)(\[[^\]]*\])?\+?=/;
const SEPARATOR = /^(?:;;&|;;|;&|&&|\|\||\|&|;|&|\|)/;

/**
 * Reads commands up to the closing bracket, which it takes, or the end. What is a form of its own (if, for, case, functions,
 * arrays, patterns) is doubted and flattened: whatever may stand where a command begins becomes a command.
 */
export function readCommands(cursor: Cursor, close?: ")"): void {
  const { text } = cursor;
  let command: OpenCommand = { assignments: [], words: [] };
  let groups = 0;
  /** A group or subshell has just been closed: an operator must follow. */
  let closed = false;
  const end = () => {
    if (isSome(command)) cursor.commands.push(command);
    command = { assignments: [], words: [] };
    closed = false;
  };
  while (cursor.at < text.length) {
    const letter = text[cursor.at] as string;
    if (letter === " " || letter === "\t") cursor.at++;
    else if (letter === "\\" && text[cursor.at + 1] === "\n") cursor.at += 2;
    else if (letter === "\n") {
      end();
      cursor.at++;
      readHereDocuments(cursor);
    } else if (letter === "#") {
      const newline = text.indexOf("\n", cursor.at);
      cursor.at = newline < 0 ? text.length : newline;
    } else if (letter === ")") {
      end();
      cursor.at++;
      if (close === ")") {
        if (groups !== 0) doubted(cursor, "a { is not closed");
        return;
      }
      doubted(cursor, "a ) closes nothing");
    } else if (letter === "(") {
      if (isSome(command) || closed) doubted(cursor, "a ( stands behind a word");
      if (text[cursor.at + 1] === "(") lost(cursor, "it calculates");
      // A pattern, in which zsh can run what stands in a text; a list. `f()` is neither.
      else if (/[^\s;&|()<>]/.test(text[cursor.at - 1] ?? " ") && text[cursor.at + 1] !== ")") lost(cursor, "a word goes on with a (");
      end();
      cursor.at++;
      readNested(cursor);
      closed = true;
    } else {
      const redirection = redirectionAt(cursor);
      if (redirection !== undefined) {
        readRedirection(cursor, redirection, command);
        continue;
      }
      const separator = SEPARATOR.exec(text.slice(cursor.at, cursor.at + 3))?.[0];
      if (separator !== undefined) {
        if (/^;[;&]/.test(separator)) doubted(cursor, "it is a case");
        end();
        cursor.at += separator.length;
        continue;
      }
      const word = readWord(cursor);
      if (closed) doubted(cursor, "a word stands behind a group");
      if (word.raw === "{" || word.raw === "}") {
        // Behind a word it is one more word for Bash, except after `function f`, and a bracket for zsh.
        if (!begins(command)) doubted(cursor, `a ${word.raw} stands behind a word`);
        if (isSome(command)) end();
        groups += word.raw === "{" ? 1 : -1;
        if (groups < 0) doubted(cursor, "a } closes nothing");
        closed = word.raw === "}";
      } else if (!begins(command)) {
        const zsh = command.words.length === 0 && isReserved(word.raw);
        addWord(cursor, command, word);
        // Behind a redirection or an assignment it is a program for Bash, and reserved for zsh.
        if (zsh) {
          doubted(cursor, `${word.raw} stands behind a redirection or an assignment`);
          end();
        }
      } else if (word.raw === "!") continue;
      else if (BEFORE_COMMAND.test(word.raw)) doubted(cursor, `it has the form ${word.raw}`);
      else {
        if (OTHER_RESERVED.test(word.raw)) doubted(cursor, `it has the form ${word.raw}`);
        addWord(cursor, command, word);
      }
    }
  }
  end();
  if (close === ")") lost(cursor, "a ( is not closed");
  if (groups !== 0) doubted(cursor, "a { is not closed");
  if (cursor.awaited.length > 0) lost(cursor, "a here-document is not closed");
}

function addWord(cursor: Cursor, command: OpenCommand, word: ReadWord): void {
  if (begins(command) && word.raw === "time") command.timed = true;
  // Bash's own `time` is no word of the command.
  const first = command.words.length === 0 || (command.timed && command.words.every(({ text }, at) => at === 0 || text === "-p"));
  if (command.timed && first && command.words.length > 0 && isReserved(word.raw)) doubted(cursor, `time is followed by ${word.raw}`);
  const [whole, name, subscript] = first ? (ASSIGNMENT.exec(word.raw) ?? []) : [];
  if (whole === undefined || name === undefined) {
    // Bash takes all up to the bracket's end for one word, spaces and operators included.
    if (first && /^[A-Za-z_]\w*\[/.test(word.raw)) lost(cursor, "it begins with a subscript");
    command.words.push({ text: word.text, open: word.open });
    return;
  }
  if (subscript !== undefined) lost(cursor, "it calculates a subscript");
  // Whether `time` is Bash's own depends on where it stands.
  if (command.timed) doubted(cursor, "it sets a variable behind time");
  command.assignments.push({ name, value: { text: word.text.slice(whole.length), open: word.open } });
}

function isReserved(raw: string): boolean {
  return raw === "!" || raw === "time" || BEFORE_COMMAND.test(raw) || OTHER_RESERVED.test(raw);
}

/** Whether a reserved word would still be one here. */
function begins({ words, assignments, redirected }: OpenCommand): boolean {
  return words.length === 0 && assignments.length === 0 && !redirected;
}

function isSome(command: OpenCommand): boolean {
  return !begins(command);
}
