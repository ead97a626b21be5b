/**
 * TOOL_META
 * Find the lines of the project's files that match a pattern, with path and line; without what git ignores.
 *
 * @noun file
 * @verb grep
 * @option {string} pattern - JavaScript regular expression, within one line.
 * @option {path} [path] -p - Folder or file; without, the whole project.
 * @option {string[]} [glob] -g - Only files of these globs, such as *.ts; after ! all but those.
 * @option {boolean} [fixed] - The pattern is plain text.
 * @option {boolean} [ignore-case] -i - Upper and lower case are the same.
 * @option {integer} [context=0] - Lines shown around each match.
 * @option {boolean} [files-only] - Only paths, with how many lines match.
 * @option {integer} [limit=100] -l - How many matches are shown; all are counted.
 * @option {boolean} [ignored] - Also what git ignores, and node_modules.
 * @precondition PROJECT_ROOT is a directory
 * @side_effect reads ${PROJECT_ROOT}
 * @idempotent true
 * @output json
 * @env PROJECT_ROOT
 * @exit_code 0 Searched; nothing found is an empty list.
 * @exit_code 1 The pattern is wrong, or there is no such place in the project.
 * @exit_code 2 The pattern takes too long.
 * @exit_code 3 The file may not be read.
 * @keywords file, grep, search, find, text, regex, ripgrep, rg, code, usage, symbol, 検索, 探す, 文字列, 正規表現, コード, ファイル
 * @example file grep --pattern "TOOL_META" --path lib --glob "*.sh"
 * @example file grep --pattern "one annotated file" --ignore-case --glob "*.md" --files-only
 * @see_also file read, file glob
 */
import { statSync } from "node:fs";
import { join } from "node:path";
import type { ToolArguments } from "../logs/tool-types.d.ts";
import { commandLine } from "../registry/error/shell-quote.ts";
import type { Render, Run, ToolContext } from "../registry/tool-context.ts";
import { atLeast } from "./support/workspace/at-least.ts";
import { linePattern } from "./support/workspace/line-pattern.ts";
import { listFiles } from "./support/workspace/list-files.ts";
import { type PlaceInside, placeInside, wholeProject } from "./support/workspace/place-inside.ts";
import { LARGE, type Match, type Searched, searchFiles } from "./support/workspace/search-files.ts";

/** As the header declares them; a caller that applies no defaults is served too. */
type Args = Partial<ToolArguments["file grep"]> & Pick<ToolArguments["file grep"], "pattern">;

interface Data {
  /** Matching lines in all. */
  count: number;
  /** Files that hold them. */
  files: number;
  /** Files that were looked through. */
  searched: number;
  /** By path and line; empty with --files-only. */
  matches: readonly Match[];
  /** With --files-only: by path. */
  paths: readonly { path: string; count: number }[];
  truncated: boolean;
  /** What was left out, and why nothing was found. */
  notes: readonly string[];
}

const MOST_AROUND = 20;
const MOST_TOLD = 5;

export const run: Run<Args, Data> = async (args, context) => {
  const limit = atLeast(context, "file grep", "--limit", args.limit ?? 100, 1);
  const around = Math.min(MOST_AROUND, atLeast(context, "file grep", "--context", args.context ?? 0, 0));
  const pattern = linePattern(args.pattern, {
    fixed: args.fixed === true,
    ignoreCase: args["ignore-case"] === true,
    fixedCall: again(args, context, ["--fixed"]),
  });
  const place = args.path === undefined ? wholeProject(context) : placeInside(context, args.path);
  if (!place.exists) throw await missing(context, place);
  const alone = !statSync(place.real).isDirectory();
  const { files, repositories } = alone ? { files: [place], repositories: [] } : await inFolder(args, context, place);
  const search = {
    pattern,
    around,
    limit: args["files-only"] === true ? 0 : limit,
    told: args.pattern,
    without: (path: string) => again(args, context, ["--glob", `!/${relativeTo(place, path)}`]),
  };
  const found = await searchFiles(context, files, search, alone);
  const count = found.counts.reduce((sum, file) => sum + file.count, 0);
  const paths = args["files-only"] === true ? found.counts.slice(0, limit) : [];
  return {
    count,
    files: found.counts.length,
    searched: found.searched,
    matches: found.matches,
    paths,
    truncated: args["files-only"] === true ? paths.length < found.counts.length : found.matches.length < count,
    notes: notesOf(found, count, repositories, args),
  };
};

