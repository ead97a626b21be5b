/**
 * TOOL_META
 * Carry out a plan: a tool with all that must run before it, or a sequence of steps; side by side where that is safe, up to the first failure; call it again to go on.
 *
 * @noun plan
 * @verb run
 * @option {path} [file] -f - A file with the steps, one command line each, or JSON of plan show; - is stdin.
 * @option {integer} [jobs=2] -j - How many steps may run at a time.
 * @option {integer} [retries=0] -r - How often an idempotent step that failed at its work is called again.
 * @arg {string[]} [steps] - Noun and verb of a tool with its arguments after --, or steps, each a command line as one argument.
 * @precondition none
 * @side_effect reads ${PROJECT_ROOT}
 * @side_effect process what the steps do; each asks for its own confirmation
 * @idempotent false
 * @dry_run native
 * @stdin true
 * @env *
 * @output json
 * @exit_code 0 Every step is done.
 * @exit_code 1 The sequence is not right, or a step was refused; nothing after it was started.
 * @exit_code 2 A step failed; nothing after it was started.
 * @exit_code 3 A step needs a person; nothing after it was started.
 * @keywords plan, run, parallel, retry, resume
 * @example plan run docs fetch -- --keywords cdk
 * @example plan run "docs index" "docs fetch --keywords cdk" --jobs 1
 * @see_also plan check, plan show
 */
import type { ToolArguments } from "../logs/tool-types.d.ts";
import type { PlannedStep } from "../registry/plan/complete.ts";
import { clashesIn } from "../registry/plan/plan-for.ts";
import type { World } from "../registry/plan/world.ts";
import type { Render, Run, ToolContext } from "../registry/tool-context.ts";
import { carryOut, type Fate, type Job } from "./support/plan/carry-out.ts";
import type { GoingOn } from "./support/plan/go-on.ts";
import { needsYes, type StepData, stepData } from "./support/plan/plan-data.ts";
import { atLeast, planLines, planWorld } from "./support/plan/planner.ts";
import { sequencePlan, targetPlan } from "./support/plan/run-plan.ts";
import { stepFault } from "./support/plan/step-fault.ts";
import { goneOutcome, sourceThere } from "./support/plan/step-gone.ts";

export interface StepRun extends StepData {
  /** `planned` in a dry run. */
  state: Fate["state"] | "planned";
  attempts: number;
  /** What a step that was asked for gave back; null for one that the plan put in. */
  data: unknown;
}

export interface PlanRan {
  dry_run: boolean;
  steps: readonly StepRun[];
}

export const run: Run<ToolArguments["plan run"], PlanRan> = async (args, context) => {
  const { steps = [], file, jobs, retries } = args;
  const help = context.command("plan", "run", "--help");
  atLeast("--jobs", jobs, 1, help);
  atLeast("--retries", retries, 0, help);
  const isTarget = file === undefined && steps[0] !== undefined && !/\s/.test(steps[0].trim());
  const lines = isTarget ? [] : await planLines(steps, file, "run", context);
  const { world } = await planWorld(context);
  const plan = isTarget ? targetPlan(steps, world, context) : sequencePlan(lines, world, context);
  const data = plan.steps.map((planned, at) => stepData(planned, at, world, context));
  const holding = plan.steps.map((planned) => holdsAlready(planned, world));
  if (context.dryRun) {
    return {
      dry_run: true,
      steps: data.map((step, at) => ({ ...step, state: holding[at] ? "holds" : "planned", attempts: 0, data: null })),
    };
  }
  const todo = plan.steps.map((planned, at) => jobOf(planned, holding[at] === true, world, context));
  const clashes = clashesIn(
    plan.steps.map(({ step }) => step),
    world,
  );
  const started = (at: number) => context.log(`${at + 1}/${todo.length} ${plan.steps[at]?.step.command}`);
  const fates = await carryOut(todo, clashes, { jobs, retries, signal: context.signal, started });
  const ran = data.map((step, at): StepRun => told(step, fates[at] as Fate, plan.steps[at]?.given !== undefined));
  const fault = stepFault({ plan: plan.steps, fates, steps: ran, world, how: called(args, isTarget, context.yes), context });
  if (fault !== undefined) throw fault;
  return { dry_run: false, steps: ran };
};

function told(step: StepData, fate: Fate, asked: boolean): StepRun {
  return {
    ...step,
    state: fate.state,
    attempts: "attempts" in fate ? fate.attempts : 0,
    data: fate.state === "done" && asked ? fate.data : null,
  };
}

function jobOf({ step }: PlannedStep, holds: boolean, world: World, context: ToolContext): Job {
  const { tool, args, words, yes, dryRun, timeout } = step;
  return {
    idempotent: tool.idempotent || dryRun,
    alone: !context.yes && needsYes(step, world),
    holds,
    call: async () => {
      // Another tool of the same name must not run in its place: it was not what was planned.
      if (!(await sourceThere(tool.source, world.root))) return goneOutcome(`${tool.noun} ${tool.verb}`, tool.source);
      return context.call({
        noun: tool.noun,
        verb: tool.verb,
        args,
        ...(words.length > 0 ? { words } : {}),
        ...(yes ? { yes } : {}),
        ...(dryRun ? { dryRun } : {}),
        ...(timeout === undefined ? {} : { timeout }),
      });
    },
  };
}

/** A step that must not be repeated, and whose creations are all there: an earlier run got this far. */
function holdsAlready({ step }: PlannedStep, world: World): boolean {
  if (step.tool.idempotent) return false;
  const created = step.effects.flatMap((effect) => (effect.kind === "creates" ? [effect.path] : []));
  return (
    created.length > 0 &&
    created.every((path) => world.unmet({ kind: "exists", path, text: `${path} exists` }, step.tool.env) === undefined)
  );
}

/** How this run was called, for the line that goes on. */
function called({ steps = [], jobs, retries }: ToolArguments["plan run"], isTarget: boolean, yes: boolean): GoingOn {
  const [noun = "", verb = "", ...words] = steps;
  const options = [
    ...(jobs === 2 ? [] : ["--jobs", `${jobs}`]),
    ...(retries === 0 ? [] : ["--retries", `${retries}`]),
    ...(yes ? ["--yes"] : []),
  ];
  return { target: isTarget ? [noun, verb, ...(words.length === 0 ? [] : ["--", ...words])] : undefined, options };
}

export const render: Render<PlanRan> = ({ dry_run, steps }) =>
  [
    ...(dry_run ? ["Dry run: nothing was run."] : []),
    ...steps.map(({ number, command, state, changes, confirms }) => {
      const notes = [...(confirms && state === "planned" ? ["asks for a yes"] : []), ...changes];
      const told = dry_run && notes.length > 0 ? `   # ${notes.join("; ")}` : "";
      return `${number}. ${state.padEnd(8)} ${command}${told}`;
    }),
    ...(dry_run
      ? []
      : steps
          .filter(({ data }) => data !== null)
          .slice(-1)
          .map(({ data }) => shown(data))),
  ].join("\n");

function shown(data: unknown): string {
  return typeof data === "string" ? data.trimEnd() : JSON.stringify(data, null, 2);
}
