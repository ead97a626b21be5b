import type { ShellCommand, ShellWord } from "./shell-line.ts";

/** A command while it is read. */
export interface OpenCommand {
  assignments: { name: string; value: ShellWord }[];
  words: ShellWord[];
  /** Has a redirection: then it is a command also without a word. */
  redirected?: true;
  /** Begins with the reserved word `time`. */
  timed?: true;
  input?: string;
  doubt?: string;
}

/** Where the reading of a line stands, and what it has found. The readers move it on. */
export interface Cursor {
  readonly text: string;
  at: number;
  readonly commands: ShellCommand[];
  /** Why no rule may allow the line. */
  doubt?: string;
  /** Why commands may have been missed. */
  unread?: string;
  /** How many substitutions and subshells are open. */
  depth: number;
  /** Here-documents whose text begins behind the next newline. */
  awaited: { readonly end: string; readonly tabs: boolean; readonly quoted: boolean; readonly command: OpenCommand }[];
  /** Reads commands up to `)`, which it takes, or to the end of the text. Lent, so that the readers need not import each other. */
  readonly readCommands: (cursor: Cursor, close?: ")") => void;
}

/** Deeper than a person writes. */
const DEEPEST = 20;

export function doubted(cursor: Cursor, why: string): void {
  cursor.doubt ??= why;
}

/** From here on commands may have been missed. */
export function lost(cursor: Cursor, why: string): void {
  cursor.doubt ??= why;
  cursor.unread ??= why;
}

/** Reads the commands behind an opening that has been taken. */
export function readNested(cursor: Cursor): void {
  if (cursor.depth >= DEEPEST) {
    lost(cursor, "it is nested too deeply");
    cursor.at = cursor.text.length;
    return;
  }
  cursor.depth++;
  cursor.readCommands(cursor, ")");
  cursor.depth--;
}

/** Reads commands, or the expansions in it, of a text that was taken out of the line; what is found counts as the line's. */
export function readApart(cursor: Cursor, text: string, read: (inner: Cursor) => void): void {
  if (cursor.depth >= DEEPEST) {
    lost(cursor, "it is nested too deeply");
    return;
  }
  const inner: Cursor = { text, at: 0, commands: cursor.commands, depth: cursor.depth + 1, awaited: [], readCommands: cursor.readCommands };
  read(inner);
  if (inner.doubt !== undefined) doubted(cursor, inner.doubt);
  if (inner.unread !== undefined) lost(cursor, inner.unread);
}
