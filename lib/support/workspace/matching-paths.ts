import { relative, sep } from "node:path";
import picomatch from "picomatch";
import { fault } from "../../../registry/error/catalogue.ts";
import type { ToolError } from "../../../registry/error/tool-error.ts";
import type { ToolContext } from "../../../registry/tool-context.ts";
import { lineTester } from "./line-tester.ts";
import { isInside, type PlaceInside } from "./place-inside.ts";

const GLOB = /[*?[\]{}()!+@]/;
/** A glob of many stars is as bad as any regular expression. Milliseconds. */
const LIMITS = { all: 10_000, one: 1000 };

/**
 * Those of the paths (relative to PROJECT_ROOT, in the folder) that globs name, as .gitignore has them: relative to the folder; one without a slash
 * matches by name at any depth, a folder's name all below it, a file's own name the file; `!` before one leaves out what it names. Only exclusions: all else is named. An
 * absolute glob is made relative where it lies in the folder.
 *
 * @throws ToolError `glob_invalid`
 */
export function matchingPaths(
  context: Pick<ToolContext, "command">,
  globs: readonly string[],
  folder: PlaceInside,
  paths: readonly string[],
): readonly string[] {
  const read = (glob: string) => {
    try {
      const matches = matcher(glob, folder.real);
      // V8 builds an expression when it is first used, and only then says that it is too large.
      matches("a");
      return matches;
    } catch (error) {
      throw invalid(context, glob, (error as Error).message.slice(-100), error);
    }
  };
  const wanted = globs.filter((glob) => !excludes(glob)).map(read);
  const unwanted = globs.flatMap((glob) => (excludes(glob) ? [read(glob.slice(1))] : []));
  const start = folder.path === "." ? 0 : folder.path.length + 1;
  const test = lineTester((path) => {
    const own = path.slice(start);
    return (wanted.length === 0 || wanted.some((matches) => matches(own))) && !unwanted.some((matches) => matches(own));
  }, LIMITS);
  const tested = test(paths);
  if (tested.kind !== "done") throw invalid(context, globs.join(" "), "matching takes too long");
  return tested.matching.map((at) => paths[at] as string);
}

/** `!(…)` is a glob of its own. */
function excludes(glob: string): boolean {
  return glob.startsWith("!") && glob[1] !== "(";
}

function matcher(given: string, folder: string): (path: string) => boolean {
  const local = isInside(folder, given) ? relative(folder, given).split(sep).join("/") : given;
  const glob = local.replace(/^(\.\/)+/, "").replace(/\/+$/, "");
  if (glob === "" || glob === ".") return () => true;
  const anywhere = glob.includes("/") ? glob.replace(/^\//, "") : `**/${glob}`;
  const options = { dot: true, nonegate: true };
  const itself = picomatch(anywhere, options);
  // Names such as [id].tsx are meant as they stand where there is such a file.
  const literal = `/${glob.replace(/^\//, "")}`;
  const byLetters = (path: string) =>
    GLOB.test(glob) && (glob.includes("/") ? `/${path}/`.startsWith(`${literal}/`) : `/${path}/`.includes(`${literal}/`));
  // What a pattern names that ends in a star are files as well as folders: it need not name what is in these.
  if (/(^|\/)\*+$/.test(glob)) return (path) => itself(path);
  const below = picomatch(`${anywhere}/**`, options);
  return (path) => itself(path) || below(path) || byLetters(path);
}

function invalid(context: Pick<ToolContext, "command">, glob: string, reason: string, cause?: unknown): ToolError {
  const shown = glob.length > 100 ? `${glob.slice(0, 100)}…` : glob;
  return fault("glob_invalid", { glob: shown, reason, command: context.command() }, { cause });
}
