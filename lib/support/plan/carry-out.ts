import type { Clash } from "../../../registry/plan/side-by-side.ts";
import type { Outcome, OutcomeError } from "../../../registry/tool-context.ts";

/** What became of a step. `holds`: what it creates was there already, and a second time would do harm. */
export type Fate =
  | { readonly state: "done"; readonly attempts: number; readonly data: unknown }
  | { readonly state: "failed"; readonly attempts: number; readonly error: OutcomeError }
  | { readonly state: "not_started" | "holds" };

export interface Job {
  call(): Promise<Outcome>;
  /** May be called again after a failure. */
  readonly idempotent: boolean;
  /** Nothing else runs meanwhile: a person may be asked. */
  readonly alone: boolean;
  /** Left out: see `holds`. */
  readonly holds: boolean;
}

export interface CarryOut {
  /** How many may run at a time, 1 or more. */
  readonly jobs: number;
  /** How often an idempotent step that failed at run time is called again. */
  readonly retries: number;
  readonly signal: AbortSignal;
  started?(at: number): void;
}

/** What steps that were told to stop may take before the plan tells its state without them: less than the plan itself has. Milliseconds. */
const STOPPING = 250;
/** Of a step that had not ended by then. */
const ENDING: OutcomeError = {
  code: "interrupted",
  layer: "runtime",
  recoverable: "yes",
  message: "It was told to stop and had not ended yet",
  fix: [],
  exit_code: 2,
};

/**
 * Carries a plan out. A step starts once all earlier ones that it must not meet are done; the first failure lets
 * nothing more start, and what runs already is awaited. `clashes` count the jobs from 0.
 */
export async function carryOut(jobs: readonly Job[], clashes: readonly Clash[], how: CarryOut): Promise<readonly Fate[]> {
  const fates: Fate[] = jobs.map(({ holds }) => ({ state: holds ? "holds" : "not_started" }));
  const before = jobs.map((): number[] => []);
  for (const { first, second } of clashes) before[second]?.push(first);
  const running = new Map<number, Promise<void>>();
  const waiting = new Set(jobs.flatMap(({ holds }, at) => (holds ? [] : [at])));
  const over = (at: number) => fates[at]?.state === "done" || fates[at]?.state === "holds";
  const stopped = () => how.signal.aborted || fates.some(({ state }) => state === "failed");
  const mayStart = (at: number) => {
    if (!before[at]?.every(over)) return false;
    if (jobs[at]?.alone === true) return running.size === 0;
    return ![...running.keys()].some((other) => jobs[other]?.alone === true);
  };
  const late = lateness(how.signal);
  for (;;) {
    while (!stopped() && running.size < how.jobs) {
      const at = [...waiting].find(mayStart);
      if (at === undefined) break;
      waiting.delete(at);
      how.started?.(at);
      const run = attempt(jobs[at] as Job, how).then((fate) => {
        fates[at] = fate;
        running.delete(at);
      });
      running.set(at, run);
    }
    if (running.size === 0) {
      late.clear();
      return fates;
    }
    const what = await Promise.race([...running.values(), late.after]);
    if (what !== "late") continue;
    for (const at of running.keys()) fates[at] = { state: "failed", attempts: 1, error: ENDING };
    return fates;
  }
}

/** Settles once a plan that was stopped must not wait for its steps any more. */
function lateness(signal: AbortSignal): { readonly after: Promise<"late">; readonly clear: () => void } {
  let timer: NodeJS.Timeout | undefined;
  let stopped = () => {};
  const after = new Promise<"late">((resolve) => {
    stopped = () => {
      timer = setTimeout(() => resolve("late"), STOPPING);
    };
  });
  if (signal.aborted) stopped();
  else signal.addEventListener("abort", stopped);
  return {
    after,
    clear: () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", stopped);
    },
  };
}

async function attempt(job: Job, { retries, signal }: CarryOut): Promise<Fate> {
  for (let attempts = 1; ; attempts++) {
    const outcome = await job.call();
    if (outcome.ok) return { state: "done", attempts, data: outcome.data };
    // A call that was refused would be refused again; one that failed at its work may have met bad luck.
    const again = job.idempotent && outcome.error.layer === "runtime" && attempts <= retries && !signal.aborted;
    if (!again) return { state: "failed", attempts, error: outcome.error };
  }
}
