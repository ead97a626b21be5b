import { completePlan, type Missing, type PlannedStep, toolboxOf } from "./complete.ts";
import { unmetInOrder } from "./order.ts";
import { factKey, type Problem, problemOf } from "./problem.ts";
import { type Clash, clashesOf } from "./side-by-side.ts";
import { type FreshRead, freshReads, orderFresh } from "./stale-read.ts";
import type { Step } from "./step.ts";
import { touchesOf } from "./touch.ts";
import type { World } from "./world.ts";

/** A plan: what runs, in order, and what nobody but a person can see to. */
export interface Plan {
  readonly steps: readonly PlannedStep[];
  readonly missing: readonly Missing[];
  /** Commands that wait for each other. Where there are any, `steps` has no valid order. */
  readonly cycles: readonly (readonly string[])[];
  /** Whether the order holds: each step finds what it needs, but for what is `missing`. */
  readonly sound: boolean;
  /** Reads that come after their writer in `steps`; numbers are those of the given steps' places in `completed`. */
  readonly reads: readonly FreshRead[];
  /** The steps before they were ordered, which `reads` counts by. */
  readonly completed: readonly PlannedStep[];
}

/**
 * The plan for these calls from the present state: with the providers of what does not hold, in the order nearest to
 * the given one. Where deletes spoil every order, a provider is repeated right before the step that lacks it.
 */
export function planFor(given: readonly Step[], world: World): Plan {
  const { steps: completed, missing, assumed, cycles } = completePlan(given, world);
  const steps = completed.map(({ step }) => step);
  const problem = assuming(problemOf(steps, world), assumed);
  const reads = freshReads(
    steps,
    steps.map((step) => touchesOf(step, world)),
  );
  const { order, stuck, kept } = orderFresh(problem, reads);
  const plan = { missing, cycles, completed, reads: kept };
  if (stuck.length === 0) return { ...plan, steps: order.map((at) => completed[at] as PlannedStep), sound: true };
  const repaired = cycles.length > 0 ? undefined : repeatProviders(completed, assumed, given, world);
  return { ...plan, steps: repaired ?? completed, sound: repaired !== undefined };
}

/** The problem as it is once what only a person can see to has been seen to. */
function assuming(problem: Problem, assumed: ReadonlySet<string>): Problem {
  if (assumed.size === 0) return problem;
  return { ...problem, facts: problem.facts.map((fact) => (assumed.has(factKey(fact)) ? { ...fact, unmet: undefined } : fact)) };
}

function repeatProviders(
  completed: readonly PlannedStep[],
  assumed: ReadonlySet<string>,
  given: readonly Step[],
  world: World,
): readonly PlannedStep[] | undefined {
  const toolbox = toolboxOf(given, world)();
  const steps = [...completed];
  for (let tries = 0; tries <= completed.length * 2; tries++) {
    const problem = assuming(
      problemOf(
        steps.map(({ step }) => step),
        world,
      ),
      assumed,
    );
    const unmet = unmetInOrder(
      problem.steps,
      [...steps.keys()],
      problem.facts.map((fact) => fact.unmet === undefined),
    );
    const at = unmet.findIndex((facts) => facts.length > 0);
    if (at < 0) return steps;
    const fact = problem.facts[unmet[at]?.[0] as number];
    const needing = steps[at] as PlannedStep;
    const provider = fact === undefined ? undefined : toolbox.callable(fact).find((call) => call.command !== needing.step.command);
    if (fact === undefined || provider === undefined) return undefined;
    steps.splice(at, 0, { step: provider, provides: { precondition: fact.precondition.text, needed_by: needing.step.command } });
  }
  return undefined;
}

/** The pairs of these steps, in this order, that must not run side by side. */
export function clashesIn(steps: readonly Step[], world: World): readonly Clash[] {
  return clashesOf(
    steps,
    steps.map((step) => touchesOf(step, world)),
  );
}
