import { REGISTRY_PATH } from "../../registry/entry.ts";
import { fault } from "../../registry/error/catalogue.ts";
import { commandLine } from "../../registry/error/shell-quote.ts";
import { isToolError, type ToolError } from "../../registry/error/tool-error.ts";
import { GLOBAL_OPTIONS } from "../../registry/grammar/global-options.ts";
import { nearest } from "../../registry/grammar/nearest.ts";
import { type Scanned, scanLine } from "../../registry/grammar/scan.ts";
import { isGoverned } from "../../registry/permission/is-governed.ts";
import { locateTool } from "../../registry/project/locate.ts";
import { openProject } from "../../registry/project/open.ts";
import type { LocatedTool, Project } from "../../registry/project/project.ts";
import type { Governed } from "../harness/cli-governance.ts";
import { lazyPort } from "../harness/lazy-port.ts";
import { errorForm, failure, metaOf, outcomeExit } from "../outcome/envelope.ts";
import { tellError } from "../outcome/render.ts";
import type { CallResult } from "../pipeline/call-result.ts";
import type { Governance } from "../pipeline/governance.ts";
import { runCall } from "../pipeline/run-tool.ts";
import type { CliIo } from "./cli-io.ts";
import { lineCall } from "./line-call.ts";
import { type KeepingReporter, stderrReporter } from "./reporter.ts";
import { tell } from "./tell.ts";

/** How a command line ended. `stuck`: something that was stopped may still hold a thread, so the process must not wait for its end. */
export interface CliEnd {
  code: 0 | 1 | 2 | 3;
  stuck: boolean;
}

/**
 * One command line from words to exit code (contracts 4.2, 4.5, 4.6): find,
 * read, run, tell. Whatever fails on the way is told in the same form.
 */
export async function runCli(line: readonly string[], io: CliIo): Promise<CliEnd> {
  const reporter = stderrReporter(io.stderr);
  const scanned = scanLine(line);
  const result = await answer(line, scanned, io, reporter);
  reporter.clear();
  try {
    const told = await tell(result, scanned.json, io);
    return { code: outcomeExit(told), stuck: !told.ok && (told.error.code === "timeout" || told.error.code === "interrupted") };
  } catch (error) {
    // A full disk behind stdout: the result is lost, and stderr may still carry the reason.
    const lost = fault("output_not_writable", { reason: (error as NodeJS.ErrnoException).code ?? String(error) });
    await tellError(errorForm(lost), io.stderr, io.env).catch(() => {});
    return { code: 3, stuck: false };
  }
}

async function answer(line: readonly string[], scanned: Scanned, io: CliIo, reporter: KeepingReporter): Promise<CallResult> {
  let name: string | null = null;
  try {
    const opened = await openProject(io.env, io.cwd, { everyNoun: io.env.SUBJECT === "niche" });
    const { project, governance, port } = isGoverned(opened) ? await governed(opened, io, scanned.json) : ungoverned(opened);
    const [noun, verb] = route(scanned, project, line);
    if (scanned.version || scanned.help || noun === undefined || verb === undefined) {
      const { helpResult } = await import("./help.ts");
      return await helpResult(project, noun, verb, scanned, line, io.cwd);
    }
    const tool = await locateTool(project, noun, verb);
    if (tool === undefined) {
      const { unknownTool } = await import("./unknown.ts");
      const error = await unknownTool(project, noun, verb, line, io.cwd);
      if (governance !== undefined) await recordUnknown(governance, `local__${noun}-${verb}`, error, reporter);
      throw error;
    }
    name = `${noun} ${verb}`;
    if (!writesRegistry(tool)) for (const warning of tool.warnings) reporter.warn(warning);
    const call = await lineCall(line, { project, tool, json: scanned.json, governance, port }, io, reporter);
    return await runCall(call, reporter, 0);
  } catch (error) {
    const told = isToolError(error) ? error : internal(error, io);
    return {
      outcome: failure(name, told, metaOf(0, scanned.dryRun, reporter.warnings)),
      text: undefined,
      raw: undefined,
      streamed: false,
      told: false,
    };
  }
}

function ungoverned(project: Project): Governed {
  return { project, governance: undefined, port: lazyPort };
}

async function governed(project: Project, io: CliIo, json: boolean): Promise<Governed> {
  const { governCli } = await import("../harness/cli-governance.ts");
  return governCli(project, io, json);
}

async function recordUnknown(governance: Governance, id: string, error: ToolError, reporter: KeepingReporter): Promise<void> {
  const audit = await import("../pipeline/audit.ts");
  audit.recordUnknown({ given: {}, reporter }, id, governance, error);
}

/** Who is about to mend a stale registry need not be told of it. */
function writesRegistry(tool: LocatedTool): boolean {
  return tool.entry.side_effects.some((effect) => effect.kind === "writes" && effect.path === REGISTRY_PATH);
}

/** Noun and verb; an option before them that is no global one is unknown. */
function route({ noun, verb }: Scanned, project: Project, line: readonly string[]): [string | undefined, string | undefined] {
  for (const word of [noun, verb]) {
    if (word === undefined || !word.text.startsWith("-")) continue;
    const spelling = word.text.split("=", 1)[0] as string;
    const near = nearest(
      spelling,
      GLOBAL_OPTIONS.map(({ name }) => `--${name}`),
    );
    const fixed = line.map((text, at) => (at === word.index && near !== undefined ? near : text));
    const fix = near === undefined ? `${project.command} --help` : `${project.command} ${commandLine(fixed)}`;
    throw fault("unknown_option", { option: word.text }, { fix: [fix] });
  }
  return [noun?.text, verb?.text];
}

function internal(error: unknown, io: CliIo): ToolError {
  const { message, stack } = error instanceof Error ? error : { message: String(error), stack: undefined };
  return fault("internal_error", { reason: message, command: io.env.SUBJECT_COMMAND || "niche" }, { cause: error, detail: { stack } });
}
