import { fault } from "../error/catalogue.ts";
import { findGlobal, type GlobalName } from "./global-options.ts";

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

/** Ways to say what should have been typed: whole command lines that run. */
export interface LineAdvice {
  /** The help of what the line seems to call. */
  help: string;
  /** The line as given with the word at `index` replaced by these. */
  corrected(index: number, words: readonly string[]): string;
}

/**
 * Takes the global options out of a command line, wherever they stand before
 * `--` (contract 4.2): what is spelled as one is one, whatever stands before it.
 *
 * @throws ToolError `value_missing`, `value_not_taken`, `words_in_one`
 */
export function splitLine(line: readonly string[], advice: LineAdvice): SplitLine {
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
      refuseGlued(text, index, advice);
      words.push({ text, index, apart });
      apart = false;
      continue;
    }
    apart = true;
    if (option.value === undefined) {
      if (equals >= 0)
        throw fault(
          "value_not_taken",
          { option: spelling, help: advice.help },
          { fix: [advice.corrected(index, text.endsWith("=false") ? [] : [spelling])] },
        );
      globals[option.name as GlobalName] = true;
    } else if (equals >= 0) {
      globals[option.name as GlobalName] = text.slice(equals + 1);
    } else {
      const value = before[index + 1];
      if (value === undefined || findGlobal(value) !== undefined) throw fault("value_missing", { option: spelling, help: advice.help });
      globals[option.name as GlobalName] = value;
      index++;
    }
  }
  return { globals, words, data: end < 0 ? undefined : line.slice(end + 1) };
}

/**
 * `"--dry-run --limit 2"` as one word, `—dry-run` with the dash of a word
 * processor and `--dryrun` are mishaps. A tool that takes anything would run for
 * real, so they are refused for all (case c5); behind `--` they are data.
 */
function refuseGlued(text: string, index: number, advice: LineAdvice): void {
  const dashed = text.trim().replace(/^[\u2010-\u2015\u2212]+/, "--");
  if (!dashed.startsWith("-")) return;
  const parts = dashed.split(/\s+/);
  const meant = parts.map((part) => (/^-{1,2}dry[-_]?run$/i.test(part) ? "--dry-run" : part));
  const global = meant.some((part) => findGlobal(part.split("=", 1)[0] as string) !== undefined);
  if (!global || (meant.length === 1 && meant[0] === text)) return;
  const code = parts.length > 1 ? "words_in_one" : "unknown_option";
  throw fault(code, { argument: text, option: text, help: advice.help }, { fix: [advice.corrected(index, meant)] });
}
