import { fault } from "../../../registry/error/catalogue.ts";
import { shellQuote } from "../../../registry/error/shell-quote.ts";
import type { ToolError } from "../../../registry/error/tool-error.ts";
import { namedPaths } from "../../../registry/project/named-paths.ts";
import type { ToolContext } from "../../../registry/tool-context.ts";
import { listFiles } from "../workspace/list-files.ts";
import { fromCaller, wholeProject } from "../workspace/place-inside.ts";
import { type ChosenTests, testCall } from "./choose-tests.ts";
import { installCommand, refusesPath } from "./command-of.ts";
import type { KeptOutput } from "./keep-output.ts";
import { goModule } from "./runners.ts";

const IS_TEST = /(^|[/._-])(tests?|spec)[/._-]|_test\.|(^|\/)test_/i;

/**
 * `tests_failed`, or `tests_too_long` where the end is a limit. What an agent needs to go on stands in its detail: the output's ends, the
 * files that it names. The Fix is the same call, of the first test file that is named where the runner takes paths; before it
 * what installs the packages, if none are.
 */
export async function testsFault(
  chosen: ChosenTests,
  end: { seconds: number } | { code: number | null; signal: string | null },
  kept: KeptOutput,
  context: ToolContext,
): Promise<ToolError> {
  const { runner, folder, line, also } = chosen;
  const { files } = await listFiles(context, wholeProject(context), false);
  const place = { root: folder.root, folder: folder.real, module: runner === "go" ? goModule(folder.real) : undefined, files: () => files };
  const paths = namedPaths(kept.long, place);
  const stopped = "seconds" in end;
  const detail = {
    passed: false,
    runner,
    command: line,
    folder: folder.path,
    exit_code: stopped ? null : end.code,
    signal: stopped ? null : end.signal,
    paths,
    output: kept.output,
    output_bytes: kept.bytes,
    truncated: kept.truncated,
    file: kept.file,
    also,
  };
  const install = installCommand(runner, folder.real, folder.root);
  const fix = [...(install === undefined ? [] : [inFolder(install, fromCaller(context, folder.path))]), narrowed(chosen, paths, context)];
  const values = { line, folder: folder.path === "." ? "the project's root" : folder.path };
  if (stopped) return fault("tests_too_long", { ...values, seconds: end.seconds }, { fix, detail });
  const ended = end.code === null ? `were ended by ${end.signal}` : `ended with ${end.code}`;
  return fault("tests_failed", { ...values, ended }, { fix, detail });
}

function narrowed({ runner, wish }: ChosenTests, paths: readonly string[], context: ToolContext): string {
  const test = paths.find((path) => IS_TEST.test(path));
  const narrows = test !== undefined && refusesPath(runner) === undefined && (wish.path ?? []).length === 0;
  return testCall(narrows ? { ...wish, path: [fromCaller(context, test)] } : wish, context);
}

function inFolder(command: string, folder: string): string {
  return folder === "." ? command : `(cd ${shellQuote(folder)} && ${command})`;
}
