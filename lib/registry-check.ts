/**
 * TOOL_META
 * Tell whether the committed logs/tool-registry.json is what the TOOL_META headers give, and if not, which tool and field differ; for CI and commit hooks.
 *
 * @noun registry
 * @verb check
 * @option {boolean} [full=false] - Parse every header anew, also where the entry's seal says that nothing has changed.
 * @precondition none
 * @side_effect reads ${PROJECT_ROOT}
 * @idempotent true
 * @env PROJECT_ROOT
 * @env TOOL_PATH
 * @env SUBJECT
 * @env SUBJECT_COMMAND
 * @output json
 * @exit_code 0 The committed bytes are what the headers give.
 * @exit_code 1 They differ; each difference is told with its cause.
 * @exit_code 3 A header is broken, or the registry cannot be read.
 * @keywords registry, drift, CI
 * @example registry check
 * @example registry check --full
 * @see_also registry generate
 */
import type { ToolArguments } from "../logs/tool-types.d.ts";
import { checkRegistry } from "../registry/drift/check.ts";
import { driftFound, headersBroken, placed } from "../registry/drift/refuse.ts";
import { REGISTRY_PATH } from "../registry/entry.ts";
import { inProject } from "../registry/project/in-project.ts";
import { openProject } from "../registry/project/open.ts";
import { losingSlip } from "../registry/project/settings-slips.ts";
import type { Render, Run } from "../registry/tool-context.ts";

export interface RegistryChecked {
  file: string;
  /** How many tools it holds. */
  tools: number;
}

export const run: Run<ToolArguments["registry check"], RegistryChecked> = async ({ full }, context) => {
  const project = await openProject(context.env, context.cwd);
  const slip = await losingSlip(project, context.cwd, context.command("registry", "check"));
  if (slip !== undefined) throw slip;
  const here = (line: string) => inProject(line, project.root, context.cwd);
  const { built, faults } = await checkRegistry(project, { full });
  for (const problem of built.problems) context.log(`${placed(problem)} → ${problem.fix}`);
  for (const warning of built.warnings)
    context.warn(`${placed(warning)} → ${warning.code === "shebang_unreadable" ? here(warning.fix) : warning.fix}`);
  for (const fault of faults) context.log(fault.message);
  if (built.problems.length > 0) throw headersBroken(built.problems, context.command("registry", "generate"), { faults });
  if (faults.length > 0) throw driftFound(faults, context.command("registry", "generate"), here);
  return { file: REGISTRY_PATH, tools: built.tools };
};

export const render: Render<RegistryChecked> = ({ file, tools }) =>
  `${file} is what the headers of ${tools} ${tools === 1 ? "tool" : "tools"} give`;
