import { type ToolEntry, toolId } from "../entry.ts";
import { fault } from "../error/catalogue.ts";
import { commandLine } from "../error/shell-quote.ts";
import { isToolError, type ToolError } from "../error/tool-error.ts";
import { completeArguments } from "../grammar/complete.ts";
import { limitsOf } from "../grammar/limits.ts";
import { nearest } from "../grammar/nearest.ts";
import { parseWords } from "../grammar/parse.ts";
import { shellWords } from "../grammar/shell-words.ts";
import { type SplitLine, splitLine } from "../grammar/split.ts";
import type { Effect } from "./effect.ts";
import { withDefaults } from "./resolve.ts";
import { effectsOf } from "./risk.ts";

type Env = Readonly<Record<string, string | undefined>>;

/** One call of a plan. */
export interface Step {
  /** Without the subject, as a shell reads it: `docs fetch --keywords cdk`. */
  readonly command: string;
  readonly tool: ToolEntry;
  /** What the caller gave, of the declared types; for a tool without declared arguments, `words`. */
  readonly args: Readonly<Record<string, unknown>>;
  readonly words: readonly string[];
  readonly yes: boolean;
  readonly dryRun: boolean;
  /** Seconds. */
  readonly timeout: number | undefined;
  /** Of exactly this call; a dry run has none. */
  readonly effects: readonly Effect[];
}

/** Why a line is no step, and the line that was meant, if one is near. */
export interface StepFault {
  readonly kind: "unknown_tool" | "invalid_arguments" | "broken_header";
  readonly reason: string;
  readonly nearest: string | undefined;
  /** The line, without the subject, that shows how it is written. */
  readonly help: string;
  /** What a call of the tool says, of a broken header or of tools that are lost. */
  readonly error?: ToolError;
}

export interface Toolbox {
  readonly tools: readonly ToolEntry[];
  /** What keeps files that are named like tools from being some, by the tool's id. */
  readonly broken?: ReadonlyMap<string, ToolError> | undefined;
  /** By what the settings say tools are lost: a name that nobody has may be one of these. */
  readonly slip?: ToolError | undefined;
  /** The project's environment, without the tools' own defaults. */
  readonly env: Env;
  /** Ways to write the subject, which a step may begin with: `bin/myproject`, `myproject`. */
  readonly subjects: readonly string[];
}

/**
 * Reads a step from its command line, with or without the subject before it.
 *
 * `missing: "allowed"` takes a call whose required arguments are not given: what only the caller knows.
 */
export function readStep(line: string, box: Toolbox, missing: "allowed" | "refused" = "refused"): Step | StepFault {
  const split = shellWords(line);
  if (!split.ok)
    return { kind: "invalid_arguments", reason: `${JSON.stringify(line)}: ${split.reason}`, nearest: undefined, help: "--help" };
  const [first = "", second = ""] = split.words;
  // A noun may be named like the subject.
  const named = isSubject(first, box) && toolNamed(box.tools, first, second) === undefined;
  return stepOf(named ? split.words.slice(1) : split.words, box, missing);
}

/** By its name, or by a path to it from wherever. */
function isSubject(word: string, { subjects }: Toolbox): boolean {
  return subjects.includes(word) || (word.includes("/") && subjects.includes(word.slice(word.lastIndexOf("/") + 1)));
}

/** The same from words that are split already. */
export function stepOf(words: readonly string[], box: Toolbox, missing: "allowed" | "refused" = "refused"): Step | StepFault {
  const [noun = "", verb = ""] = words;
  const tool = toolNamed(box.tools, noun, verb);
  if (tool === undefined) {
    const error = box.broken?.get(toolId(noun, verb));
    if (error === undefined) return box.slip === undefined ? unknownTool(words, box.tools) : lost(words, box.slip);
    return { kind: "broken_header", reason: error.message, nearest: undefined, help: "--help", error };
  }
  const help = `${noun} ${verb} --help`;
  try {
    return read(tool, words, box, missing);
  } catch (error) {
    if (!isToolError(error)) throw error;
    return { kind: "invalid_arguments", reason: `${commandLine(words)}: ${error.message}`, nearest: corrected(error), help };
  }
}

const byName = new WeakMap<readonly ToolEntry[], ReadonlyMap<string, ToolEntry>>();

function toolNamed(tools: readonly ToolEntry[], noun: string, verb: string): ToolEntry | undefined {
  let names = byName.get(tools);
  if (names === undefined) {
    names = new Map(tools.map((tool) => [`${tool.noun} ${tool.verb}`, tool]));
    byName.set(tools, names);
  }
  return names.get(`${noun} ${verb}`);
}

export function isStep(step: Step | StepFault): step is Step {
  return "tool" in step;
}

/** A Fix of the grammar is the corrected line (else the tool's help, which is no step). */
function corrected(error: ToolError): string | undefined {
  const [fix] = error.fix;
  return fix === undefined || fix.endsWith("--help") ? undefined : fix.trim();
}

