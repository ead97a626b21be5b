import { type ToolEntry, toolId } from "../../registry/entry.ts";
import { fault } from "../../registry/error/catalogue.ts";
import type { ToolError } from "../../registry/error/tool-error.ts";
import { nearest } from "../../registry/grammar/nearest.ts";
import type { Toolbox } from "../../registry/plan/step.ts";
import { openProject } from "../../registry/project/open.ts";
import type { Project } from "../../registry/project/project.ts";
import { losingSlip } from "../../registry/project/settings-slips.ts";
import { projectTools } from "../../registry/project/tools.ts";
import type { ToolContext } from "../../registry/tool-context.ts";

/** What this subject can run, by id; from the headers as they are now. */
export interface CarriedTools {
  project: Project;
  tools: readonly ToolEntry[];
  /** By the id that the tool would have, what a call of it says: its header is broken. */
  broken: ReadonlyMap<string, ToolError>;
  /** By what niche.json says tools are lost: then a name that nobody has may be one of these. */
  slip: ToolError | undefined;
}

/** Every tool that this subject carries; files that are none are told as warnings. */
export async function carriedTools(context: ToolContext): Promise<CarriedTools> {
  const project = await openProject(context.env, context.cwd, { everyNoun: context.env.SUBJECT === "niche" });
  const { tools, problems, broken } = await projectTools(project);
  for (const problem of problems) context.warn(problem);
  const slip = await losingSlip(project, context.cwd, context.command("tool", "list"));
  if (slip !== undefined) context.warn(slip.message);
  return { project, tools: tools.map(({ entry }) => entry), broken, slip };
}

/**
 * The tools of a noun, or the one of a noun and verb.
 *
 * `again`: the words of this call before the noun, for a Fix with the nearest spelling.
 *
 * @throws ToolError `unknown_noun`, `unknown_verb`; `settings_wrong`, `settings_needs_user` where it may be a lost one; of a tool whose header is broken, what a call of it says
 */
export function selectTools(
  { tools, broken, slip }: Pick<Toolbox, "tools" | "broken" | "slip">,
  noun: string | undefined,
  verb: string | undefined,
  context: Pick<ToolContext, "command">,
  again: readonly string[],
): readonly ToolEntry[] {
  if (noun === undefined) return tools;
  const ofNoun = tools.filter((tool) => tool.noun === noun);
  const unsound =
    verb === undefined
      ? ofNoun.length === 0 && [...(broken ?? [])].find(([id]) => id.startsWith(`${toolId(noun, "")}`))?.[1]
      : broken?.get(toolId(noun, verb));
  if (unsound) throw unsound;
  if (slip !== undefined && !ofNoun.some((tool) => verb === undefined || tool.verb === verb)) throw slip;
  if (ofNoun.length === 0) throw unknownNoun(tools, noun, verb, context, again);
  if (verb === undefined) return ofNoun;
  const found = ofNoun.filter((tool) => tool.verb === verb);
  if (found.length > 0) return found;
  const near = nearest(
    verb,
    ofNoun.map((tool) => tool.verb),
  );
  const fix = near === undefined ? context.command("tool", "list", noun) : context.command(...again, noun, near);
  throw fault("unknown_verb", { noun, verb }, { fix: [fix] });
}

function unknownNoun(
  tools: readonly ToolEntry[],
  noun: string,
  verb: string | undefined,
  context: Pick<ToolContext, "command">,
  again: readonly string[],
): ToolError {
  const near = nearest(noun, [...new Set(tools.map((tool) => tool.noun))]);
  const known = near !== undefined && (verb === undefined || tools.some((tool) => tool.noun === near && tool.verb === verb));
  const words = verb === undefined ? [] : [verb];
  const fix =
    near !== undefined && known
      ? context.command(...again, near, ...words)
      : context.command("tool", "list", ...(near === undefined ? [] : [near]));
  return fault("unknown_noun", { noun }, { fix: [fix] });
}
