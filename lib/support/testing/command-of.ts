import { existsSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { findProgram } from "../../../registry/project/find-program.ts";
import type { Runner } from "./runners.ts";
import { foldersUp, jsonOf } from "./runners.ts";

/** What is run, and where. */
export interface TestCommand {
  readonly program: string;
  readonly words: readonly string[];
}

interface Wish {
  /** Absolute: where it is run. */
  readonly folder: string;
  readonly root: string;
  /** Absolute files or folders, with whatever a runner writes behind `::`. */
  readonly paths: readonly string[];
  /** Passed on as they are. */
  readonly more: readonly string[];
  readonly path: string | undefined;
}

/** A runner's command line; undefined: its program is not to be found. */
export function commandOf(runner: Runner, wish: Wish): TestCommand | undefined {
  const paths = wish.paths.map((path) => relative(wish.folder, path) || ".");
  const found = (names: readonly string[]) => names.find((name) => findProgram(name, { path: wish.path, cwd: wish.folder }) !== undefined);
  const command = (words: readonly string[]) => (found([runner]) === undefined ? undefined : { program: runner, words });
  switch (runner) {
    case "npm":
      return command(["test", ...behind("--", [...paths, ...wish.more])]);
    case "pnpm":
    case "yarn":
      return command(["run", "test", ...paths, ...wish.more]);
    case "pytest":
      return pytest(wish, found, [...paths, ...wish.more]);
    case "cargo":
      return command(["test", ...wish.more]);
    case "go":
      return command([
        "test",
        ...(wish.paths.length === 0 ? ["./..."] : wish.paths.map((path) => goPackage(wish.folder, path))),
        ...wish.more,
      ]);
    case "make":
      return command(["test", ...wish.more]);
  }
}

/** Why a runner takes no path, and what to do instead; undefined: it takes one. */
export function refusesPath(runner: Runner): string | undefined {
  if (runner === "cargo") return "name the test behind --, or the package's folder by --in";
  return runner === "make" ? "its Makefile decides what is run; --in names another folder" : undefined;
}

function behind(mark: string, words: readonly string[]): readonly string[] {
  return words.length === 0 ? [] : [mark, ...words];
}

/** The project's own Python comes before the machine's. */
function pytest(
  { folder, root }: Wish,
  found: (names: readonly string[]) => string | undefined,
  words: readonly string[],
): TestCommand | undefined {
  const own = foldersUp(folder, root)
    .flatMap((at) => [join(at, ".venv/bin/python"), join(at, "venv/bin/python")])
    .find((python) => existsSync(join(dirname(python), "pytest")));
  if (own !== undefined) return { program: own, words: ["-m", "pytest", ...words] };
  if (found(["pytest"]) !== undefined) return { program: "pytest", words };
  const python = found(["python3", "python"]);
  return python === undefined ? undefined : { program: python, words: ["-m", "pytest", ...words] };
}

/** Go tests packages: a file stands for the one it lies in, a folder for all below it. */
function goPackage(folder: string, path: string): string {
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  const way = relative(folder, isFolder ? path : dirname(path));
  const local = way === "" ? "." : way.startsWith("..") ? way : `./${way}`;
  return isFolder ? `${local}/...` : local;
}

/** The line that installs what package.json names, where nothing is installed; undefined: nothing seems to be missing. */
export function installCommand(runner: Runner, folder: string, root: string): string | undefined {
  if (runner !== "npm" && runner !== "pnpm" && runner !== "yarn") return undefined;
  const up = foldersUp(folder, root);
  const manifest = jsonOf(join(folder, "package.json")) ?? {};
  const needs = [manifest.dependencies, manifest.devDependencies].some(
    (one) => typeof one === "object" && one !== null && Object.keys(one).length > 0,
  );
  if (!needs || up.some((at) => existsSync(join(at, "node_modules")) || existsSync(join(at, ".pnp.cjs")))) return undefined;
  const locked = up.some((at) => existsSync(join(at, "package-lock.json")));
  return runner === "npm" ? (locked ? "npm ci" : "npm install") : `${runner} install`;
}
