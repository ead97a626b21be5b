/**
 * TOOL_META
 * Search the skills: procedures for a kind of task, loaded with skill load when one fits.
 *
 * @noun skill
 * @verb search
 * @option {string} query -q - What is to be done, in plain words.
 * @option {integer} [limit=5] -l - Most hits.
 * @option {"index"|"summary"} [projection=index] -p - How much of each: a line, or a card.
 * @precondition none
 * @side_effect reads ${PROJECT_ROOT}
 * @idempotent true
 * @env NICHE_SESSION
 * @env NICHE_MODE
 * @output json
 * @keywords search, find, skill, procedure, SkillSearch, 検索
 * @example skill search --query "add a tool"
 * @see_also skill load, skill list, capability search
 */
import type { ToolArguments } from "../logs/tool-types.d.ts";
import type { Render, Run } from "../registry/tool-context.ts";
import { type SearchData, searchCapabilities, searchText } from "./support/capability/search-capabilities.ts";

export const run: Run<ToolArguments["skill search"], SearchData> = (args, context) => searchCapabilities(args, ["skill"], context);

export const render: Render<SearchData> = searchText;
