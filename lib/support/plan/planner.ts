import { resolve } from "node:path";
import { fault } from "../../../registry/error/catalogue.ts";
import { readPlan } from "../../../registry/plan/read-plan.ts";
import { isStep, type Step, type StepFault, stepOf } from "../../../registry/plan/step.ts";
import { presentWorld, type World } from "../../../registry/plan/world.ts";
import type { Project } from "../../../registry/project/project.ts";
import type { ToolContext } from "../../../registry/tool-context.ts";
import { carriedTools } from "../carried-tools.ts";

/** The project's tools and their state now. Needs `@env *`: what other tools' preconditions name cannot be listed. */
export async function planWorld(context: ToolContext): Promise<{ project: Project; world: World }> {
  const { project, tools, broken, slip } = await carriedTools(context);
  const called = context.env.SUBJECT_COMMAND ?? "";
  const subjects = [project.subject, called, called.slice(called.lastIndexOf("/") + 1)].filter((name) => name !== "");
  return { project, world: presentWorld(project.root, project.env, tools, { subjects, broken, slip }) };
}

/**
 * The command lines of a sequence: the given ones, then those of the file; `-` is stdin.
 *
 * @throws ToolError `plan_unreadable`, `plan_not_a_plan`, `plan_empty`
 */
export async function planLines(
  steps: readonly string[],
  file: string | undefined,
  verb: string,
  context: ToolContext,
): Promise<readonly string[]> {
  const help = context.command("plan", verb, "--help");
  const lines = [...steps];
  if (file !== undefined) {
    const shown = file === "-" ? "stdin" : file;
    const read = readPlan(await textOf(file, shown, help, context));
    if (!read.ok) throw fault("plan_not_a_plan", { file: shown, reason: read.reason, help });
    lines.push(...read.lines);
  }
  if (lines.length === 0) throw fault("plan_empty", { help });
  return lines;
}

async function textOf(file: string, shown: string, help: string, context: ToolContext): Promise<string> {
  const { readFileSync } = await import("node:fs");
  try {
    return readFileSync(file === "-" ? 0 : resolve(context.cwd, file), "utf8");
  } catch (cause) {
    throw fault("plan_unreadable", { file: shown, reason: (cause as NodeJS.ErrnoException).code ?? String(cause), help }, { cause });
  }
}

/**
 * The call that a plan is for; `again` are the words before the target, for a Fix.
 *
 * @throws ToolError `plan_step_unreadable` with the nearest spelling; `header_invalid` and the like, as a call of the tool
 */
export function targetStep(
  words: readonly string[],
  again: readonly string[],
  world: World,
  context: ToolContext,
  missing: "allowed" | "refused",
): Step {
  const step = stepOf(words, world, missing);
  if (isStep(step)) return step;
  throw step.error ?? unreadable(step, again, context);
}

function unreadable({ reason, nearest, help }: StepFault, again: readonly string[], context: ToolContext) {
  const fix = nearest === undefined ? `${context.command()} ${help}` : `${context.command(...again)} ${asTarget(nearest)}`;
  return fault("plan_step_unreadable", { reason, help }, { fix: [fix] });
}

/** `docs fetch --keywords cdk` as `plan show` and `plan run` take it: `docs fetch -- --keywords cdk`. */
export function asTarget(command: string): string {
  const [, name = command, rest = ""] = /^(\S+ \S+)(?: (.*))?$/s.exec(command) ?? [];
  return rest === "" ? name : `${name} -- ${rest}`;
}

/** @throws ToolError `parameter_invalid` */
export function atLeast(name: string, value: number, least: number, help: string): void {
  if (value < least) throw fault("parameter_invalid", { name, expected: `${least} or more`, given: value, help });
}
