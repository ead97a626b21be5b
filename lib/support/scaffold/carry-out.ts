import { fault } from "../../../registry/error/catalogue.ts";
import type { ToolContext } from "../../../registry/tool-context.ts";
import { type PlannedFile, planFiles, type WantedFile, writeFiles } from "./planned-file.ts";

/** What became of a file, or on a dry run would become of it. */
export interface ScaffoldedFile {
  path: string;
  action: PlannedFile["action"];
}

/**
 * Plans and writes, all or nothing: where a file would be replaced and nobody said `--yes`, none is written.
 * `again`: the command line of this call with `--yes`.
 *
 * @throws ToolError `scaffold_conflict`, `scaffold_blocked`, `scaffold_unwritable`
 */
export async function carryOut(
  root: string,
  wanted: readonly WantedFile[],
  context: Pick<ToolContext, "dryRun" | "yes">,
  again: string,
): Promise<ScaffoldedFile[]> {
  const plan = planFiles(root, wanted);
  const files = plan.map(({ path, action }) => ({ path, action }));
  if (context.dryRun) return files;
  const conflicts = files.filter(({ action }) => action === "replaced").map(({ path }) => path);
  if (conflicts.length > 0 && !context.yes) {
    throw fault("scaffold_conflict", { files: conflicts.join(", "), again }, { detail: { conflicts, files } });
  }
  await writeFiles(plan);
  return files;
}

/** A line a file, for people. */
export function shownFiles(files: readonly ScaffoldedFile[], dryRun: boolean): string[] {
  const width = Math.max(0, ...files.map(({ action }) => action.length));
  return files.map(({ path, action }) => `${action.padEnd(width)}  ${path}${dryRun && action !== "unchanged" ? "  (dry run)" : ""}`);
}
