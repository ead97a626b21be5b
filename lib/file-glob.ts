/**
 * TOOL_META
 * Find the project's files by a glob over their paths, such as src/**\/*.ts; without what git ignores.
 *
 * @noun file
 * @verb glob
 * @option {string[]} pattern - Globs; one without a slash matches by name at any depth, one after ! leaves out.
 * @option {path} [path] -p - Folder that globs are relative to; without, the whole project.
 * @option {"path"|"modified"} [sort=path] -s - By path, or the last changed first.
 * @option {integer} [limit=200] -l - How many paths at the most.
 * @option {boolean} [ignored] - Also what git ignores, and node_modules.
 * @precondition PROJECT_ROOT is a directory
 * @side_effect reads ${PROJECT_ROOT}
 * @idempotent true
 * @output json
 * @env PROJECT_ROOT
 * @exit_code 0 Looked; nothing found is an empty list.
 * @exit_code 1 There is no such folder in the project.
 * @exit_code 3 The folder may not be read.
 * @keywords file, find, glob, list, ls, name, pattern, folder, tree, directory, ファイル, 一覧, 探す, 検索, パス, フォルダ
 * @example file glob --pattern "*.md"
 * @example file glob --pattern "**\/*.ts" --path lib --sort modified --limit 5
 * @see_also file grep, file read
 */
import { lstatSync } from "node:fs";
import { join } from "node:path";
import type { ToolArguments } from "../logs/tool-types.d.ts";
import type { Render, Run } from "../registry/tool-context.ts";
import { atLeast } from "./support/workspace/at-least.ts";
import { folderInside } from "./support/workspace/folder-inside.ts";
import { listFiles } from "./support/workspace/list-files.ts";

/** As the header declares them; a caller that applies no defaults is served too. */
type Args = Partial<ToolArguments["file glob"]> & Pick<ToolArguments["file glob"], "pattern">;

interface Data {
  pattern: readonly string[];
  /** Relative to PROJECT_ROOT. */
  paths: readonly string[];
  /** Those that match in all. */
  total: number;
  /** What else there is to know: why nothing was found, repositories within. */
  notes: readonly string[];
}

export const run: Run<Args, Data> = async (args, context) => {
  const limit = atLeast(context, "file glob", "--limit", args.limit ?? 200, 1);
  const folder = await folderInside(context, args.path);
  const { files, repositories } = await listFiles(context, folder, args.ignored === true);
  const { matchingPaths } = await import("./support/workspace/matching-paths.ts");
  const found = matchingPaths(context, args.pattern, folder, files).flatMap((path) => timed(folder.root, path));
  if (args.sort === "modified") found.sort((a, b) => b.modified - a.modified);
  const notes = [
    ...(found.length === 0 ? [nothing(files.length, folder.path, args.ignored === true)] : []),
    ...(repositories.length > 0 ? [`Repositories of their own, to be looked in by --path: ${repositories.join(", ")}`] : []),
  ];
  return { pattern: args.pattern, paths: found.slice(0, limit).map(({ path }) => path), total: found.length, notes };
};

export const render: Render<Data> = ({ paths, total, notes }) =>
  [...paths, ...(total > paths.length ? [`${paths.length} of ${total}; --limit shows more`] : []), ...notes].join("\n");

/** Git also lists what is gone from the disk. */
function timed(root: string, path: string): { path: string; modified: number }[] {
  const stat = lstatSync(join(root, path), { throwIfNoEntry: false });
  return stat === undefined || stat.isDirectory() ? [] : [{ path, modified: stat.mtimeMs }];
}

function nothing(looked: number, folder: string, ignored: boolean): string {
  const where = folder === "." ? "" : ` in ${folder}`;
  return `None of ${looked} files${where} matches${ignored ? "" : "; --ignored also looks at what git ignores"}`;
}
