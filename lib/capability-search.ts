/**
 * TOOL_META
 * Search all tools, skills, resources and prompts for what the task needs, when what is shown does not do it.
 *
 * @noun capability
 * @verb search
 * @option {string} query -q - What is to be done, in plain words; an exact name also works.
 * @option {string[]} [kinds] -k - Only these kinds: tool, skill, resource, prompt.
 * @option {integer} [limit=8] -l - Most hits.
 * @option {"index"|"summary"|"full"} [projection=index] -p - How much of each: a line, a card with its parameters, the whole schema.
 * @precondition none
 * @side_effect reads ${PROJECT_ROOT}
 * @idempotent true
 * @env NICHE_SESSION
 * @env NICHE_MODE
 * @output json
 * @keywords search, find, discover, capability, tool, ToolSearch, 検索
 * @example capability search --query "fetch documentation"
 * @example capability search --query 検索 --kinds tool --projection summary --limit 3
 * @see_also skill search, capability visible, capability call
 */
import type { ToolArguments } from "../logs/tool-types.d.ts";
import type { Render, Run } from "../registry/tool-context.ts";
import { type SearchData, searchCapabilities, searchText } from "./support/capability/search-capabilities.ts";

export const run: Run<ToolArguments["capability search"], SearchData> = (args, context) =>
  searchCapabilities(args, args.kinds ?? [], context);

export const render: Render<SearchData> = searchText;
