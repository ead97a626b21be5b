import type { Missing, PlannedStep } from "../../../registry/plan/complete.ts";
import { fillTemplate, withDefaults } from "../../../registry/plan/resolve.ts";
import { callRisk } from "../../../registry/plan/risk.ts";
import { type Clash, explainClash } from "../../../registry/plan/side-by-side.ts";
import type { Step } from "../../../registry/plan/step.ts";
import type { World } from "../../../registry/plan/world.ts";
import { inProject } from "../../../registry/project/in-project.ts";
import type { ToolContext } from "../../../registry/tool-context.ts";

type Command = Pick<ToolContext, "command">;

/** A step as the plan tools give it. */
export interface StepData {
  /** From 1. */
  number: number;
  /** Full command line. */
  command: string;
  /** Why it is in the plan, if nobody named it. */
  provides: { precondition: string; needed_by: string } | null;
  may_retry: boolean;
  /** The call asks for a yes. */
  confirms: boolean;
  /** What it changes, with the variables filled in. */
  changes: readonly string[];
}

export interface MissingData {
  precondition: string;
  needed_by: string;
  reason: string;
  /** A command of the header's own, calls with arguments that only the caller knows, or what to tell the user. */
  remedy:
    | { kind: "fix"; command: string }
    | { kind: "arguments"; calls: readonly { command: string; required: readonly string[] }[] }
    | { kind: "user"; tell: string };
}

export interface ApartData {
  steps: readonly [number, number];
  path: string;
  reason: string;
}

/** The most pairs that are listed; a plan of a thousand steps may have half a million. */
const MOST_PAIRS = 200;

export function stepData(planned: PlannedStep, at: number, world: World, context: Command): StepData {
  const { step, provides } = planned;
  const env = withDefaults(world.env, step.tool.env);
  return {
    number: at + 1,
    command: fullLine(step.command, context),
    provides: provides === undefined ? null : { ...provides },
    may_retry: step.tool.idempotent || step.dryRun,
    confirms: needsYes(step, world),
    changes: step.effects.filter((effect) => effect.kind !== "reads").map((effect) => fillTemplate(effect.text, env) ?? effect.text),
  };
}

/** As the permission stage decides it. */
export function needsYes(step: Step, world: World): boolean {
  const env = withDefaults(world.env, step.tool.env);
  return !step.yes && !step.dryRun && callRisk(step.effects, world.root, (path) => fillTemplate(path, env), step.tool.risk) === "high";
}

/** With the subject before it, quoted already. */
export function fullLine(command: string, context: Command): string {
  return `${context.command()} ${command}`;
}

export function missingData(missing: Missing, world: World, context: Command & Pick<ToolContext, "cwd">): MissingData {
  const { remedy } = missing;
  if (remedy.kind === "user") return { ...missing, remedy };
  if (remedy.kind === "fix") return { ...missing, remedy: { kind: "fix", command: inProject(remedy.command, world.root, context.cwd) } };
  const calls = remedy.calls.map((call) => ({ command: fullLine(call.command, context), required: call.required }));
  return { ...missing, remedy: { kind: "arguments", calls } };
}

/** The first pairs, told by the numbers of their steps. */
export function apartData(clashes: readonly Clash[], number: (at: number) => number = (at) => at + 1): readonly ApartData[] {
  return clashes.slice(0, MOST_PAIRS).map((clash) => {
    const { shared, reason } = explainClash(clash, number);
    return { steps: [number(clash.first), number(clash.second)], path: shared, reason };
  });
}

export function missingText({ precondition, needed_by, reason, remedy }: MissingData): string {
  const lead = `${needed_by} needs: ${precondition} (${reason})`;
  if (remedy.kind === "fix") return `${lead}\n  → Fix: ${remedy.command}`;
  if (remedy.kind === "user") return `${lead}\n  → ${remedy.tell}`;
  return [
    lead,
    ...remedy.calls.map(({ command, required }) => `  → ${[command, ...required].join(" ")}   (arguments that you must know)`),
  ].join("\n");
}

export function stepLines(steps: readonly StepData[]): string[] {
  return steps.map(({ number, command, provides, confirms }) => {
    const why = provides === null ? "" : `   # for ${provides.needed_by}: ${provides.precondition}`;
    return `${number}. ${command}${confirms ? " --yes" : ""}${why}`;
  });
}
