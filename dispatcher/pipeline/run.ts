import { fault } from "../../registry/error/catalogue.ts";
import { isToolError, type ToolError } from "../../registry/error/tool-error.ts";
import { withDefaults } from "../../registry/plan/resolve.ts";
import { locateTool } from "../../registry/project/locate.ts";
import type { Intent, Outcome } from "../../registry/tool-context.ts";
import { now } from "../clock.ts";
import { failure, metaOf, success } from "../outcome/envelope.ts";
import { wholeError } from "../outcome/whole-error.ts";
import type { RunResult } from "../runner/run-request.ts";
import type { Call, CheckedCall } from "./call.ts";
import { toolName } from "./call.ts";
import { execute } from "./execute.ts";
import { type Observation, observe } from "./observe.ts";
import { permission } from "./permission.ts";
import { plannedChanges } from "./planned.ts";
import { precondition } from "./precondition.ts";
import { validate } from "./validate.ts";

/** What a call came to, for the front that made it. */
export interface CallResult {
  outcome: Outcome;
  /** The data as people read it; undefined: as it stands in the outcome. */
  text: string | undefined;
  /** The data as the tool printed it, where it printed JSON and nothing of it was selected or cut. */
  raw: string | undefined;
  /** stdout has it already. */
  streamed: boolean;
  /** stderr has the error form already: the tool wrote it. */
  told: boolean;
}

/** Where warnings and next commands of a call collect. */
export interface Asides {
  readonly warnings: readonly string[];
  readonly nextCommands: readonly string[];
}

/**
 * The one path of every call: validate → precondition → permission → execute →
 * observe. A stage refuses by throwing; every refusal becomes an outcome of the
 * same form. `started` is `now()` when the call began.
 */
export async function runCall(call: Call, asides: Asides, started: number): Promise<CallResult> {
  const name = toolName(call);
  const meta = (truncated: Observation["truncated"] = null) => metaOf(started, call.dryRun, asides.warnings, truncated);
  let ran: RunResult | undefined;
  try {
    const checked = validate(call);
    await precondition(checked);
    const permitted = await permission(checked);
    if (call.dryRun && call.tool.entry.dry_run !== "native") {
      return plain(success(name, plannedChanges(permitted), [], meta()));
    }
    ran = await execute(permitted, (intent) => callAnother(permitted, intent));
    const { data, text, raw, streamed, truncated } = await observe(permitted, ran);
    const next = asides.nextCommands.map((command) => `${call.project.command} ${command}`);
    return { outcome: success(name, data, next, meta(truncated)), text, raw, streamed, told: false };
  } catch (error) {
    const given = isToolError(error) ? error : unexpected(error, call.project.command);
    const { error: told, warnings } = wholeError(given, `${call.project.command} ${name} --help`);
    for (const warning of warnings) call.reporter.warn(warning);
    // A process tool's own error block passed through to stderr as it came.
    return { ...plain(failure(name, told, meta())), told: ran?.kind === "exit" && told === given && told.code === "tool_error" };
  }
}

function plain(outcome: Outcome): CallResult {
  return { outcome, text: undefined, raw: undefined, streamed: false, told: false };
}

function unexpected(error: unknown, command: string): ToolError {
  const { message, stack } = error instanceof Error ? error : { message: String(error), stack: undefined };
  return fault("internal_error", { reason: message, command }, { cause: error, detail: { stack } });
}

/** A tool that calls itself, or two that call each other, must end. */
const DEEPEST = 16;

/** A tool's call of another tool: a call of its own, with the same caller, as a result to be judged. */
async function callAnother(from: CheckedCall, intent: Intent): Promise<Outcome> {
  const started = now();
  const name = `${intent.noun} ${intent.verb}`;
  try {
    if (from.depth >= DEEPEST) throw fault("calls_too_deep", { tool: name, limit: DEEPEST, command: from.project.command });
    const tool = await locateTool(from.project, intent.noun, intent.verb);
    if (tool === undefined) throw fault("unknown_verb", { noun: intent.noun, verb: intent.verb, command: from.project.command });
    const call: Call = {
      ...from,
      tool,
      given: intent.args,
      words: intent.words ?? [],
      env: withDefaults(from.project.env, tool.entry.env),
      json: true,
      dryRun: from.dryRun || intent.dryRun === true,
      yes: intent.yes ?? from.yes,
      timeoutMs: intent.timeout === undefined ? from.timeoutMs : intent.timeout * 1000,
      stream: undefined,
      ownsStdin: false,
      depth: from.depth + 1,
      fields: undefined,
      maxBytes: undefined,
      line: `${from.project.command} ${name}`,
    };
    return (await runCall(call, { warnings: [], nextCommands: [] }, started)).outcome;
  } catch (error) {
    const told = isToolError(error) ? error : unexpected(error, from.project.command);
    return failure(name, told, metaOf(started, from.dryRun, []));
  }
}
