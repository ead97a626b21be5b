import { fault } from "../../registry/error/catalogue.ts";
import { isToolError } from "../../registry/error/tool-error.ts";
import { withDefaults } from "../../registry/plan/resolve.ts";
import { locateTool } from "../../registry/project/locate.ts";
import type { Intent, Outcome } from "../../registry/tool-context.ts";
import { now } from "../clock.ts";
import { failure, metaOf } from "../outcome/envelope.ts";
import type { Call, CommonCall } from "./call.ts";
import { callLine } from "./call-line.ts";
import type { CallResult } from "./call-result.ts";
import { TOOL } from "./kinds/tool.ts";
import { type Asides, pipeline } from "./run.ts";
import { unexpected } from "./unexpected.ts";

/** A call of one of the project's tools. `started` is `now()` when it began. */
export function runCall(call: Call, asides: Asides, started: number): Promise<CallResult> {
  return pipeline(call, TOOL, asides, started, callAnother);
}

/** A tool that calls itself, or two that call each other, must end. */
export const DEEPEST = 16;

/** A tool's call of another tool: a call of its own, with the same caller, as a result to be judged. */
export async function callAnother(from: CommonCall, intent: Intent): Promise<Outcome> {
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
      line: callLine(from.project.command, [intent.noun, intent.verb, ...(intent.words ?? [])], intent.args),
    };
    const { outcome, trusted } = await runCall(call, { warnings: [], nextCommands: [] }, started);
    if (trusted === false) from.heardOutside?.();
    return outcome;
  } catch (error) {
    const told = isToolError(error) ? error : unexpected(error, from.project.command);
    return failure(name, told, metaOf(started, from.dryRun, []));
  }
}