export const render: Render<Data> = ({ count, files, matches, paths, truncated, notes }) => {
  const around = matches.some(({ before, after }) => before !== undefined || after !== undefined);
  const blocks = matches.map(({ path, line, text, before = [], after = [] }) =>
    [
      ...before.map((one, at) => `${path}-${line - before.length + at}-${one}`),
      `${path}:${line}:${text}`,
      ...after.map((one, at) => `${path}-${line + 1 + at}-${one}`),
    ].join("\n"),
  );
  const shown = matches.length > 0 ? `${matches.length} of ${count} lines in ${files} files` : `${paths.length} of ${files} files`;
  return [
    ...(blocks.length > 0 ? [blocks.join(around ? "\n--\n" : "\n")] : []),
    ...paths.map((file) => `${file.path}: ${file.count}`),
    ...(truncated ? [`${shown}; --limit shows more, --glob and --path narrow it`] : []),
    ...notes,
  ].join("\n");
};

async function inFolder(args: Args, context: ToolContext, folder: PlaceInside) {
  const { files, repositories } = await listFiles(context, folder, args.ignored === true);
  const globs = args.glob ?? [];
  if (globs.length === 0) return { files: files.map((path) => placeOf(folder, path)), repositories };
  const { matchingPaths } = await import("./support/workspace/matching-paths.ts");
  const chosen = matchingPaths(context, globs, folder, files);
  return { files: chosen.map((path) => placeOf(folder, path)), repositories };
}

function placeOf({ root }: PlaceInside, path: string): PlaceInside {
  return { root, real: join(root, path), path, given: path, exists: true };
}

function relativeTo({ path: folder }: PlaceInside, path: string): string {
  return folder === "." ? path : path.slice(folder.length + 1);
}

async function missing(context: ToolContext, place: PlaceInside): Promise<Error> {
  if (/\.\w+$/.test(place.path)) return (await import("./support/workspace/missing-file.ts")).missingFile(context, place);
  return (await import("./support/workspace/folder-inside.ts")).missingFolder(context, place);
}

/** The same call with something more. */
function again(args: Args, context: ToolContext, more: readonly string[]): string {
  const words = ["--pattern", args.pattern, ...(args.path === undefined ? [] : ["--path", args.path])];
  const flags = [...(args["ignore-case"] ? ["--ignore-case"] : []), ...(args["files-only"] ? ["--files-only"] : [])];
  const globs = (args.glob ?? []).flatMap((glob) => ["--glob", glob]);
  return `${context.command("file", "grep")} ${commandLine([...words, ...flags, ...globs, ...more])}`;
}

function notesOf({ searched, skipped, stopped_at }: Searched, count: number, repositories: readonly string[], args: Args): string[] {
  const some = (paths: readonly string[]) =>
    `${paths.slice(0, MOST_TOLD).join(", ")}${paths.length > MOST_TOLD ? ` and ${paths.length - MOST_TOLD} more` : ""}`;
  const lines = /\\n/.test(args.pattern) && args.fixed !== true ? ["A pattern matches within one line, so \\n is never found"] : [];
  return [
    ...(count === 0 ? [`None of ${searched} files holds it${args.ignored ? "" : "; --ignored also looks at what git ignores"}`] : []),
    ...(count === 0 ? lines : []),
    ...(stopped_at === null ? [] : [`Stopped after 30 s before ${stopped_at}: narrow it by --path or --glob`]),
    ...(skipped.binary > 0 ? [`Not searched: ${skipped.binary} files that are no text`] : []),
    ...(skipped.large.length > 0 ? [`Not searched, above ${LARGE / 1024 / 1024} MiB (name it as --path): ${some(skipped.large)}`] : []),
    ...(skipped.unreadable.length > 0 ? [`Not searched, no right to read: ${some(skipped.unreadable)}`] : []),
    ...(repositories.length > 0 ? [`Repositories of their own, to be searched by --path: ${some(repositories)}`] : []),
  ];
}
