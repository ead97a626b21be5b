/**
 * TOOL_META
 * Compile the TOOL_META headers of all tools into logs/tool-registry.json; run it after any header has changed.
 *
 * @noun registry
 * @verb generate
 * @option none
 * @precondition none
 * @side_effect reads ${PROJECT_ROOT}
 * @side_effect writes logs/tool-registry.json
 * @side_effect writes logs/tool-types.d.ts
 * @idempotent true
 * @dry_run native
 * @env PROJECT_ROOT
 * @env TOOL_PATH
 * @env SUBJECT
 * @env SUBJECT_COMMAND
 * @output json
 * @exit_code 0 The files are what the headers give.
 * @exit_code 1 niche.json is wrong in a way by which tools would be lost; nothing was written.
 * @exit_code 3 A header is broken, and each problem is told while the sound tools are registered; or the files cannot be written.
 * @keywords registry, header, TOOL_META
 * @example registry generate
 * @see_also registry check
 */
import type { ToolArguments } from "../logs/tool-types.d.ts";
import { checkRegistry } from "../registry/drift/check.ts";
import type { DriftFault } from "../registry/drift/compare.ts";
import { headersBroken, placed } from "../registry/drift/refuse.ts";
import { REGISTRY_PATH, TYPES_PATH } from "../registry/entry.ts";
import type { Told } from "../registry/generate/tool-files.ts";
import { openProject } from "../registry/project/open.ts";
import { losingSlip } from "../registry/project/settings-slips.ts";
import type { Render, Run } from "../registry/tool-context.ts";

export interface Generated {
  /** How many tools the registry holds. */
  tools: number;
  /** The files that were written, or would be in a dry run; none where all stood as it should. */
  files: readonly string[];
  dry_run: boolean;
  /** How the files differed before. */
  differences: readonly DriftFault[];
  /** Tools that one of the same name in an earlier folder hides. */
  shadowed: Told["shadowed"];
  /** Files named like a tool, without a TOOL_META header. */
  unmarked: Told["unmarked"];
}

export const run: Run<ToolArguments["registry generate"], Generated> = async (_args, context) => {
  const project = await openProject(context.env, context.cwd);
  const slip = await losingSlip(project, context.cwd, context.command("registry", "generate"));
  if (slip !== undefined) throw slip;
  const { built, faults } = await checkRegistry(project, { full: true, texts: true });
  for (const warning of built.warnings) context.warn(placed(warning));
  const texts: Readonly<Record<string, string | undefined>> = { [REGISTRY_PATH]: built.texts?.registry, [TYPES_PATH]: built.texts?.types };
  const files = Object.keys(texts).filter((path) => texts[path] !== undefined && faults.some((fault) => fault.file === path));
  if (!context.dryRun && files.length > 0) {
    const { writeDerived } = await import("../registry/generate/write.ts");
    for (const path of files) await writeDerived(project.root, path, texts[path] ?? "");
  }
  for (const fault of faults) if (fault.code === "types_left_over") context.warn(`${fault.message}: delete it`);
  const data: Generated = {
    tools: built.tools,
    files,
    dry_run: context.dryRun,
    differences: faults,
    shadowed: built.shadowed,
    unmarked: built.unmarked,
  };
  if (built.problems.length > 0) {
    for (const problem of built.problems) context.log(`${placed(problem)} → ${problem.fix}`);
    throw headersBroken(built.problems, context.command("registry", "generate"), data);
  }
  return data;
};

export const render: Render<Generated> = ({ tools, files, dry_run, differences, shadowed, unmarked }) => {
  const verb = dry_run ? "would be written" : "written";
  const what = files.length === 0 ? "up to date" : `${files.join(", ")} ${verb}`;
  // That a file was missing is no news of one that has just been written.
  const news = differences.filter(({ code, file }) => dry_run || !(/_missing$/.test(code) && files.includes(file)));
  return [
    `${tools} ${tools === 1 ? "tool" : "tools"}: ${what}`,
    ...news.map(({ message }) => `  ${message}`),
    ...shadowed.map(({ source, by }) => `  ${source} is hidden by ${by}`),
    ...unmarked.map((source) => `  ${source} has no TOOL_META header: not a tool`),
  ].join("\n");
};
