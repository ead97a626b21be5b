import { type Ordered, orderSteps, reachable } from "./order.ts";
import { overlap } from "./place.ts";
import { placeIndex } from "./place-index.ts";
import type { Problem, StepFacts } from "./problem.ts";
import type { Step } from "./step.ts";
import { changes, type Touch } from "./touch.ts";

/** A place that step `reader` reads and that others of the plan write: it should see what one of them wrote. */
export interface FreshRead {
  readonly reader: number;
  readonly writers: readonly number[];
  readonly path: string;
}

/**
 * What side effects say about the order beyond what must hold: who reads what another step writes comes after one of
 * its writers, also where the file is there already. Reads and writes of the whole project say nothing, nor does a
 * reader that is called again later (it looked before and after on purpose), nor a dry run, which reads nothing.
 */
export function freshReads(steps: readonly Step[], touches: readonly (readonly Touch[])[]): readonly FreshRead[] {
  const writes = placeIndex<{ at: number; touch: Touch }>();
  touches.forEach((own, at) => {
    for (const touch of own)
      if ((touch.how === "writes" || touch.how === "creates") && !touch.whole) writes.add(touch.place, { at, touch });
  });
  const last = new Map(steps.map((step, at) => [step.command, at]));
  return touches.flatMap((own, reader) => {
    if (steps[reader]?.dryRun === true || last.get(steps[reader]?.command ?? "") !== reader) return [];
    const reads = new Map<string, FreshRead>();
    for (const touch of own) {
      if (changes(touch) || touch.whole || reads.has(touch.place.key)) continue;
      const writers = writes
        .near(touch.place)
        .filter((other) => other.at !== reader && !["apart", "unknown"].includes(overlap(other.touch.place, touch.place)))
        .map((other) => other.at);
      if (writers.length > 0)
        reads.set(touch.place.key, { reader, writers: [...new Set(writers)].sort((a, b) => a - b), path: touch.place.text });
    }
    return [...reads.values()];
  });
}

export interface OrderedFresh extends Ordered {
  /** The reads that some order can satisfy together with all the others kept; the rest contradict each other. */
  readonly kept: readonly FreshRead[];
}

/**
 * The order of `orderSteps` in which every reader comes after a writer, as far as that can be: reads that wait for each
 * other in a circle say no order, and all give way where they and the deletes cannot be had together.
 */
export function orderFresh(problem: Problem, reads: readonly FreshRead[]): OrderedFresh {
  const start = problem.facts.map(({ unmet }) => unmet === undefined);
  const hard = orderSteps(problem.steps, start);
  if (hard.stuck.length > 0 || reads.length === 0) return { ...hard, kept: [] };
  let kept = reads;
  for (;;) {
    const steps = withReads(problem, kept);
    const begin = [...start, ...kept.map(() => false)];
    const { reached, facts } = reachable(steps, begin);
    if (reached.every(Boolean)) {
      const order = orderSteps(steps, begin);
      return order.stuck.length === 0 ? { ...order, kept } : { ...hard, kept: [] };
    }
    const blocked = reached.findIndex((done, at) => !done && problem.steps[at]?.needs.every((fact) => facts[fact]));
    kept = kept.filter((read) => read.reader !== blocked);
  }
}

/** Each read as one more fact, that its writers make and its reader needs. */
export function withReads(problem: Problem, reads: readonly FreshRead[]): readonly StepFacts[] {
  const steps = problem.steps.map(({ needs, makes, breaks }) => ({ needs: [...needs], makes: [...makes], breaks }));
  reads.forEach((read, at) => {
    const fact = problem.facts.length + at;
    steps[read.reader]?.needs.push(fact);
    for (const writer of read.writers) steps[writer]?.makes.push(fact);
  });
  return steps;
}
