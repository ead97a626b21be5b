import { commandLine } from "../../../registry/error/shell-quote.ts";
import { shellWords } from "../../../registry/grammar/shell-words.ts";
import { isStep, readStep, type Step } from "../../../registry/plan/step.ts";
import type { World } from "../../../registry/plan/world.ts";
import type { OutcomeError } from "../../../registry/tool-context.ts";
import type { Stopped } from "./step-fault.ts";

/** How the plan was called. */
export interface GoingOn {
  /** The words of the target, as `plan run` takes them; undefined: it was a sequence. */
  readonly target: readonly string[] | undefined;
  /** Its options, as they were given. */
  readonly options: readonly string[];
}

export interface GoOn {
  /** The call that goes on, and the one that tells why it cannot; full command lines. */
  readonly resume: string;
  readonly check: string;
  /** The first failed step's own Fix, without what `resume` does. */
  readonly own: readonly string[];
  /** The first failed step began, and must not be repeated. */
  readonly begun: boolean;
}

/**
 * The lines that lead on from where a plan stopped. A Fix that calls the failed step anew, with a longer limit or put
 * right, takes its place in the line that goes on. Steps that began and must not be repeated make that line a dry run.
 */
export function goOn({ plan, fates, world, how, context }: Pick<Stopped, "plan" | "fates" | "world" | "how" | "context">): GoOn {
  const left: string[] = [];
  let begun = false;
  let replaced = false;
  let first: { own: readonly string[]; begun: boolean } | undefined;
  for (const [at, { step }] of plan.entries()) {
    const fate = fates[at];
    if (fate?.state === "not_started") left.push(step.command);
    if (fate?.state !== "failed") continue;
    const once = !step.tool.idempotent && !step.dryRun && fate.error.layer === "runtime";
    const { again, own } = parted(fate.error, step, world);
    first ??= { own, begun: once };
    begun ||= once;
    replaced ||= again !== undefined;
    left.push(again ?? step.command);
  }
  const calls = how.target === undefined || (replaced && !begun) ? left : how.target;
  const line = (...words: readonly string[]) => `${context.command()} ${commandLine(words)}`;
  return {
    resume: line("plan", "run", ...(begun ? ["--dry-run"] : []), ...how.options, ...calls),
    check: how.target === undefined ? line("plan", "check", ...left) : line("plan", "show", ...how.target),
    own: first?.own ?? [],
    begun: first?.begun ?? false,
  };
}

/** Of a step's own Fix: the call of the same tool that takes its place, and the other lines. */
function parted({ fix, code }: OutcomeError, { tool }: Step, world: World): { again: string | undefined; own: readonly string[] } {
  const own: string[] = [];
  let again: string | undefined;
  for (const line of fix) {
    const step = readStep(line, world);
    if (!isStep(step) || step.tool !== tool) own.push(line);
    else if (!step.dryRun) again ??= bare(step);
  }
  // Of a plan whose steps are done in part it is not true, and the plan tells its own state.
  if (code === "confirmation_refused") return { again, own: ["Ask the user before trying again: the step was refused."] };
  return { again, own };
}

/** Each step of a plan is called as JSON, which is not the caller's wish. */
function bare({ command }: Step): string {
  const split = shellWords(command);
  if (!split.ok) return command;
  const end = split.words.indexOf("--");
  return commandLine(split.words.filter((word, at) => word !== "--json" || (end >= 0 && at > end)));
}
