import type { StepFacts } from "./problem.ts";

/** An order of steps, by their numbers. `stuck`: those that no order reaches. */
export interface Ordered {
  readonly order: readonly number[];
  readonly stuck: readonly number[];
}

/** States that a search looks at before it gives up; plans of people and agents need a handful. */
const MOST_STATES = 20_000;

/**
 * The first order, in the sense of a dictionary over the given numbers, in which every step finds what it needs:
 * what may stay where it was given stays. Without deletes among the steps this is a plain walk; with them a search.
 *
 * @param start the truth of each fact at the start
 */
export function orderSteps(steps: readonly StepFacts[], start: readonly boolean[]): Ordered {
  const { reached } = reachable(steps, start);
  const active = steps.map((_, at) => at).filter((at) => reached[at]);
  const stuck = steps.map((_, at) => at).filter((at) => !reached[at]);
  const needed = new Set(active.flatMap((at) => steps[at]?.needs ?? []));
  const monotone = active.every((at) => steps[at]?.breaks.every((fact) => !needed.has(fact)));
  if (monotone) return { order: walk(steps, active, start), stuck };
  const order = search(steps, active, start);
  return order === undefined ? { order: [], stuck: steps.map((_, at) => at) } : { order, stuck };
}

/**
 * What could be reached if nothing were ever deleted: what this does not reach, nothing does.
 *
 * @returns whether each step can run at some time, and the facts that come about
 */
export function reachable(
  steps: readonly StepFacts[],
  start: readonly boolean[],
): { reached: readonly boolean[]; facts: readonly boolean[] } {
  const facts = [...start];
  const reached: boolean[] = new Array(steps.length).fill(false);
  const waiting = new Map<number, number[]>();
  const open = steps.map((step, at) => {
    const missing = step.needs.filter((fact, index) => !facts[fact] && step.needs.indexOf(fact) === index);
    for (const fact of missing) {
      const others = waiting.get(fact);
      if (others === undefined) waiting.set(fact, [at]);
      else others.push(at);
    }
    return missing.length;
  });
  const ready = open.flatMap((count, at) => (count === 0 ? [at] : []));
  for (let at = ready.pop(); at !== undefined; at = ready.pop()) {
    reached[at] = true;
    for (const fact of steps[at]?.makes ?? []) {
      if (facts[fact]) continue;
      facts[fact] = true;
      for (const other of waiting.get(fact) ?? []) {
        open[other] = (open[other] as number) - 1;
        if (open[other] === 0) ready.push(other);
      }
    }
  }
  return { reached, facts };
}

/** Each time the first step that can run. */
function walk(steps: readonly StepFacts[], active: readonly number[], start: readonly boolean[]): number[] {
  const state = [...start];
  const left = new Set(active);
  const order: number[] = [];
  while (left.size > 0) {
    const before = order.length;
    for (const at of left) {
      const step = steps[at] as StepFacts;
      if (!step.needs.every((fact) => state[fact])) continue;
      left.delete(at);
      order.push(at);
      let news = false;
      for (const fact of step.makes) {
        news ||= !state[fact];
        state[fact] = true;
      }
      // Something earlier may be able to run now.
      if (news) break;
    }
    if (order.length === before) break;
  }
  return order;
}

/** Depth first, in the given order; a state that led nowhere is not looked at again. */
function search(steps: readonly StepFacts[], active: readonly number[], start: readonly boolean[]): number[] | undefined {
  const failed = new Set<string>();
  const done = new Set<number>();
  const order: number[] = [];
  let looked = 0;
  const go = (state: readonly boolean[]): boolean => {
    if (order.length === active.length) return true;
    const key = `${active.map((at) => (done.has(at) ? 1 : 0)).join("")} ${state.map((holds) => (holds ? 1 : 0)).join("")}`;
    if (failed.has(key) || looked++ > MOST_STATES) return false;
    for (const at of active) {
      if (done.has(at) || !steps[at]?.needs.every((fact) => state[fact])) continue;
      done.add(at);
      order.push(at);
      if (go(after(steps[at], state))) return true;
      done.delete(at);
      order.pop();
    }
    failed.add(key);
    return false;
  };
  return go(start) ? order : undefined;
}

/** The facts once a step has run: what it deletes goes before what it makes. */
export function after(step: StepFacts, state: readonly boolean[]): boolean[] {
  const next = [...state];
  for (const fact of step.breaks) next[fact] = false;
  for (const fact of step.makes) next[fact] = true;
  return next;
}

/** For each step in this order the facts it does not find. A step that fails is taken as done, so that only causes are told. */
export function unmetInOrder(
  steps: readonly StepFacts[],
  order: readonly number[],
  start: readonly boolean[],
): readonly (readonly number[])[] {
  const unmet: (readonly number[])[] = steps.map(() => []);
  const state = [...start];
  for (const at of order) {
    const step = steps[at] as StepFacts;
    unmet[at] = step.needs.filter((fact) => !state[fact]);
    for (const fact of step.breaks) state[fact] = false;
    for (const fact of step.makes) state[fact] = true;
  }
  return unmet;
}
