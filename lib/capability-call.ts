/**
 * TOOL_META
 * Call a capability of any kind by its id, through both gates: a tool, a skill to load, a resource to read, a prompt to fill in.
 *
 * @noun capability
 * @verb call
 * @option {string} id - Its id, as a search or the turn names it.
 * @option {string} [arguments={}] -a - What it takes, one JSON object as text; at the command line --input gives it.
 * @precondition none
 * @side_effect reads ${PROJECT_ROOT}
 * @idempotent false
 * @dry_run native
 * @env NICHE_SESSION
 * @env NICHE_MODE
 * @output json
 * @exit_code 1 It is not known here, or what it was given is refused.
 * @exit_code 2 It failed.
 * @exit_code 3 It needs a person.
 * @keywords capability, call, invoke, tool, skill, resource, prompt
 * @example capability call --id local__file-read --input '{"path":"niche.json"}'
 * @see_also capability search, capability visible
 */
import type { ToolArguments } from "../logs/tool-types.d.ts";
import { fault } from "../registry/error/catalogue.ts";
import { ToolError } from "../registry/error/tool-error.ts";
import type { Run } from "../registry/tool-context.ts";

export const run: Run<ToolArguments["capability call"]> = async (args, context) => {
  const input = object(args.arguments, context.command("capability", "call", "--help"));
  const outcome = await context.capabilities.call({ id: args.id, input, dryRun: context.dryRun, yes: context.yes });
  for (const warning of outcome.meta.warnings) context.warn(warning);
  if (outcome.ok) return outcome.data;
  const { code, layer, recoverable, message, fix, detail } = outcome.error;
  throw new ToolError({ code, layer, recoverable, message, fix: [...fix], ...(detail === undefined ? {} : { detail }) });
};

function object(text: string, help: string): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw fault("input_not_json", { reason: (cause as Error).message, help }, { cause });
  }
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw fault("input_not_json", { reason: `it is ${JSON.stringify(value)}`, help });
}
