import { REGISTRY_PATH } from "../../registry/entry.ts";
import { fault } from "../../registry/error/catalogue.ts";
import { commandLine } from "../../registry/error/shell-quote.ts";
import { isToolError } from "../../registry/error/tool-error.ts";
import { GLOBAL_OPTIONS } from "../../registry/grammar/global-options.ts";
import { nearest } from "../../registry/grammar/nearest.ts";
import { parseWords } from "../../registry/grammar/parse.ts";
import { type SplitLine, splitLine } from "../../registry/grammar/split.ts";
import { withDefaults } from "../../registry/plan/resolve.ts";
import { locateTool } from "../../registry/project/locate.ts";
import { openProject } from "../../registry/project/open.ts";
import type { LocatedTool, Project } from "../../registry/project/project.ts";
import type { Outcome } from "../../registry/tool-context.ts";
import { limitsOf } from "../grammar/limits.ts";
import { failure, metaOf, outcomeExit } from "../outcome/envelope.ts";
import { writeAll } from "../outcome/output.ts";
import { type Stream, tellError } from "../outcome/render.ts";
import type { Call } from "../pipeline/call.ts";
import { type CallResult, runCall } from "../pipeline/run.ts";
import { type KeepingReporter, stderrReporter } from "./reporter.ts";

/** What the command line front has of its caller. */
export interface CliIo {
  env: Readonly<Record<string, string | undefined>>;
  cwd: string;
  stdout: Stream;
  stderr: Stream;
  /** Whether a person can be asked: stdin is a terminal, too. */
  interactive(): boolean;
  signal: AbortSignal;
}

/**
 * One command line from words to exit code (contracts 4.2, 4.5, 4.6): split,
 * find, read, run, tell. Whatever fails on the way is told in the same form.
 */
export async function runCli(line: readonly string[], io: CliIo): Promise<0 | 1 | 2 | 3> {
  const reporter = stderrReporter(io.stderr);
  const json = wantsJson(line);
  let result: CallResult;
  try {
    result = await answer(line, json, io, reporter);
  } catch (error) {
    const told = isToolError(error) ? error : internal(error, io);
    result = {
      outcome: failure(null, told, metaOf(0, line.includes("--dry-run"), reporter.warnings)),
      text: undefined,
      streamed: false,
      told: false,
    };
  }
  reporter.clear();
  await tell(result, json, io);
  return outcomeExit(result.outcome);
}

async function answer(line: readonly string[], json: boolean, io: CliIo, reporter: KeepingReporter): Promise<CallResult> {
  const project = await openProject(io.env, io.cwd, { everyNoun: io.env.SUBJECT === "niche" });
  const split = splitLine(line, `${project.command} --help`);
  const [noun, verb] = route(split, project, line);
  if (split.globals.version || split.globals.help || noun === undefined || verb === undefined) {
    const { helpResult } = await import("./help.ts");
    return helpResult(project, noun, verb, split, line);
  }
  const tool = await locateTool(project, noun, verb);
  if (tool === undefined) {
    const { unknownTool } = await import("./unknown.ts");
    throw await unknownTool(project, noun, verb, line);
  }
  if (!writesRegistry(tool)) for (const warning of tool.warnings) reporter.warn(warning);
  return runCall(await toCall(line, split, project, tool, json, io, reporter), reporter, 0);
}

/** Who is about to mend a stale registry need not be told of it. */
function writesRegistry(tool: LocatedTool): boolean {
  return tool.entry.side_effects.some((effect) => effect.kind === "writes" && effect.path === REGISTRY_PATH);
}

/** Noun and verb are the first two words; an option before them that is no global one is unknown. */
function route(split: SplitLine, project: Project, line: readonly string[]): [string | undefined, string | undefined] {
  const [noun, verb] = split.words;
  for (const word of [noun, verb]) {
    if (word === undefined || !word.text.startsWith("-")) continue;
    const near = nearest(
      word.text.split("=")[0] as string,
      GLOBAL_OPTIONS.map(({ name }) => `--${name}`),
    );
    const fixed = line.map((text, at) => (at === word.index && near !== undefined ? near : text));
    const fix = near === undefined ? `${project.command} --help` : `${project.command} ${commandLine(fixed)}`;
    throw fault("unknown_option", { option: word.text }, { fix: [fix] });
  }
  return [noun?.text, verb?.text];
}

