import type { ToolEntry } from "../entry.ts";
import { inProject } from "../project/in-project.ts";
import type { Missing } from "./complete.ts";
import { planFor } from "./plan-for.ts";
import type { Precondition } from "./precondition.ts";
import type { Step } from "./step.ts";
import type { World } from "./world.ts";

/** What mends preconditions that do not hold: commands in the order in which they must run, and what only a person can do. */
export interface Remedies {
  readonly commands: readonly string[];
  /** Sentences to tell the user; where there are any, the commands are not enough. */
  readonly user: readonly string[];
}

/**
 * The Fix of failed preconditions of `tool` (contract 4.8): the header's own, else the calls of the tools that provide
 * what is missing, with what must run before them.
 *
 * @param failed preconditions of `tool` that do not hold, in the header's order
 * @param command the subject as the caller can type it
 * @param cwd where the caller stands
 */
export function remediesOf(tool: ToolEntry, failed: readonly Precondition[], world: World, command: string, cwd: string): Remedies {
  const commands: string[] = [];
  const user: string[] = [];
  for (const one of failed) {
    if (one.fix !== undefined) {
      commands.push(inProject(one.fix, world.root, cwd));
      continue;
    }
    const step = bareStep({ ...tool, preconditions: [one] });
    const plan = planFor([step], world);
    for (const cycle of plan.cycles)
      user.push(`Tell the user: ${[...cycle, cycle[0]].join(" waits for ")}, and no other tool provides what they need.`);
    for (const missing of plan.missing) {
      const remedy = remedyLine(missing, world.root, cwd, command);
      (remedy.user ? user : commands).push(remedy.line);
    }
    for (const planned of plan.steps) if (planned.step !== step) commands.push(`${command} ${planned.step.command}`);
  }
  return { commands: [...new Set(commands)], user: [...new Set(user)] };
}

/** A remedy as one line of a Fix. */
export function remedyLine(
  { remedy, needed_by, precondition }: Missing,
  root: string,
  cwd: string,
  command: string,
): { user: boolean; line: string } {
  if (remedy.kind === "fix") return { user: false, line: inProject(remedy.command, root, cwd) };
  if (remedy.kind === "user") return { user: true, line: remedy.tell };
  const calls = remedy.calls.map((call) => [command, call.command, ...call.required].join(" "));
  return {
    user: true,
    line: `Ask the user for the arguments that make it hold that ${precondition} (for ${needed_by}), and run: ${calls.join(", or ")}`,
  };
}

/** A call of which only its preconditions matter. */
function bareStep(tool: ToolEntry): Step {
  return { command: `${tool.noun} ${tool.verb}`, tool, args: {}, words: [], yes: false, dryRun: false, timeout: undefined, effects: [] };
}
