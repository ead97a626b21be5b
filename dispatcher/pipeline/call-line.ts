import { commandLine } from "../../registry/error/shell-quote.ts";

/** A Fix longer than this helps nobody; the help stands instead. */
const LONGEST = 2000;

/** The command line that makes a call which came by no command line: for a Fix that a person can run. */
export function callLine(command: string, words: readonly string[], given: Readonly<Record<string, unknown>>): string {
  const input = Object.keys(given).length === 0 ? [] : ["--input", JSON.stringify(given)];
  const line = `${command} ${commandLine([...words, ...input])}`;
  return line.length <= LONGEST ? line : `${command} ${commandLine(words)} --help`;
}