async function toCall(
  line: readonly string[],
  split: SplitLine,
  project: Project,
  tool: LocatedTool,
  json: boolean,
  io: CliIo,
  reporter: KeepingReporter,
): Promise<Call> {
  const { entry } = tool;
  const name = `${entry.noun} ${entry.verb}`;
  const help = `${project.command} ${name} --help`;
  const declared = entry.options !== undefined || entry.args !== undefined;
  const words = split.words.slice(2);
  const corrected = (index: number, right: readonly string[]) =>
    `${project.command} ${commandLine(line.flatMap((word, at) => (at === index ? right : [word])))}`;
  const parsed = declared ? parseWords(entry, { words, data: split.data }, { help, corrected }) : { given: {}, warnings: [] };
  for (const warning of parsed.warnings) reporter.warn(warning);
  let given: Record<string, unknown> = parsed.given;
  const input = split.globals.input;
  if (typeof input === "string") {
    if (!declared) throw fault("input_not_taken", { tool: name, help });
    const { readInput } = await import("./input.ts");
    given = { ...readInput(input, io.cwd, help), ...given };
  }
  const limits = limitsOf(split.globals, help);
  if (limits.fields !== undefined && entry.output.format === "text") throw fault("fields_not_taken", { tool: name, help });
  const limited = limits.fields !== undefined || limits.maxBytes !== undefined;
  return {
    project,
    tool,
    given,
    words: [...words.map((word) => word.text), ...(split.data === undefined ? [] : ["--", ...split.data])],
    env: withDefaults(project.env, entry.env),
    json,
    dryRun: split.globals["dry-run"] === true,
    yes: split.globals.yes === true,
    ...limits,
    cwd: io.cwd,
    signal: io.signal,
    reporter,
    stream: json || limited ? undefined : io.stdout.fd,
    ownsStdin: true,
    depth: 0,
    ask: async (question) => (io.interactive() ? (await import("./ask.ts")).askTerminal(question) : undefined),
    line: `${project.command} ${commandLine(line)}`,
  };
}

async function tell({ outcome, text, streamed, told }: CallResult, json: boolean, io: CliIo): Promise<void> {
  if (!outcome.ok && !told) await tellError(outcome.error, io.stderr, io.env);
  if (json) {
    writeAll(io.stdout.fd, `${JSON.stringify(outcome)}\n`);
    return;
  }
  if (!outcome.ok || streamed) return;
  const shown = text ?? (typeof outcome.data === "string" ? outcome.data : JSON.stringify(outcome.data, null, 2));
  if (shown !== "") writeAll(io.stdout.fd, shown.endsWith("\n") ? shown : `${shown}\n`);
  tellAsides(outcome, io.stderr.fd);
}

function tellAsides(outcome: Extract<Outcome, { ok: true }>, fd: number): void {
  const { truncated } = outcome.meta;
  if (truncated) writeAll(fd, `Cut to ${truncated.kept_bytes} of ${truncated.total_bytes} bytes; the whole: ${truncated.file}\n`);
  for (const command of outcome.next) writeAll(fd, `→ Next: ${command}\n`);
}

function wantsJson(line: readonly string[]): boolean {
  const end = line.indexOf("--");
  return (end < 0 ? line : line.slice(0, end)).includes("--json");
}

function internal(error: unknown, io: CliIo) {
  const reason = error instanceof Error ? error.message : String(error);
  if (error instanceof Error && error.stack) writeAll(io.stderr.fd, `${error.stack}\n`);
  return fault("internal_error", { reason, command: io.env.SUBJECT_COMMAND || "niche" }, { cause: error });
}
