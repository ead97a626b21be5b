/**
 * TOOL_META
 * List every capability that the two gates let you know of: tools, skills, resources, prompts and channels, with the sources they come from.
 *
 * @noun capability
 * @verb list
 * @option {"all"|"tool"|"skill"|"resource"|"prompt"|"channel"} [kind=all] -k - Only those of one kind.
 * @precondition none
 * @side_effect reads ${PROJECT_ROOT}
 * @side_effect reads ${HOME}
 * @idempotent true
 * @env NICHE_SESSION
 * @env NICHE_MODE
 * @output json
 * @keywords capability, catalog, list, sources, diagnostics, tool, skill, resource, prompt, channel
 * @example capability list
 * @example capability list --kind channel
 * @see_also capability search, capability visible
 */
import type { ToolArguments } from "../logs/tool-types.d.ts";
import type { Render, Run } from "../registry/tool-context.ts";
import { type Listing, listing, listingText } from "./support/capability-listing.ts";

export const run: Run<ToolArguments["capability list"], Listing> = async ({ kind }, context) => {
  const data = listing(await context.capabilities.list(kind === "all" ? [] : [kind]));
  // A channel is a way in: no turn shows it.
  const first = data.capabilities.find((one) => one.kind !== "channel");
  if (first !== undefined) context.next(`capability visible --explain ${first.id}`);
  return data;
};

export const render: Render<Listing> = listingText;
