import { fault } from "../../registry/error/catalogue.ts";
import { commandLine } from "../../registry/error/shell-quote.ts";
import { isToolError, ToolError } from "../../registry/error/tool-error.ts";
import { completeArguments } from "../../registry/grammar/complete.ts";
import { limitsOf } from "../../registry/grammar/limits.ts";
import { type GivenArguments, parseWords } from "../../registry/grammar/parse.ts";
import { type LineAdvice, type SplitLine, splitLine } from "../../registry/grammar/split.ts";
import { withDefaults } from "../../registry/plan/resolve.ts";
import type { LocatedTool, Project } from "../../registry/project/project.ts";
import type { Call } from "../pipeline/call.ts";
import type { CliIo } from "./cli-io.ts";
import type { KeepingReporter } from "./reporter.ts";

/** Whose line is read. */
interface Reading {
  project: Project;
  tool: LocatedTool;
  help: string;
  env: Call["env"];
}

/** What a line calls, and what stands over it. */
export type Called = Pick<Call, "project" | "tool" | "json" | "governance" | "port">;

/** Makes the call that a command line asks for. Throws the ToolErrors of the grammar, each with a Fix that was tried by reading it. */
export async function lineCall(line: readonly string[], called: Called, io: CliIo, reporter: KeepingReporter): Promise<Call> {
  const { project, tool, json } = called;
  const { entry } = tool;
  const name = `${entry.noun} ${entry.verb}`;
  const help = `${project.command} ${name} --help`;
  const env = withDefaults(project.env, entry.env);
  const { split, given: fromWords, warnings } = readLine(line, { project, tool, help, env });
  for (const warning of warnings) reporter.warn(warning);
  const { input } = split.globals;
  let given = fromWords;
  if (typeof input === "string") {
    if (!isDeclared(tool)) throw fault("input_not_taken", { tool: name, help });
    const { readInput } = await import("./input.ts");
    given = withInput(tool, readInput(input, io.cwd, help), fromWords);
  }
  const limits = limitsOf(split.globals, help);
  if (limits.fields !== undefined && entry.output.format === "text") throw fault("fields_not_taken", { tool: name, help });
  const limited = limits.fields !== undefined || limits.maxBytes !== undefined;
  return {
    ...called,
    given,
    words: [...split.words.slice(2).map((word) => word.text), ...(split.data === undefined ? [] : ["--", ...split.data])],
    env,
    dryRun: split.globals["dry-run"] === true,
    yes: split.globals.yes === true,
    ...limits,
    cwd: io.cwd,
    signal: io.signal,
    reporter,
    stream: json || limited ? undefined : io.stdout.fd,
    ownsStdin: true,
    depth: 0,
    ask: async (question) => (io.interactive() ? (await import("./ask.ts")).askTerminal(question, io.signal) : undefined),
    line: `${project.command} ${commandLine(line)}`,
  };
}

/**
 * `--input` holds the arguments. Of a tool that calls another and has been told which by words, it holds what the other
 * takes: its option `arguments`, whose name says so.
 */
function withInput({ entry }: LocatedTool, input: Readonly<Record<string, unknown>>, words: Call["given"]): Call["given"] {
  const handsOn = entry.options?.some(({ name }) => name === HANDED_ON) === true && words[HANDED_ON] === undefined;
  const toldByWords = handsOn && entry.options?.every(({ name, required }) => !required || words[name] !== undefined);
  return toldByWords ? { ...words, [HANDED_ON]: JSON.stringify(input) } : { ...input, ...words };
}

const HANDED_ON = "arguments";

function isDeclared({ entry }: LocatedTool): boolean {
  return entry.options !== undefined || entry.args !== undefined;
}

type ReadLine = GivenArguments & { split: SplitLine };

/** How many mistakes of one line are corrected together. */
const MOST_MISTAKES = 5;

/**
 * Splits and reads a line. Where a mistake has a correction, the corrected line
 * is read as well, so that a Fix is a line that runs: with its next mistakes
 * corrected, too, or else the help.
 */
function readLine(line: readonly string[], reading: Reading, mistakes = 0): ReadLine {
  const { project, tool, help } = reading;
  let candidate: readonly string[] | undefined;
  const advice: LineAdvice = {
    help,
    corrected: (index, right) => {
      candidate = line.flatMap((word, at) => (at === index ? right : [word]));
      return `${project.command} ${commandLine(candidate)}`;
    },
  };
  try {
    const split = splitLine(line, advice);
    const parsed = isDeclared(tool)
      ? parseWords(tool.entry, { words: split.words.slice(2), data: split.data }, advice)
      : { given: {}, warnings: [] };
    return { split, ...parsed };
  } catch (error) {
    if (!isToolError(error) || candidate === undefined) throw error;
    throw withFix(error, triedFix(candidate, reading, mistakes + 1));
  }
}

function triedFix(line: readonly string[], reading: Reading, mistakes: number): readonly string[] {
  const { project, tool, help, env } = reading;
  try {
    const { split, given } = readLine(line, reading, mistakes);
    if (split.globals.input === undefined && isDeclared(tool)) completeArguments(tool.entry, given, env, help);
    return [`${project.command} ${commandLine(line)}`];
  } catch (error) {
    return isToolError(error) && mistakes < MOST_MISTAKES ? error.fix : [help];
  }
}

function withFix(error: ToolError, fix: readonly string[]): ToolError {
  const { layer, recoverable, message, code, detail } = error;
  return new ToolError({ layer, recoverable, message, code, detail, fix });
}
