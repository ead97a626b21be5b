/**
 * TOOL_META
 * Show what must run before a tool, in order, as full command lines, in the present state: what already holds is left out; use it before a call that needs others.
 *
 * @noun plan
 * @verb show
 * @arg {string} noun - Of the tool.
 * @arg {string} verb - Of the tool.
 * @arg {string[]} [words] - The arguments of the call, after --.
 * @precondition none
 * @side_effect reads ${PROJECT_ROOT}
 * @idempotent true
 * @env *
 * @output json
 * @exit_code 0 The plan; complete is false where something is left that no tool provides.
 * @exit_code 1 No such tool, or arguments that it does not take.
 * @keywords plan, order, precondition, provides, next
 * @example plan show docs fetch -- --keywords cdk
 * @example plan show docs index
 * @see_also plan run, plan check
 */
import type { ToolArguments } from "../logs/tool-types.d.ts";
import { requiredOf } from "../registry/plan/complete.ts";
import { clashesIn, planFor } from "../registry/plan/plan-for.ts";
import type { Render, Run } from "../registry/tool-context.ts";
import {
  type ApartData,
  apartData,
  type MissingData,
  missingData,
  missingText,
  type StepData,
  stepData,
  stepLines,
} from "./support/plan/plan-data.ts";
import { asTarget, planWorld, targetStep } from "./support/plan/planner.ts";

export interface PlanShown {
  target: string;
  /** Every step finds what it needs once those before it have run. */
  complete: boolean;
  /** In order; the target is the last. */
  steps: readonly StepData[];
  missing: readonly MissingData[];
  /** Arguments of the target that the caller must still give. */
  arguments_needed: readonly string[];
  /** Commands that wait for each other. */
  cycles: readonly (readonly string[])[];
  /** Pairs of steps that must not run side by side. */
  apart: readonly ApartData[];
}

export const run: Run<ToolArguments["plan show"], PlanShown> = async ({ noun, verb, words = [] }, context) => {
  const { world } = await planWorld(context);
  const target = targetStep([noun, verb, ...words], ["plan", "show"], world, context, "allowed");
  const plan = planFor([target], world);
  const given = target.tool;
  const all = [...(given.options ?? []), ...(given.args ?? [])];
  const needed = all.some(({ name, required, env }) => required && target.args[name] === undefined && !(env && world.env[env]));
  const complete = plan.sound && plan.missing.length === 0;
  if (complete && !needed) context.next(`plan run ${asTarget(target.command)}`);
  return {
    target: target.command,
    complete,
    steps: plan.steps.map((planned, at) => stepData(planned, at, world, context)),
    missing: plan.missing.map((one) => missingData(one, world, context)),
    arguments_needed: needed ? requiredOf(given) : [],
    cycles: plan.cycles,
    apart: apartData(
      clashesIn(
        plan.steps.map(({ step }) => step),
        world,
      ),
    ),
  };
};

export const render: Render<PlanShown> = ({ steps, missing, arguments_needed, cycles, apart }) =>
  [
    ...missing.map(missingText),
    ...cycles.map((cycle) => `a cycle: ${[...cycle, cycle[0]].join(" waits for ")}`),
    ...stepLines(steps),
    ...(arguments_needed.length === 0 ? [] : [`the last one needs: ${arguments_needed.join(" ")}`]),
    ...apart.map(({ steps: [a, b], reason }) => `${a} and ${b} not side by side: ${reason}`),
  ].join("\n");
