import { isToolError, type ToolError } from "../../registry/error/tool-error.ts";
import type { Intent, Outcome } from "../../registry/tool-context.ts";
import { failure, metaOf, success } from "../outcome/envelope.ts";
import { wholeError } from "../outcome/whole-error.ts";
import type { RunResult } from "../runner/run-request.ts";
import type { Audit } from "./audit.ts";
import type { CommonCall } from "./call.ts";
import type { CallResult } from "./call-result.ts";
import type { Kind } from "./kind.ts";
import type { Observation } from "./observe.ts";
import { permission } from "./permission.ts";
import { unexpected } from "./unexpected.ts";
import { visibility } from "./visibility.ts";

/** Where warnings and next commands of a call collect. */
export interface Asides {
  readonly warnings: readonly string[];
  readonly nextCommands: readonly string[];
}

/** A tool's call of another tool, on behalf of whoever made `from`. */
export type CallTool = (from: CommonCall, intent: Intent) => Promise<Outcome>;

/**
 * The one path of every call: visibility → validate → precondition → permission
 * → hooks → execute → observe → hooks → audit. A stage refuses by throwing;
 * every refusal becomes an outcome of the same form. Arguments are looked at
 * behind the visibility gate, since what is wrong with them would tell of
 * something that may not be seen. `started` is `now()` when the call began.
 */
export async function pipeline<C extends CommonCall, Checked extends C>(
  call: C,
  kind: Kind<C, Checked>,
  asides: Asides,
  started: number,
  callTool: CallTool,
): Promise<CallResult> {
  const name = kind.name(call);
  const meta = (truncated: Observation["truncated"] = null) => metaOf(started, call.dryRun, asides.warnings, truncated);
  const audit = call.governance === undefined ? undefined : await opened(call, kind, call.governance);
  let ran: RunResult | undefined;
  /** Began, and its `after` hooks have not been told what it came to. */
  let untold: Checked | undefined;
  try {
    audit?.stage("visibility");
    if (call.governance !== undefined) visibility(call.governance, kind.gateCard(call), call.project.command);
    audit?.stage("validate");
    const checked = await kind.validate(call);
    audit?.stage("precondition");
    await kind.precondition(checked);
    audit?.stage("permission");
    audit?.mayGoOn(kind.effects(checked).row);
    const permitted = await permission(checked, kind, audit);
    audit?.stage("hooks");
    const ready = (await audit?.hooksBefore(permitted.call)) ?? permitted.call;
    if (call.dryRun && !kind.runsDry(ready)) {
      return audited(audit, plain(success(name, kind.planned(ready, permitted.asks), [], meta())));
    }
    audit?.stage("execute");
    untold = ready;
    let outside = false;
    const working = {
      ...ready,
      heardOutside: () => {
        outside = true;
      },
    };
    ran = await kind.execute(working, (intent) => callTool(working, intent));
    const trusted = kind.trusted(ready) && !outside;
    const { data, text, raw, streamed, truncated } = await kind.observe(ready, ran, trusted);
    const next = asides.nextCommands.map((command) => `${call.project.command} ${command}`);
    const outcome = success(name, data, next, meta(truncated));
    untold = undefined;
    await audit?.hooksAfter(ready, outcome);
    audit?.loaded(ready);
    return audited(audit, { outcome, text, raw, streamed, told: false, trusted });
  } catch (error) {
    const failed = isToolError(error) ? error : unexpected(error, call.project.command);
    const given = (untold && (await withheld(audit, untold, failure(name, failed, meta())))) ?? failed;
    const { error: told, warnings } = wholeError(given, `${call.project.command} ${name} --help`);
    for (const warning of warnings) call.reporter.warn(warning);
    const byTool = ran?.kind === "exit" && told === given && told.code === "tool_error";
    // A process tool's own error block passed through to stderr as it came.
    return audited(audit, { ...plain(failure(name, told, meta())), told: byTool });
  }
}

/** A failure is told to the `after` hooks as well: an error's words are what the work gave. What stands in its place where one refuses. */
async function withheld<Checked extends CommonCall>(
  audit: Audit<Checked> | undefined,
  call: Checked,
  outcome: Outcome,
): Promise<ToolError | undefined> {
  try {
    await audit?.hooksAfter(call, outcome);
    return undefined;
  } catch (error) {
    return isToolError(error) ? error : unexpected(error, call.project.command);
  }
}

async function opened<C extends CommonCall, Checked extends C>(
  call: C,
  kind: Kind<C, Checked>,
  governance: NonNullable<CommonCall["governance"]>,
): Promise<Audit<Checked>> {
  const { openAudit } = await import("./audit.ts");
  return openAudit(call, kind, governance);
}

function audited<Checked extends CommonCall>(audit: Audit<Checked> | undefined, result: CallResult): CallResult {
  audit?.close(result);
  return result;
}

function plain(outcome: Outcome): CallResult {
  return { outcome, text: undefined, raw: undefined, streamed: false, told: false };
}
