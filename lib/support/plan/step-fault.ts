import { type FaultCode, fault } from "../../../registry/error/catalogue.ts";
import type { ToolError } from "../../../registry/error/tool-error.ts";
import type { OutcomeError, ToolContext } from "../../../registry/tool-context.ts";
import type { Fate } from "./carry-out.ts";

/** Codes of a call to a tool that is not there. */
const GONE: readonly string[] = ["unknown_noun", "unknown_verb", "tool_file_gone", "tool_vanished"];

/**
 * The error of a plan that stopped: the failed step's own layer and Fix, and then the line that goes on. Every step's
 * state stands in the detail. Undefined if none failed.
 */
export function stepFault(
  steps: readonly { number: number; command: string; state: string }[],
  fates: readonly Fate[],
  { resume, check, context }: { resume: string; check: string; context: Pick<ToolContext, "command"> },
): ToolError | undefined {
  const at = fates.findIndex(({ state }) => state === "failed");
  const fate = fates[at];
  const step = steps[at];
  if (fate?.state !== "failed" || step === undefined) return undefined;
  const { error } = fate;
  const others = fates.flatMap((other, index) => (other.state === "failed" && index !== at ? [index + 1] : []));
  const count = (state: string) => fates.filter((other) => other.state === state).length;
  const also = others.length > 0 ? `, also failed: ${others.join(", ")}` : "";
  const so = `${count("done")} done, ${count("not_started")} not started${also}`;
  const again = `${context.command()} ${resume}`;
  const code = codeOf(error);
  const fix =
    code === "plan_step_vanished"
      ? [`${context.command()} ${check}`]
      : [...error.fix, code === "plan_step_needs_user" || code === "plan_step_forbidden" ? `Then run: ${again}` : again];
  return fault(
    code,
    { step: `Step ${step.number} of ${steps.length}, ${step.command}`, reason: `${error.message} (${so})` },
    { fix, detail: { steps, failed: { number: step.number, attempts: fate.attempts, error } } },
  );
}

function codeOf(error: OutcomeError): FaultCode {
  if (GONE.includes(error.code)) return "plan_step_vanished";
  if (error.layer === "platform") return "plan_step_forbidden";
  if (error.recoverable === "user-action-required") return "plan_step_needs_user";
  return error.exit_code === 1 ? "plan_step_refused" : "plan_step_failed";
}
