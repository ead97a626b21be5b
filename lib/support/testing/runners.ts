import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export type Runner = "npm" | "pnpm" | "yarn" | "pytest" | "cargo" | "go" | "make";

/** What a folder is recognised by, in the order in which one of several is taken: the manifest's own command before one that wraps it. */
const RECOGNISED: readonly ((folder: string, root: string) => Runner | undefined)[] = [
  (folder, root) => (hasTestScript(folder) ? packageManager(folder, root) : undefined),
  (folder) => (isPytest(folder) ? "pytest" : undefined),
  (folder) => (existsSync(join(folder, "Cargo.toml")) ? "cargo" : undefined),
  (folder) => (existsSync(join(folder, "go.mod")) ? "go" : undefined),
  (folder) => (hasTestTarget(folder) ? "make" : undefined),
];

export const LOOKED_FOR =
  "scripts.test of package.json (npm, pnpm, yarn), pytest's settings or test_*.py, Cargo.toml, go.mod, a target test of a Makefile";

/** Who runs tests in a folder, the first to be taken first; both absolute. */
export function runnersOf(folder: string, root: string): readonly Runner[] {
  return RECOGNISED.flatMap((recognise) => recognise(folder, root) ?? []);
}

/** What npm writes into a new package counts as none. */
function hasTestScript(folder: string): boolean {
  const script = (jsonOf(join(folder, "package.json"))?.scripts as Record<string, unknown> | undefined)?.test;
  return typeof script === "string" && script.trim() !== "" && !/no test specified/.test(script);
}

/** By the field packageManager, else by the lockfile, of the folder or the nearest above it up to PROJECT_ROOT; else npm. */
function packageManager(folder: string, root: string): Runner {
  for (const at of foldersUp(folder, root)) {
    const field = jsonOf(join(at, "package.json"))?.packageManager;
    const named = typeof field === "string" ? field.split("@")[0] : undefined;
    if (named === "pnpm" || named === "yarn" || named === "npm") return named;
    if (existsSync(join(at, "pnpm-lock.yaml"))) return "pnpm";
    if (existsSync(join(at, "yarn.lock"))) return "yarn";
    if (existsSync(join(at, "package-lock.json"))) return "npm";
  }
  return "npm";
}

function isPytest(folder: string): boolean {
  const says = (file: string, section: RegExp) => section.test(textOf(join(folder, file)) ?? "");
  return (
    existsSync(join(folder, "pytest.ini")) ||
    existsSync(join(folder, "conftest.py")) ||
    says("pyproject.toml", /^\s*\[tool\.pytest\b|^[^#\n]*["']pytest\b/m) ||
    says("setup.cfg", /^\[tool:pytest\]/m) ||
    says("tox.ini", /^\[pytest\]/m) ||
    [".", "tests", "test"].some((name) => namesIn(join(folder, name)).some((file) => /^(test_.*|.*_test)\.py$|^conftest\.py$/.test(file)))
  );
}

/** Not the variable `test := …`, nor a recipe's line. */
function hasTestTarget(folder: string): boolean {
  const text = ["GNUmakefile", "makefile", "Makefile"].map((name) => textOf(join(folder, name))).find((found) => found !== undefined);
  return text !== undefined && /^(?:[^\s#:=]+ +)*test(?: +[^\s#:=]+)* *::?(?!=)/m.test(text);
}

/** A folder and those above it up to PROJECT_ROOT. */
export function foldersUp(folder: string, root: string): readonly string[] {
  const folders: string[] = [];
  for (let at = folder; ; at = join(at, "..")) {
    folders.push(at);
    if (at === root || at === join(at, "..")) return folders;
  }
}

export function jsonOf(file: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse((textOf(file) ?? "").replace(/^\uFEFF/, ""));
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    // Broken: whoever runs it says so better.
    return undefined;
  }
}

/** The name of a Go module, by which its packages are told. */
export function goModule(folder: string): string | undefined {
  return /^module\s+(\S+)/m.exec(textOf(join(folder, "go.mod")) ?? "")?.[1];
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
