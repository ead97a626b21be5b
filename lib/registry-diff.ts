/**
 * TOOL_META
 * Compare two registries and tell every change of a tool as breaking, compatible or descriptive; use it before a release or in a review.
 *
 * @noun registry
 * @verb diff
 * @arg {string} old - A registry's file, or a git revision such as HEAD~1.
 * @arg {string} [new] - The same; by default the registry of the working tree.
 * @precondition none
 * @side_effect reads ${PROJECT_ROOT}
 * @side_effect process git show
 * @idempotent true
 * @env PROJECT_ROOT
 * @env TOOL_PATH
 * @env SUBJECT
 * @env SUBJECT_COMMAND
 * @output json
 * @exit_code 1 One of the two is no registry.
 * @exit_code 3 A revision is named, and there is no git to look in.
 * @keywords registry, breaking, compatible, release
 * @example registry diff HEAD~1
 * @see_also registry check
 */

import { join } from "node:path";
import type { ToolArguments } from "../logs/tool-types.d.ts";
import { diffRegistries, type RegistryDiff } from "../registry/diff/diff-registries.ts";
import { loadRegistry } from "../registry/drift/load.ts";
import { REGISTRY_PATH } from "../registry/entry.ts";
import { openProject } from "../registry/project/open.ts";
import type { Render, Run } from "../registry/tool-context.ts";

export const run: Run<ToolArguments["registry diff"], RegistryDiff> = async (args, context) => {
  const project = await openProject(context.env, context.cwd);
  const from = { root: project.root, cwd: context.cwd, check: context.command("registry", "check"), env: context.env };
  const before = await loadRegistry(args.old, from);
  const after = await loadRegistry(args.new ?? join(project.root, REGISTRY_PATH), from);
  return diffRegistries(before, after);
};

export const render: Render<RegistryDiff> = ({ breaking, compatible, descriptive, changes }) =>
  [
    ...changes.map(({ verdict, tool, field, message }) => `${verdict.padEnd(11)}  ${tool}${field === "" ? "" : ` ${field}`}: ${message}`),
    `${breaking} breaking, ${compatible} compatible, ${descriptive} descriptive`,
  ].join("\n");
