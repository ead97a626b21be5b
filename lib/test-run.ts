/**
 * TOOL_META
 * Run the project's own tests by the command that it is recognised to have; a failure names the files concerned.
 *
 * @noun test
 * @verb run
 * @option {path[]} [path] -p - Only these files or folders.
 * @option {path} [in] - Folder whose package is tested; without, the caller's, or the nearest above it with tests.
 * @option {"npm"|"pnpm"|"yarn"|"pytest"|"cargo"|"go"|"make"} [runner] - Which of several; without, the first of this order.
 * @arg {string[]} [words] - Passed on to it, behind --.
 * @precondition PROJECT_ROOT is a directory
 * @side_effect process the project's own test command
 * @side_effect writes ${PROJECT_ROOT}
 * @idempotent true
 * @dry_run native
 * @output json
 * @env *
 * @timeout 900
 * @exit_code 0 The tests pass.
 * @exit_code 1 No test command is recognised here.
 * @exit_code 2 The tests fail, or took too long.
 * @exit_code 3 The program that runs them is missing.
 * @keywords test, tests, run, suite, check, fail, failing, unit, spec, npm, pnpm, yarn, pytest, cargo, go, make, vitest, jest, テスト, 実行, 失敗, 検証, 単体テスト
 * @example test run --in docs/examples/tested-package
 * @example test run --in docs/examples/tested-package --path docs/examples/tested-package/label.test.js
 * @see_also file read, file grep
 */
import type { ToolArguments } from "../logs/tool-types.d.ts";
import { fault } from "../registry/error/catalogue.ts";
import type { Render, Run, ToolContext } from "../registry/tool-context.ts";
import { type ChosenTests, chooseTests } from "./support/testing/choose-tests.ts";
import { type KeptOutput, outputKeeper } from "./support/testing/keep-output.ts";
import { type CommandEnd, runCommand } from "./support/testing/run-command.ts";
import { testEnvironment } from "./support/testing/test-environment.ts";
import { testsFault } from "./support/testing/tests-fault.ts";
import { placeInside } from "./support/workspace/place-inside.ts";

type Args = ToolArguments["test run"];

export interface TestsRan {
  /** Null after a dry run. */
  passed: true | null;
  runner: string;
  /** The command line, and the folder where it runs, relative to PROJECT_ROOT. */
  command: string;
  folder: string;
  exit_code: number | null;
  /** Beginning and end of what it printed. */
  output: string;
  output_bytes: number;
  /** All of it, relative to PROJECT_ROOT; null: `output` is all of it, or it could not be kept. */
  file: string | null;
  /** What else runs tests there: `--runner` takes it. */
  also: readonly string[];
}

/** Below the header's own limit, so that what was printed until then can still be told. Milliseconds. */
const LIMIT = 870_000;

export const run: Run<Args, TestsRan> = async (args, context) => {
  const chosen = await chooseTests(args, context);
  const told = { runner: chosen.runner, command: chosen.line, folder: chosen.folder.path, also: chosen.also };
  if (context.dryRun) return { passed: null, ...told, exit_code: null, output: "", output_bytes: 0, file: null };
  const keeper = outputKeeper(context, outputPlace(context, chosen));
  const end = await runCommand(chosen.command, {
    cwd: chosen.folder.real,
    env: testEnvironment(context.env, chosen.folder.root),
    signal: context.signal,
    limit: LIMIT,
    take: keeper.take,
  });
  const kept = keeper.end();
  if (end.kind === "ended" && end.code === 0) {
    return { passed: true, ...told, exit_code: 0, output: kept.output, output_bytes: kept.bytes, file: kept.file };
  }
  throw await failed(chosen, end, kept, context);
};

export const render: Render<TestsRan> = ({ passed, command, folder, output, file, also }) =>
  [
    ...(passed === null ? [`Dry run: would run ${command} in ${folder}`] : [output.trimEnd(), `Passed: ${command} in ${folder}`]),
    ...(file === null ? [] : [`All of the output: ${file}`]),
    ...(also.length === 0 ? [] : [`Also recognised there: ${also.map((runner) => `--runner ${runner}`).join(", ")}`]),
  ].join("\n");

async function failed(chosen: ChosenTests, end: CommandEnd, kept: KeptOutput, context: ToolContext): Promise<Error> {
  const { line, folder } = chosen;
  if (end.kind === "not_started") return fault("tests_not_started", { line, folder: folder.path, reason: end.reason });
  if (!context.json) context.log(kept.output);
  return testsFault(chosen, end.kind === "too_long" ? { seconds: LIMIT / 1000 } : end, kept, context);
}

/** One file for each place and runner: the next run replaces it. */
function outputPlace(context: ToolContext, { folder, runner }: ChosenTests) {
  const name = `${folder.path === "." ? "root" : folder.path.replace(/[^\p{L}\p{N}.-]+/gu, "-").slice(0, 60)}-${runner}.log`;
  try {
    return placeInside({ ...context, cwd: folder.root }, `logs/cache/tests/${name}`);
  } catch {
    // A link leads the folder of logs elsewhere.
    return undefined;
  }
}
