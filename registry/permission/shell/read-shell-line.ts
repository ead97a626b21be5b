import type { Cursor } from "./cursor.ts";
import { readCommands } from "./read-commands.ts";
import type { ShellLine } from "./shell-line.ts";

/** Longer lines are not judged. Characters. */
const LONGEST = 100_000;

/**
 * All commands that a shell (sh, Bash, zsh) would run of a line, as far as its text tells: split at every operator, those in
 * substitutions, groups and here-documents among them. Conservative: what is not plainly understood is told in `doubt`, and
 * where a command may have been missed, in `unread`.
 */
export function readShellLine(text: string): ShellLine {
  if (text.length > LONGEST) return unreadable("it is longer than is judged");
  if (text.includes("\0")) return unreadable("it holds a NUL");
  const cursor: Cursor = { text, at: 0, commands: [], depth: 0, awaited: [], readCommands };
  readCommands(cursor);
  return {
    commands: cursor.commands,
    ...(cursor.doubt === undefined ? {} : { doubt: cursor.doubt }),
    ...(cursor.unread === undefined ? {} : { unread: cursor.unread }),
  };
}

function unreadable(why: string): ShellLine {
  return { commands: [], doubt: why, unread: why };
}
