import { fault } from "../../../registry/error/catalogue.ts";
import { commandLine } from "../../../registry/error/shell-quote.ts";
import type { ToolError } from "../../../registry/error/tool-error.ts";
import type { ToolContext } from "../../../registry/tool-context.ts";
import { folderInside } from "../workspace/folder-inside.ts";
import { fromCaller, type PlaceInside, placeInside, shownInside, wholeProject } from "../workspace/place-inside.ts";
import { commandOf, refusesPath, type TestCommand } from "./command-of.ts";
import { foldersUp, LOOKED_FOR, type Runner, runnersOf } from "./runners.ts";

export interface TestsWish {
  readonly path?: readonly string[];
  readonly in?: string;
  readonly runner?: Runner;
  readonly words?: readonly string[];
}

export interface ChosenTests {
  readonly wish: TestsWish;
  readonly runner: Runner;
  readonly folder: PlaceInside;
  readonly command: TestCommand;
  /** The command as a person types it in the folder. */
  readonly line: string;
  readonly also: readonly Runner[];
}

const MOST_PLACES = 5;
const MANIFEST = /(^|\/)(package\.json|pytest\.ini|conftest\.py|pyproject\.toml|Cargo\.toml|go\.mod|GNUmakefile|[mM]akefile)$/;

/**
 * The tests that a call means: of the folder named by `in`, else of the caller's, or the nearest above up to PROJECT_ROOT that has any.
 *
 * @throws ToolError `test_command_missing`, `test_runner_not_here`, `test_path_not_taken`, `test_program_missing`, what `placeInside` throws
 */
export async function chooseTests(wish: TestsWish, context: ToolContext): Promise<ChosenTests> {
  const start = await startFolder(wish, context);
  const paths = (wish.path ?? []).map((path) => testPath(path, context));
  const all = foldersUp(start.real, start.root).map((folder) => ({ folder, runners: runnersOf(folder, start.root) }));
  const found = all.find(({ runners }) => (wish.runner === undefined ? runners.length > 0 : runners.includes(wish.runner)));
  const runner = wish.runner ?? found?.runners[0];
  if (found === undefined || runner === undefined) throw await missingFault(wish, start, context);
  const folder: PlaceInside = { ...start, real: found.folder, path: shownInside(start.root, found.folder) };
  const how = paths.length > 0 ? refusesPath(runner) : undefined;
  if (how !== undefined) throw fault("test_path_not_taken", { runner, how, again: testCall({ ...wish, path: [] }, context) });
  const command = commandOf(runner, { folder: folder.real, root: folder.root, paths, more: wish.words ?? [], path: context.env.PATH });
  if (command === undefined) throw fault("test_program_missing", { program: runner, folder: folder.path });
  const program = command.program.startsWith(folder.root) ? shownInside(folder.root, command.program) : command.program;
  return {
    wish,
    runner,
    folder,
    command,
    line: commandLine([program, ...command.words]),
    also: found.runners.filter((one) => one !== runner),
  };
}

/** The call again, as the caller can type it. */
export function testCall({ path = [], in: folder, runner, words = [] }: TestsWish, context: Pick<ToolContext, "command">): string {
  return context.command(
    "test",
    "run",
    ...(folder === undefined ? [] : ["--in", folder]),
    ...(runner === undefined ? [] : ["--runner", runner]),
    ...path.flatMap((one) => ["--path", one]),
    ...(words.length === 0 ? [] : ["--", ...words]),
  );
}

async function startFolder(wish: TestsWish, context: ToolContext): Promise<PlaceInside> {
  if (wish.in !== undefined) return folderInside(context, wish.in);
  try {
    return placeInside(context, ".");
  } catch {
    // Who calls from outside the project means all of it.
    return wholeProject(context);
  }
}

/** What stands behind `::` names a test within the file. */
function testPath(given: string, context: ToolContext): string {
  const [file = "", ...rest] = given.split("::");
  const place = placeInside(context, file);
  if (!place.exists) throw fault("file_missing", { path: given }, { fix: [context.command("file", "glob", "--pattern", "*test*")] });
  return [place.real, ...rest].join("::");
}

async function missingFault(wish: TestsWish, start: PlaceInside, context: ToolContext): Promise<ToolError> {
  const { root } = start;
  if (wish.runner !== undefined) {
    return fault("test_runner_not_here", { runner: wish.runner, folder: start.path, looked: LOOKED_FOR, command: context.command() });
  }
  const { listFiles } = await import("../workspace/list-files.ts");
  const { files } = await listFiles(context, wholeProject(context), false);
  const folders = [...new Set(files.filter((path) => MANIFEST.test(path)).map((path) => path.replace(/(^|\/)[^/]*$/, "")))];
  const places = folders.filter((folder) => runnersOf(`${root}/${folder}`, root).length > 0).slice(0, MOST_PLACES);
  const first = places[0];
  const fix =
    first === undefined
      ? context.command("file", "glob", "--pattern", "*test*")
      : testCall({ ...wish, in: fromCaller(context, first) }, context);
  return fault(
    "test_command_missing",
    { folder: start.path, looked: LOOKED_FOR },
    { fix: [fix], detail: { looked_for: LOOKED_FOR, folders_with_tests: places } },
  );
}