function read(tool: ToolEntry, words: readonly string[], box: Toolbox, missing: "allowed" | "refused"): Step {
  const help = `${tool.noun} ${tool.verb} --help`;
  const split = splitLine(words, { help, corrected: () => help });
  refuseNoCall(tool, words, split, help);
  const { timeoutMs } = limitsOf(split.globals, help);
  const dryRun = split.globals["dry-run"] === true;
  const declared = tool.options !== undefined || tool.args !== undefined;
  const args = declared ? given(tool, words, split, help) : {};
  const own = [...split.words.slice(2).map(({ text }) => text), ...(split.data === undefined ? [] : ["--", ...split.data])];
  const complete = declared ? completed(tool, args, box.env, help, missing) : {};
  return {
    command: commandLine(words),
    tool,
    args,
    words: declared ? [] : own,
    yes: split.globals.yes === true,
    dryRun,
    timeout: timeoutMs === undefined ? undefined : timeoutMs / 1000,
    effects: dryRun ? [] : effectsOf(tool, usedOptions(tool, complete)),
  };
}

/**
 * What a single call takes and a step cannot: `--help` and `--version` run nothing, so a step that says so must not run
 * either, and what shapes the one answer of a call has none to shape here.
 *
 * @throws ToolError `plan_step_unreadable`
 */
function refuseNoCall(tool: ToolEntry, words: readonly string[], { globals }: SplitLine, help: string): void {
  for (const name of ["help", "version"] as const) {
    if (globals[name] === undefined) continue;
    throw fault("plan_step_unreadable", { reason: `--${name} asks for a text and runs nothing, so it is no step of a plan`, help });
  }
  limitsOf(globals, help);
  for (const name of ["fields", "max-bytes"] as const) {
    if (globals[name] === undefined) continue;
    if (name === "fields" && tool.output.format === "text") throw fault("fields_not_taken", { tool: `${tool.noun} ${tool.verb}`, help });
    const reason = `--${name} shapes the answer of a single call; plan run has its own --${name}`;
    throw fault("plan_step_unreadable", { reason, help }, { fix: [commandLine(without(words, `--${name}`))] });
  }
}

/** Without an option that takes a value, however that is given. */
function without(words: readonly string[], option: string): string[] {
  const end = words.indexOf("--");
  const left: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as string;
    const before = end < 0 || at < end;
    if (before && word === option) at++;
    else if (!before || !word.startsWith(`${option}=`)) left.push(word);
  }
  return left;
}

function given(tool: ToolEntry, words: readonly string[], split: SplitLine, help: string): Record<string, unknown> {
  const advice = {
    help,
    corrected: (index: number, right: readonly string[]) => commandLine(words.flatMap((word, at) => (at === index ? right : [word]))),
  };
  const { given: found } = parseWords(tool, { words: split.words.slice(2), data: split.data }, advice);
  const { input } = split.globals;
  return typeof input === "string" ? { ...inline(input, help), ...found } : found;
}

/**
 * `--input` of a step is JSON itself: what a file or stdin will hold when the step runs cannot be known before.
 *
 * @throws ToolError `input_not_json`
 */
function inline(text: string, help: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return { ...value };
  } catch {
    // Told below.
  }
  throw fault("input_not_json", { reason: "of a plan's step it is one JSON object, not a file or stdin", help });
}

function completed(tool: ToolEntry, args: Record<string, unknown>, env: Env, help: string, missing: "allowed" | "refused") {
  const optional = (parameters: ToolEntry["options"]) => parameters?.map((parameter) => ({ ...parameter, required: false })) ?? [];
  const lenient = { options: optional(tool.options), args: optional(tool.args) };
  return completeArguments(missing === "allowed" ? lenient : tool, args, withDefaults(env, tool.env), help);
}

/** Of the header's options those that a call with these complete arguments uses, as the permission stage counts them. */
function usedOptions(tool: ToolEntry, args: Readonly<Record<string, unknown>>): string[] {
  return (tool.options ?? []).map(({ name }) => name).filter((name) => args[name] !== undefined && args[name] !== false);
}

function lost(words: readonly string[], error: ToolError): StepFault {
  const reason = `There is no ${commandLine(words.slice(0, 2))}: ${error.message}`;
  return { kind: "unknown_tool", reason, nearest: undefined, help: "--help", error };
}

function unknownTool(words: readonly string[], tools: readonly ToolEntry[]): StepFault {
  const [noun = "", verb = "", ...rest] = words;
  if (verb === "")
    return { kind: "unknown_tool", reason: `${JSON.stringify(noun)} is no noun and verb`, nearest: undefined, help: "--help" };
  const near = nearestTool(noun, verb, tools);
  const reason = tools.some((tool) => tool.noun === noun) ? `${noun} has no verb ${verb}` : `There is no noun ${noun}`;
  const line = near === undefined ? undefined : commandLine([near.noun, near.verb, ...rest]);
  return { kind: "unknown_tool", reason, nearest: line, help: "--help" };
}

function nearestTool(noun: string, verb: string, tools: readonly ToolEntry[]): ToolEntry | undefined {
  const nouns = [...new Set(tools.map((tool) => tool.noun))];
  const rightNoun = nouns.includes(noun) ? noun : nearest(noun, nouns);
  const verbs = tools.filter((tool) => tool.noun === rightNoun);
  const rightVerb = nearest(
    verb,
    verbs.map((tool) => tool.verb),
  );
  return (
    verbs.find((tool) => tool.verb === verb || tool.verb === rightVerb) ?? tools.find((tool) => tool.noun === verb && tool.verb === noun)
  );
}
