import type { EnvVariable } from "../tool-meta/tool-meta.ts";
import type { Unmet } from "./holds.ts";
import { names, overlap, type Place } from "./place.ts";
import { type PlaceIndex, placeIndex } from "./place-index.ts";
import type { Precondition } from "./precondition.ts";
import type { Step } from "./step.ts";
import type { World } from "./world.ts";

/** Something that some step needs, true or false at each moment of a plan. */
export interface Fact {
  readonly precondition: Precondition;
  /** Absent: it holds at the start. */
  readonly unmet: Unmet | undefined;
  readonly place: Place | undefined;
  readonly than: Place | undefined;
  /** No effect can bring it about: a variable that is not set, a program that is not there, a file of another kind. */
  readonly fixed: boolean;
}

/** What a step does to the facts, by their number. What it deletes goes before what it makes. */
export interface StepFacts {
  readonly needs: readonly number[];
  readonly makes: readonly number[];
  readonly breaks: readonly number[];
}

/** A plan as an abstract state and what each step needs and changes of it. */
export interface Problem {
  readonly facts: readonly Fact[];
  readonly steps: readonly StepFacts[];
}

/** A call's path effects: what it makes and breaks. */
export interface Change {
  readonly kind: "writes" | "creates" | "deletes";
  readonly place: Place;
}

/** The last problem of a world: a plan asks for the same one several times. */
const last = new WeakMap<World, { steps: readonly Step[]; problem: Problem }>();

/** The preconditions of these steps against the present state, and what their effects do to them (contract 4.8). */
export function problemOf(steps: readonly Step[], world: World): Problem {
  const known = last.get(world);
  if (known !== undefined && known.steps.length === steps.length && steps.every((step, at) => step === known.steps[at]))
    return known.problem;
  const problem = newProblem(steps, world);
  last.set(world, { steps, problem });
  return problem;
}

function newProblem(steps: readonly Step[], world: World): Problem {
  const facts: Fact[] = [];
  const numbers = new Map<string, number>();
  const needs = steps.map(({ tool }) =>
    tool.preconditions.flatMap((precondition) => {
      if (precondition.kind === "prose") return [];
      const fact = factOf(precondition, tool.env, world);
      const key = factKey(fact);
      const known = numbers.get(key);
      if (known !== undefined) return [known];
      numbers.set(key, facts.length);
      return [facts.push(fact) - 1];
    }),
  );
  const index = placeIndex<number>();
  facts.forEach((fact, number) => {
    for (const place of [fact.place, fact.than]) if (place !== undefined) index.add(place, number);
  });
  return {
    facts,
    steps: steps.map((step, at) => ({ needs: needs[at] ?? [], ...effectOn(changesOf(step, world), facts, index) })),
  };
}

export function factOf(precondition: Precondition, declared: readonly EnvVariable[], world: World): Fact {
  const unmet = world.unmet(precondition, declared);
  return {
    precondition,
    unmet,
    place: "path" in precondition ? world.place(precondition.path, declared) : undefined,
    than: "than" in precondition ? world.place(precondition.than, declared) : undefined,
    fixed: !("path" in precondition) || (unmet !== undefined && unmet.kind !== "missing" && unmet.kind !== "older"),
  };
}

export function factKey({ precondition, place, than, unmet }: Fact): string {
  const about = "name" in precondition ? precondition.name : `${place?.key}\0${than?.key ?? ""}`;
  return `${precondition.kind}\0${about}\0${unmet?.kind ?? ""}`;
}

export function changesOf(step: Step, world: World): readonly Change[] {
  const changes: Change[] = [];
  for (const effect of step.effects) {
    if (effect.kind !== "writes" && effect.kind !== "creates" && effect.kind !== "deletes") continue;
    changes.push({ kind: effect.kind, place: world.place(effect.path, step.tool.env) });
  }
  return changes;
}

/** Whether this change brings the fact about, as `providersOf` has it: the very path, or for `creates` its folders too. */
export function makesFact(change: Change, fact: Fact): boolean {
  if (fact.fixed || fact.place === undefined || change.kind === "deletes") return false;
  if (names(change.place, "itself", fact.place)) return true;
  const { kind } = fact.precondition;
  return change.kind === "creates" && (kind === "exists" || kind === "directory") && names(change.place, "inside", fact.place);
}

/** Whether this change may end the fact: its file goes, or what it must be newer than is written. */
export function breaksFact(change: Change, fact: Fact): boolean {
  if (fact.place === undefined) return false;
  if (change.kind === "deletes") return names(change.place, "itself", fact.place) || names(change.place, "folder_above", fact.place);
  return fact.than !== undefined && !["apart", "unknown"].includes(overlap(change.place, fact.than));
}

function effectOn(changes: readonly Change[], facts: readonly Fact[], index: PlaceIndex<number>): Pick<StepFacts, "makes" | "breaks"> {
  const makes = new Set<number>();
  const breaks = new Set<number>();
  for (const change of changes) {
    for (const number of index.near(change.place)) {
      const fact = facts[number] as Fact;
      if (makesFact(change, fact)) makes.add(number);
      if (breaksFact(change, fact)) breaks.add(number);
    }
  }
  return { makes: [...makes], breaks: [...breaks] };
}
