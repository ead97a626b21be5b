import { fault } from "../error/catalogue.ts";
import type { Parameter, ToolMeta } from "../tool-meta/tool-meta.ts";
import { GLOBAL_OPTIONS } from "./global-options.ts";
import { nearest } from "./nearest.ts";
import type { LineAdvice, SplitLine, Word } from "./split.ts";
import { expectation, readWord, shown } from "./values.ts";

export interface GivenArguments {
  /** By the header's names, already of the declared type. */
  given: Record<string, unknown>;
  warnings: string[];
}

type Declared = Pick<ToolMeta, "options" | "args">;

const NEGATIVE = /^-(\d|\.\d)/;

/**
 * Reads the words of a call by the tool's declarations (contract 4.2).
 *
 * An option takes the next word whatever it begins with; a list option then
 * goes on to the next word with a dash, unless the tool has positional
 * arguments, where it takes one word each. The last of a repeated option that
 * is no list counts, with a warning.
 *
 * @throws ToolError `unknown_option`, `value_missing`, `value_not_taken`, `parameter_invalid`, `unexpected_argument`, `words_in_one`
 */
export function parseWords(declared: Declared, line: Pick<SplitLine, "words" | "data">, advice: LineAdvice): GivenArguments {
  const options = declared.options ?? [];
  const args = declared.args ?? [];
  const result: GivenArguments = { given: {}, warnings: [] };
  const positional: Word[] = [];
  const words = line.words;
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as Word;
    if (!isOption(word.text, options, args)) {
      positional.push(word);
      continue;
    }
    const equals = word.text.indexOf("=");
    const spelling = equals < 0 ? word.text : word.text.slice(0, equals);
    const inline = equals < 0 ? undefined : word.text.slice(equals + 1);
    const option = findOption(options, spelling);
    if (option === undefined) throw unknownOption(word, spelling, inline, declared, advice);
    if (option.type === "boolean" && !option.list) {
      give(result, option, spelling, inline ?? "true", word, advice);
    } else if (inline !== undefined) {
      give(result, option, spelling, inline, word, advice);
    } else {
      const next = words[at + 1];
      if (next === undefined || next.apart) throw fault("value_missing", { option: spelling, help: advice.help });
      do {
        at++;
        give(result, option, spelling, (words[at] as Word).text, words[at] as Word, advice);
      } while (option.list && args.length === 0 && goesOn(words[at + 1], options));
    }
  }
  const data = (line.data ?? []).map((text): Word => ({ text, index: -1, apart: false }));
  assign(result, args, [...positional, ...data], options, advice);
  return result;
}

/** A word with a dash is an option, but for `-`, and for a negative number where a positional argument can take it. */
function isOption(text: string, options: readonly Parameter[], args: readonly Parameter[]): boolean {
  if (!text.startsWith("-") || text === "-") return false;
  return !(NEGATIVE.test(text) && args.length > 0 && findOption(options, text.slice(0, 2)) === undefined);
}

function goesOn(next: Word | undefined, options: readonly Parameter[]): boolean {
  if (next === undefined || next.apart) return false;
  return (
    !next.text.startsWith("-") ||
    next.text === "-" ||
    (NEGATIVE.test(next.text) && findOption(options, next.text.slice(0, 2)) === undefined)
  );
}

function findOption(options: readonly Parameter[], spelling: string): Parameter | undefined {
  return options.find((option) => spelling === `--${option.name}` || (option.short !== undefined && spelling === `-${option.short}`));
}

function give(result: GivenArguments, parameter: Parameter, spelling: string, text: string, word: Word, advice: LineAdvice): void {
  const value = readWord(parameter, text);
  if (value === undefined) throw invalid(parameter, spelling, text, word, advice);
  const { given } = result;
  if (parameter.list) {
    const before = Object.hasOwn(given, parameter.name) ? (given[parameter.name] as unknown[]) : [];
    given[parameter.name] = [...before, value];
    return;
  }
  if (Object.hasOwn(given, parameter.name)) result.warnings.push(`${spelling} is given more than once; the last one counts`);
  given[parameter.name] = value;
}

function assign(
  result: GivenArguments,
  args: readonly Parameter[],
  words: readonly Word[],
  options: readonly Parameter[],
  advice: LineAdvice,
): void {
  words.forEach((word, at) => {
    const last = args[args.length - 1];
    const parameter = args[at] ?? (last?.list === true ? last : undefined);
    if (parameter === undefined) throw unexpected(result, word, options, advice);
    give(result, parameter, parameter.name, word.text, word, advice);
  });
}

function unknownOption(
  word: Word,
  spelling: string,
  inline: string | undefined,
  { options = [], args = [] }: Declared,
  advice: LineAdvice,
) {
  if (/\s/.test(spelling)) {
    return fault(
      "words_in_one",
      { argument: word.text, help: advice.help },
      { fix: [advice.corrected(word.index, word.text.split(/\s+/))] },
    );
  }
  const glued = /^-([A-Za-z])(.+)$/.exec(word.text);
  const short = glued && options.find((option) => option.short === glued[1]);
  if (glued && short && short.type !== "boolean") {
    const fix = [advice.corrected(word.index, [`-${glued[1]}`, glued[2] as string])];
    return fault("unknown_option", { option: spelling, help: advice.help }, { fix });
  }
  const told = fault("unknown_option", { option: spelling, help: advice.help });
  const name = spelling.replace(/^-+/, "");
  const refused = options.find((option) => option.type === "boolean" && name === `no-${option.name}`);
  if (refused)
    return fault(
      "unknown_option",
      { option: spelling, help: advice.help },
      { fix: [advice.corrected(word.index, [`--${refused.name}=false`])] },
    );
  if (args.some((arg) => arg.name === name)) {
    const words = inline === undefined ? [] : [inline];
    return fault("unknown_option", { option: spelling, help: advice.help }, { fix: [advice.corrected(word.index, words)] });
  }
  const near = nearest(
    spelling,
    [...options, ...GLOBAL_OPTIONS].map((option) => `--${option.name}`),
  );
  if (near === undefined) return told;
  const fix = [advice.corrected(word.index, [inline === undefined ? near : `${near}=${inline}`])];
  return fault("unknown_option", { option: spelling, help: advice.help }, { fix, detail: { option: spelling, nearest: near } });
}

function invalid(parameter: Parameter, spelling: string, text: string, word: Word, advice: LineAdvice) {
  const values = { name: spelling, expected: expectation(parameter), given: shown(text), help: advice.help };
  const near = parameter.type === "enum" ? nearest(text, parameter.values ?? []) : undefined;
  if (near === undefined || word.index < 0) return fault("parameter_invalid", values);
  const equals = word.text.indexOf("=");
  const right = word.text === text ? near : `${word.text.slice(0, equals)}=${near}`;
  return fault("parameter_invalid", values, { fix: [advice.corrected(word.index, [right])] });
}

/** `docs fetch cdk` means `docs fetch --keywords cdk`: the first option still missing is offered. */
function unexpected(result: GivenArguments, word: Word, options: readonly Parameter[], advice: LineAdvice) {
  const missing = options.find((option) => option.required && !Object.hasOwn(result.given, option.name) && option.type !== "boolean");
  const fix = missing && word.index >= 0 ? { fix: [advice.corrected(word.index, [`--${missing.name}`, word.text])] } : {};
  return fault("unexpected_argument", { argument: word.text, help: advice.help }, fix);
}
