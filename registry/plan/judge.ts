import type { Missing, PlannedStep } from "./complete.ts";
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
  | "broken_header"
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
  /** Why the others could not be read, in their order. */
  readonly unread: readonly StepFault[];
  /** Pairs of `steps`, by their place there, that must not run side by side. */
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
    unread: read.flatMap((step) => (isStep(step) ? [] : [step])),
    apart: clashesIn(
      steps.map(({ step }) => step),
      world,
    ),
    plan,
    corrected: correctedSequence(read, plan, world),
  };
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
  const told: Told = {
    number,
    problem,
    steps,
    brokenBy: new Map(),
    makers: makersByFact(problem),
    inserted: new Map(
      plan.completed.flatMap(({ given, provides, step }) =>
        given === undefined && provides ? [[provides.precondition, step.command]] : [],
      ),
    ),
    missing: new Map(plan.missing.map((one) => [one.precondition, one])),
  };
  problem.steps.forEach((step, at) => {
    for (const fact of step.needs) if (!state[fact]) findings.push(unmetFinding(fact, at, told));
    for (const fact of step.breaks) if (state[fact] && !step.makes.includes(fact)) told.brokenBy.set(fact, at);
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

/** What a finding is told from. */
interface Told {
  readonly number: (at: number) => number;
  readonly problem: Problem;
  readonly steps: Numbered;
  /** The step that last ended a fact. */
  readonly brokenBy: Map<number, number>;
  readonly makers: ReadonlyMap<number, readonly number[]>;
  /** Commands that the plan puts in, and what no tool provides, by the text of the precondition. */
  readonly inserted: ReadonlyMap<string, string>;
  readonly missing: ReadonlyMap<string, Missing>;
}

function makersByFact({ steps }: Problem): ReadonlyMap<number, readonly number[]> {
  const makers = new Map<number, number[]>();
  for (const [at, { makes }] of steps.entries()) {
    for (const fact of makes) {
      const others = makers.get(fact);
      if (others === undefined) makers.set(fact, [at]);
      else others.push(at);
    }
  }
  return makers;
}

function unmetFinding(fact: number, at: number, { number, problem, steps, brokenBy, makers, inserted, missing }: Told): Finding {
  const { precondition, place, unmet } = problem.facts[fact] as Problem["facts"][number];
  const path = place?.text ?? null;
  const needs = `step ${number(at)} needs: ${precondition.text}`;
  const breaker = brokenBy.get(fact);
  if (breaker !== undefined) {
    const how = precondition.kind === "newer" ? "changes" : "deletes";
    const reason = `${needs}, and step ${number(breaker)} ${how} it`;
    return { kind: "deleted_before", steps: [number(at), number(breaker)], path, reason };
  }
  const later = makers.get(fact)?.find((maker) => maker > at);
  if (later !== undefined) {
    const reason = `${needs}, which only step ${number(later)} brings about: ${steps[later]?.step.command}`;
    return { kind: "needs_later_step", steps: [number(at), number(later)], path, reason };
  }
  const provider = inserted.get(precondition.text);
  if (provider !== undefined) {
    return { kind: "needs_missing_step", steps: [number(at)], path, reason: `${needs} (${unmet?.reason}); first: ${provider}` };
  }
  return {
    kind: "not_provided",
    steps: [number(at)],
    path,
    reason: `${needs} (${unmet?.reason}); ${remedyText(missing.get(precondition.text))}`,
  };
}

function remedyText(missing: Missing | undefined): string {
  if (missing === undefined) return "nothing that could run provides it";
  const { remedy } = missing;
  if (remedy.kind === "fix") return `its Fix: ${remedy.command}`;
  if (remedy.kind === "user") return remedy.tell;
  return `it needs arguments that only you know: ${remedy.calls.map(({ command, required }) => [command, ...required].join(" ")).join(" or ")}`;
}
