import { fault } from "../error/catalogue.ts";
import { findGlobal, GLOBAL_OPTIONS, type GlobalName } from "./global-options.ts";

/** One word of the command line that is not a global option. */
export interface Word {
  text: string;
  /** Its place in the command line as it was given. */
  index: number;
  /** A global option stood right before it, so it is not the value of the option before that. */
  apart: boolean;
}

export interface SplitLine {
  globals: Readonly<Partial<Record<GlobalName, string | true>>>;
  /** Words before `--`. */
  words: readonly Word[];
  /** Words after `--`: data; undefined without a `--`. */
  data: readonly string[] | undefined;
}

/**
 * Takes the global options out of a command line, wherever they stand before
 * `--` (contract 4.2): what is spelled as one is one, whatever stands before it.
 *
 * @throws ToolError `value_missing`, `value_not_taken`, `words_in_one`
 */
export function splitLine(line: readonly string[], help: string): SplitLine {
  const end = line.indexOf("--");
  const before = end < 0 ? line : line.slice(0, end);
  const globals: Partial<Record<GlobalName, string | true>> = {};
  const words: Word[] = [];
  let apart = false;
  for (let index = 0; index < before.length; index++) {
    const text = before[index] as string;
    const equals = text.indexOf("=");
    const spelling = equals < 0 ? text : text.slice(0, equals);
    const option = findGlobal(spelling);
    if (option === undefined) {
      refuseGlued(text, line, help);
      words.push({ text, index, apart });
      apart = false;
      continue;
    }
    apart = true;
    if (option.value === undefined) {
      if (equals >= 0) throw fault("value_not_taken", { option: spelling, help });
      globals[option.name as GlobalName] = true;
    } else if (equals >= 0) {
      globals[option.name as GlobalName] = text.slice(equals + 1);
    } else {
      const value = before[index + 1];
      if (value === undefined || findGlobal(value) !== undefined) throw fault("value_missing", { option: spelling, help });
      globals[option.name as GlobalName] = value;
      index++;
    }
  }
  return { globals, words, data: end < 0 ? undefined : line.slice(end + 1) };
}

/**
 * `"--dry-run --limit 2"` as one word is a shell mishap. A tool that takes
 * anything would run for real, so it is refused for all.
 */
function refuseGlued(text: string, line: readonly string[], help: string): void {
  const name = /^--([a-z-]+)\s/.exec(text)?.[1];
  if (name === undefined || !GLOBAL_OPTIONS.some((option) => option.name === name)) return;
  throw fault("words_in_one", { argument: text, help }, { detail: { argument: text, line } });
}
