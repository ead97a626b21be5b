/**
 * TOOL_META
 * Judge a sequence of calls before it is run: order against the side effects, pairs that must not run side by side, what may be retried, cycles; and give it put right.
 *
 * @noun plan
 * @verb check
 * @option {path} [file] -f - A file with the steps, one command line each, or JSON of plan show; - is stdin.
 * @arg {string[]} [steps] - The steps, each a command line as one argument.
 * @precondition none
 * @side_effect reads ${PROJECT_ROOT}
 * @idempotent true
 * @stdin true
 * @env *
 * @output json
 * @exit_code 0 The sequence can run in this order.
 * @exit_code 1 It cannot, or it reads what a later step writes; the Fix is the sequence put right.
 * @exit_code 2 No order of its steps holds: a cycle.
 * @exit_code 3 Something is left that only a person can see to.
 * @keywords plan, order, conflict, parallel, side by side, retry, cycle
 * @example plan check "docs index" "docs fetch --keywords cdk"
 * @example plan check "docs index" "registry check"
 * @see_also plan run, plan show
 */
import type { ToolArguments } from "../logs/tool-types.d.ts";
import { judgeSequence } from "../registry/plan/judge.ts";
import type { Render, Run } from "../registry/tool-context.ts";
import { planLines, planWorld } from "./support/plan/planner.ts";
import { type Checked, checkedData, refusal } from "./support/plan/verdict.ts";

export const run: Run<ToolArguments["plan check"], Checked> = async ({ steps = [], file }, context) => {
  const lines = await planLines(steps, file, "check", context);
  const { world } = await planWorld(context);
  const judged = judgeSequence(lines, world);
  const data = checkedData(judged, lines, world, context);
  if (!data.valid) throw refusal(data, judged, world, context);
  context.next(data.run);
  return data;
};

export const render: Render<Checked> = ({ steps, apart, apart_count }) =>
  [
    "The sequence can run in this order.",
    ...steps.map(({ number, command, may_retry }) => `${number}. ${command}   # ${may_retry ? "may be retried" : "must not be retried"}`),
    ...apart.map(({ steps: [a, b], reason }) => `${a} and ${b} not side by side: ${reason}`),
    ...(apart_count > apart.length ? [`and ${apart_count - apart.length} more pairs`] : []),
  ].join("\n");
