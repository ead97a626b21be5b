import { type FaultCode, fault } from "../../../registry/error/catalogue.ts";
import type { ToolError } from "../../../registry/error/tool-error.ts";
import type { PlannedStep } from "../../../registry/plan/complete.ts";
import { isStep, readStep } from "../../../registry/plan/step.ts";
import type { World } from "../../../registry/plan/world.ts";
import type { OutcomeError, ToolContext } from "../../../registry/tool-context.ts";
import type { Fate } from "./carry-out.ts";
import { type GoingOn, goOn } from "./go-on.ts";

/** Codes of a call to a tool that is not there. */
const GONE: readonly string[] = ["unknown_noun", "unknown_verb", "tool_file_gone", "tool_vanished"];

/** A plan that was carried out as far as it went. */
export interface Stopped {
  readonly plan: readonly PlannedStep[];
  readonly fates: readonly Fate[];
  /** As `detail` gives them. */
  readonly steps: readonly { number: number; command: string; state: string }[];
  readonly world: World;
  readonly how: GoingOn;
  readonly context: Pick<ToolContext, "command" | "signal">;
}

/**
 * The error of a plan that stopped: the failed step's own layer and Fix, and then the line that goes on. Every step's
 * state stands in the detail. Undefined if all are done.
 *
 * A step that began and must not be repeated is in no Fix: the line that goes on is then a dry run, which shows what is left.
 */
export function stepFault(stopped: Stopped): ToolError | undefined {
  const { fates, steps, context } = stopped;
  const at = fates.findIndex(({ state }) => state === "failed");
  const fate = fates[at];
  const count = (state: string) => fates.filter((other) => other.state === state).length;
  const others = fates.flatMap((other, index) => (other.state === "failed" && index !== at ? [index + 1] : []));
  const also = others.length > 0 ? `, also failed: ${others.join(", ")}` : "";
  const so = `${count("done")} done, ${count("not_started")} not started${also}`;
  const { resume, check, own, begun } = goOn(stopped);
  if (context.signal.aborted && count("failed") + count("not_started") > 0) {
    const { reason } = context.signal;
    const by = reason === "timeout" ? "its time limit" : typeof reason === "string" ? reason : "its caller";
    const signal = `${by} (${so})`;
    const failed = fate?.state === "failed" ? { number: at + 1, attempts: fate.attempts, error: fate.error } : null;
    return fault("interrupted", { tool: "plan run", signal }, { fix: [resume], detail: { steps, failed } });
  }
  if (fate?.state !== "failed") return undefined;
  const { error } = fate;
  const step = `Step ${at + 1} of ${steps.length}, ${steps[at]?.command}`;
  const detail = { steps, failed: { number: at + 1, attempts: fate.attempts, error } };
  const lying = unkept(error, stopped);
  if (lying !== undefined) {
    const { number, tool } = lying;
    const values = { step, reason: `${error.message} (${so})`, number, tool: `${tool.noun} ${tool.verb}`, file: tool.source };
    return fault("plan_step_unprovided", values, { detail });
  }
  const once = begun ? "; it must not be repeated, and may have done a part" : "";
  const code = codeOf(error);
  const fix = code === "plan_step_vanished" ? [check] : [...own, asks(code) ? `Then run: ${resume}` : resume];
  return fault(code, { step, reason: `${error.message} (${so})${once}` }, { fix, detail });
}

function asks(code: FaultCode): boolean {
  return code === "plan_step_needs_user" || code === "plan_step_forbidden";
}

/** The step that this run has done and that was to bring about what a later one misses: to do it again would change nothing. */
function unkept({ code, fix }: OutcomeError, { plan, fates, world }: Stopped) {
  if (code !== "precondition_failed") return undefined;
  const wanted = fix.flatMap((line) => {
    const step = readStep(line, world);
    return isStep(step) ? [step.command] : [];
  });
  const at = plan.findIndex(({ step }, index) => fates[index]?.state === "done" && wanted.includes(step.command));
  const done = plan[at];
  return done === undefined ? undefined : { number: at + 1, tool: done.step.tool };
}

function codeOf(error: OutcomeError): FaultCode {
  if (GONE.includes(error.code)) return "plan_step_vanished";
  if (error.layer === "platform") return "plan_step_forbidden";
  if (error.recoverable === "user-action-required") return "plan_step_needs_user";
  return error.exit_code === 1 ? "plan_step_refused" : "plan_step_failed";
}
