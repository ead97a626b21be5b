import type { PlannedStep } from "./complete.ts";
import { after } from "./order.ts";
import { clashesIn, type Plan, planFor } from "./plan-for.ts";
import { type Problem, problemOf } from "./problem.ts";
import type { Clash } from "./side-by-side.ts";
import { isStep, readStep, type Step, type StepFault } from "./step.ts";
import type { World } from "./world.ts";

/** What is wrong with a sequence. `reader_before_writer` runs, on what was there before; every other kind does not. */
export type FindingKind =
  | "unknown_tool"
  | "invalid_arguments"
  | "needs_later_step"
  | "needs_missing_step"
  | "deleted_before"
  | "cycle"
  | "not_provided"
  | "reader_before_writer";

export interface Finding {
  readonly kind: FindingKind;
  /** Numbers in the given sequence, from 1; the step that fails comes first. */
  readonly steps: readonly number[];
  readonly path: string | null;
  readonly reason: string;
}

export interface Judgement {
  /** The steps that could be read, with their number in the sequence, from 1. */
  readonly steps: readonly { readonly number: number; readonly step: Step }[];
  readonly findings: readonly Finding[];
  /** Of the given sequence; numbers as in `findings`. */
  readonly apart: readonly Clash[];
  readonly plan: Plan;
  /** The sequence put right; undefined if no order of these steps and their providers is right. */
  readonly corrected: readonly PlannedStep[] | undefined;
}

/** Judges a sequence of command lines against the headers and the present state. */
export function judgeSequence(lines: readonly string[], world: World): Judgement {
  const read = lines.map((line) => readStep(line, world));
  const steps = read.flatMap((step, at) => (isStep(step) ? [{ number: at + 1, step }] : []));
  const faults = read.flatMap((step, at): Finding[] =>
    isStep(step) ? [] : [{ kind: step.kind, steps: [at + 1], path: null, reason: faultReason(step) }],
  );
  const plan = planFor(
    steps.map(({ step }) => step),
    world,
  );
  const found = [...faults, ...orderFindings(steps, plan, world)];
  return {
    steps,
    findings: found.sort((a, b) => (a.steps[0] ?? 0) - (b.steps[0] ?? 0)),
    apart: clashesIn(
      steps.map(({ step }) => step),
      world,
    ).map((clash) => ({ ...clash, steps: [numberOf(clash.steps[0]), numberOf(clash.steps[1])] })),
    plan,
    corrected: correctedSequence(read, plan, world),
  };

  function numberOf(at: number): number {
    return steps[at]?.number ?? 0;
  }
}

function faultReason({ reason, nearest }: StepFault): string {
  return nearest === undefined ? reason : `${reason}; meant is perhaps: ${nearest}`;
}

/** Misspelt steps are read as the nearest spelling; one that has none keeps the sequence from being put right. */
function correctedSequence(read: readonly (Step | StepFault)[], plan: Plan, world: World): readonly PlannedStep[] | undefined {
  if (read.every(isStep)) return plan.sound ? plan.steps : undefined;
  const meant = read.map((step) => (isStep(step) ? step : step.nearest === undefined ? step : readStep(step.nearest, world)));
  if (!meant.every(isStep)) return undefined;
  const better = planFor(meant, world);
  return better.sound ? better.steps : undefined;
}

type Numbered = Judgement["steps"];

function orderFindings(steps: Numbered, plan: Plan, world: World): Finding[] {
  const problem = problemOf(
    steps.map(({ step }) => step),
    world,
  );
  const number = (at: number) => steps[at]?.number ?? 0;
  const findings: Finding[] = [];
  let state = problem.facts.map(({ unmet }) => unmet === undefined);
  const brokenBy = new Map<number, number>();
  problem.steps.forEach((step, at) => {
    for (const fact of step.needs) if (!state[fact]) findings.push(unmetFinding(fact, at, problem, steps, brokenBy, plan));
    for (const fact of step.breaks) if (state[fact] && !step.makes.includes(fact)) brokenBy.set(fact, at);
    state = after(step, state);
  });
  for (const cycle of plan.cycles) {
    const own = steps.filter(({ step }) => cycle.includes(step.command)).map((one) => one.number);
    findings.push({ kind: "cycle", steps: own, path: null, reason: `${[...cycle, cycle[0]].join(" waits for ")}` });
  }
  const known = new Set(findings.map((finding) => finding.steps.join()));
  const place = new Map(plan.completed.flatMap((planned, at) => (planned.given === undefined ? [] : [[at, planned.given] as const])));
  for (const read of plan.reads) {
    const reader = place.get(read.reader);
    const writers = read.writers.flatMap((writer) => place.get(writer) ?? []);
    const [first] = writers;
    if (reader === undefined || first === undefined || writers.length < read.writers.length || writers.some((at) => at < reader)) continue;
    if (known.has([number(reader), number(first)].join())) continue;
    const reason = `step ${number(reader)} reads ${read.path} before step ${number(first)} writes it`;
    findings.push({ kind: "reader_before_writer", steps: [number(reader), number(first)], path: read.path, reason });
  }
  return findings;
}

function unmetFinding(
  fact: number,
  at: number,
  problem: Problem,
  steps: Numbered,
  brokenBy: ReadonlyMap<number, number>,
  plan: Plan,
): Finding {
  const { precondition, place, unmet } = problem.facts[fact] as Problem["facts"][number];
  const number = (index: number) => steps[index]?.number ?? 0;
  const path = place?.text ?? null;
  const needs = `step ${number(at)} needs: ${precondition.text}`;
  const breaker = brokenBy.get(fact);
  if (breaker !== undefined) {
    const how = precondition.kind === "newer" ? "changes" : "deletes";
    return {
      kind: "deleted_before",
      steps: [number(at), number(breaker)],
      path,
      reason: `${needs}, and step ${number(breaker)} ${how} it`,
    };
  }
  const later = problem.steps.findIndex((step, index) => index > at && step.makes.includes(fact));
  if (later >= 0) {
    const reason = `${needs}, which only step ${number(later)} brings about: ${steps[later]?.step.command}`;
    return { kind: "needs_later_step", steps: [number(at), number(later)], path, reason };
  }
  const command = steps[at]?.step.command;
  const provider = plan.completed.find(({ given, provides }) => given === undefined && provides?.precondition === precondition.text);
  if (provider !== undefined) {
    return {
      kind: "needs_missing_step",
      steps: [number(at)],
      path,
      reason: `${needs} (${unmet?.reason}); first: ${provider.step.command}`,
    };
  }
  const missing = plan.missing.find((one) => one.precondition === precondition.text && one.needed_by === command) ?? plan.missing[0];
  return { kind: "not_provided", steps: [number(at)], path, reason: `${needs} (${unmet?.reason}); ${remedyText(missing)}` };
}

function remedyText(missing: Plan["missing"][number] | undefined): string {
  if (missing === undefined) return "nothing that could run provides it";
  const { remedy } = missing;
  if (remedy.kind === "fix") return `its Fix: ${remedy.command}`;
  if (remedy.kind === "user") return remedy.tell;
  return `it needs arguments that only you know: ${remedy.calls.map(({ command, required }) => [command, ...required].join(" ")).join(" or ")}`;
}
