/**
 * TOOL_META
 * Load a skill: its instructions and the list of its files; with a path one of these files. Use it when the task is what the skill's index line says.
 *
 * @noun skill
 * @verb load
 * @option {string} name - The skill's listed name, or its id.
 * @option {string} [path] -p - A text file beside its SKILL.md, as loading it lists them.
 * @precondition none
 * @side_effect reads ${PROJECT_ROOT}
 * @side_effect reads ${HOME}
 * @idempotent true
 * @env NICHE_SESSION
 * @env NICHE_MODE
 * @output json
 * @exit_code 1 The skill, or its file, is not known here.
 * @exit_code 3 It needs a person: a rule asks, or a file cannot be read.
 * @keywords skill, load, instructions, activate, reference
 * @example skill load --name add-tool
 * @see_also skill search, skill show
 */
import type { ToolArguments } from "../logs/tool-types.d.ts";
import { skillIdOf } from "../registry/catalog/skill/skill-name.ts";
import { ToolError } from "../registry/error/tool-error.ts";
import type { Render, Run } from "../registry/tool-context.ts";

export const run: Run<ToolArguments["skill load"]> = async ({ name, path }, context) => {
  // Through the pipeline, so that the loading is controlled and recorded.
  const outcome = await context.capabilities.call({ id: skillIdOf(name), input: path === undefined ? {} : { path } });
  for (const warning of outcome.meta.warnings) context.warn(warning);
  if (outcome.ok) return outcome.data;
  const { code, layer, recoverable, message, fix, detail } = outcome.error;
  throw new ToolError({ code, layer, recoverable, message, fix: [...fix], ...(detail === undefined ? {} : { detail }) });
};

/** A body or a file as it stands; files are listed behind the body. */
export const render: Render = (data) => {
  if (typeof data !== "object" || data === null) return String(data);
  const { body, text, files } = data as { body?: unknown; text?: unknown; files?: unknown };
  if (typeof text === "string") return text;
  if (typeof body !== "string") return JSON.stringify(data, null, 2);
  return Array.isArray(files) && files.length > 0 ? `${body.trimEnd()}\n\nFiles of this skill (--path):\n${files.join("\n")}` : body;
};
