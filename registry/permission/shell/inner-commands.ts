import { assignmentWord } from "./assignment.ts";
import { carriesAuthority } from "./carries-authority.ts";
import { readShellLine } from "./read-shell-line.ts";
import { baseName, isRunner, isShell } from "./runners.ts";
import { type ShellCommand, type ShellLine, type ShellWord, UNKNOWN } from "./shell-line.ts";

/** More candidates, and words of one command, than in a line that somebody wrote. */
const MOST = 2000;
const MOST_WORDS = 100;
const DEEPEST = 5;

/** What deny and ask rules look at of a line: texts of commands, more rather than fewer. */
export interface Candidates {
  readonly texts: readonly string[];
  /** Why there may be others. */
  readonly unread?: string;
}

interface Search {
  readonly texts: Set<string>;
  unread?: string;
}

/**
 * Every command that a line may come to run, as text: the line itself, its commands, and in those that run others (`sudo`,
 * `env`, `sh -c`, `find -exec`, `xargs`, …) whatever may be such a one, also in texts that a shell may read.
 */
export function candidatesOf(line: string, read: ShellLine = readShellLine(line)): Candidates {
  const search: Search = { texts: new Set([line]) };
  addLine(search, read, 0);
  return { texts: [...search.texts], ...(search.unread === undefined ? {} : { unread: search.unread }) };
}

/** The same of words that were never a line. */
export function candidatesOfWords(words: readonly ShellWord[]): Candidates {
  const search: Search = { texts: new Set() };
  addCommand(search, { assignments: [], words }, 0);
  return { texts: [...search.texts], ...(search.unread === undefined ? {} : { unread: search.unread }) };
}

function addLine(search: Search, { commands, unread }: ShellLine, depth: number): void {
  if (unread !== undefined) search.unread ??= unread;
  for (const command of commands) addCommand(search, command, depth);
}

function addCommand(search: Search, { words, input }: ShellCommand, depth: number): void {
  const [head, ...rest] = words.map(({ text }) => text);
  if (head === undefined) return;
  const text = words.map((word) => word.text).join(" ");
  if (search.texts.size >= MOST) search.unread ??= "it has more commands than are judged";
  // The first look at a command finds all that is in it.
  if (search.texts.size >= MOST || (depth > 0 && search.texts.has(text))) return;
  // Where file names have no case, RM is rm.
  search.texts
    .add(text)
    .add([baseName(head), ...rest].join(" "))
    .add([baseName(head).toLowerCase(), ...rest].join(" "));
  if (isRunner(head)) addRun(search, words, input, depth);
  else if (carriesAuthority([head, ...rest]) !== undefined) for (const word of rest) addText(search, word, depth);
}

/** What a command may run that runs others: any of its words may be where that one begins. */
function addRun(search: Search, [head, ...args]: readonly ShellWord[], input: string | undefined, depth: number): void {
  const name = baseName(head?.text ?? "");
  if (args.length > MOST_WORDS) search.unread ??= "it has more words than are judged";
  // These add words of which nothing is known.
  const added = /^(?:xargs|parallel)$/.test(name) ? [{ text: UNKNOWN, open: true }] : [];
  args.slice(0, MOST_WORDS).forEach(({ text }, at) => {
    if (assignmentWord(text) === undefined) addCommand(search, { assignments: [], words: [...args.slice(at), ...added] }, depth + 1);
    addText(search, text, depth);
  });
  const reads = isShell(name) || /^(?:eval|trap|alias)$/.test(name);
  if (reads && args.some(({ text }) => text.includes(UNKNOWN))) search.unread ??= `${name} runs what cannot be told`;
  if (!isShell(name)) return;
  if (input !== undefined) addLine(search, readShellLine(input), depth + 1);
  else if (args.every(({ text }) => /^[-+]/.test(text))) search.unread ??= `${name} runs what it reads`;
}

/** A word that a program may hand to a shell, or an option's or alias's value. */
function addText(search: Search, word: string, depth: number): void {
  const text = word.replace(/^[\w.-]*=/, "").replace(/^!/, "");
  if (!/[\s;&|`$()]/.test(text)) return;
  if (depth >= DEEPEST) search.unread ??= "it is nested too deeply";
  else addLine(search, readShellLine(text.replaceAll(UNKNOWN, "$_")), depth + 1);
}
