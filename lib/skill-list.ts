/**
 * TOOL_META
 * List the skills that may be loaded here, a line each, and what was wrong with a skill that is missing; bodies stay unread.
 *
 * @noun skill
 * @verb list
 * @option none
 * @precondition none
 * @side_effect reads ${PROJECT_ROOT}
 * @side_effect reads ${HOME}
 * @idempotent true
 * @env NICHE_SESSION
 * @env NICHE_MODE
 * @output json
 * @keywords skill, skills, SKILL.md, discover, index
 * @example skill list
 * @see_also skill show, skill load, skill search
 */
import type { ToolArguments } from "../logs/tool-types.d.ts";
import type { Render, Run } from "../registry/tool-context.ts";
import { type Listing, listing, listingText } from "./support/capability-listing.ts";

export const run: Run<ToolArguments["skill list"], Listing> = async (_args, context) => {
  const data = listing(await context.capabilities.list(["skill"]));
  const [first] = data.capabilities;
  if (first !== undefined) context.next(`skill load --name ${first.title}`);
  return { ...data, diagnostics: data.diagnostics.filter(({ code }) => code.startsWith("skill_") || code === "capability_same_id") };
};

export const render: Render<Listing> = listingText;
