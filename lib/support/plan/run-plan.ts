import { fault } from "../../../registry/error/catalogue.ts";
import type { PlannedStep } from "../../../registry/plan/complete.ts";
import { judgeSequence } from "../../../registry/plan/judge.ts";
import { planFor } from "../../../registry/plan/plan-for.ts";
import type { World } from "../../../registry/plan/world.ts";
import type { ToolContext } from "../../../registry/tool-context.ts";
import { missingData } from "./plan-data.ts";
import { asTarget, targetStep } from "./planner.ts";
import { checkedData, incomplete, refusal } from "./verdict.ts";

export interface Runnable {
  readonly steps: readonly PlannedStep[];
}

/**
 * One call with all that must run before it now.
 *
 * @throws ToolError `plan_step_unreadable`; `plan_needs_user`, `plan_invalid`, `plan_impossible` if something is left that no tool provides
 */
export function targetPlan(words: readonly string[], world: World, context: ToolContext): Runnable {
  const target = targetStep(words, ["plan", "run"], world, context, "refused");
  const plan = planFor([target], world);
  const again = `${context.command("plan", "run")} ${asTarget(target.command)}`;
  const [first] = plan.missing;
  if (first !== undefined) {
    const reason = `${first.needed_by} needs: ${first.precondition} (${first.reason})`;
    const detail = { missing: plan.missing.map((one) => missingData(one, world, context)) };
    throw incomplete(reason, plan.missing, again, { world, context, detail });
  }
  if (!plan.sound) {
    const reason = plan.cycles.map((cycle) => [...cycle, cycle[0]].join(" waits for ")).join("; ") || "its providers undo each other";
    throw fault("plan_impossible", { reason, graph: context.command("plan", "graph") }, { detail: { cycles: plan.cycles } });
  }
  return plan;
}

/**
 * A sequence as it was given, if it can run so. Reading what a later step writes may be meant, so it is told, not refused.
 *
 * @throws ToolError as `refusal` builds it
 */
export function sequencePlan(lines: readonly string[], world: World, context: ToolContext): Runnable {
  const judged = judgeSequence(lines, world);
  const findings = judged.findings.filter(({ kind }) => kind !== "reader_before_writer");
  if (findings.length > 0) throw refusal(checkedData({ ...judged, findings }, lines, world, context), judged, world, context);
  for (const { reason } of judged.findings) context.warn(reason);
  return { steps: judged.steps.map(({ step }, at) => ({ step, given: at })) };
}
