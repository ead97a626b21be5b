import { readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { shellQuote } from "../error/shell-quote.ts";
import { findProgram, isExecutable } from "./find-program.ts";
import { packageRoot } from "./package-root.ts";

type Env = Readonly<Record<string, string | undefined>>;

/**
 * The subject as the caller can type it from where it stands (contract 4.1):
 * the bare name if PATH resolves it to this wrapper, else the path as called.
 */
export function subjectCommand(env: Env, root: string, subject: string | undefined, cwd: string): string {
  const called = env.SUBJECT_COMMAND;
  if (!called) return guessedCommand(env, root, subject, cwd);
  const name = called.slice(called.lastIndexOf("/") + 1);
  const found = findProgram(name, { path: typedPath(env), cwd });
  if (found !== undefined && (!called.includes("/") || sameFile(found, called))) return shellQuote(name);
  if (!called.includes("/")) return shellQuote(resolve(cwd, called));
  return shellQuote(called);
}

/** npm and npx put `node_modules/.bin` in front of PATH for what they run; whoever types the Fix afterwards does not have it. */
function typedPath(env: Env): string | undefined {
  if (env.npm_command === undefined && env.npm_lifecycle_event === undefined) return env.PATH;
  return env.PATH?.split(":")
    .filter((folder) => !folder.endsWith("/node_modules/.bin") && !folder.includes("/node-gyp-bin"))
    .join(":");
}

/** For a wrapper that exports no SUBJECT_COMMAND: the one wrapper in `bin/` that ends in the dispatcher. */
function guessedCommand(env: Env, root: string, subject: string | undefined, cwd: string): string {
  const wrappers = wrapperFiles(join(root, "bin")).filter((file) => subject === undefined || file.endsWith(`/${subject}`));
  const [only] = wrappers;
  if (wrappers.length === 1 && only !== undefined) return subjectCommand({ ...env, SUBJECT_COMMAND: only }, root, undefined, cwd);
  // Which wrapper it was cannot be known: what it exported of the project goes along.
  const own = Object.entries(env).filter(
    ([name, value]) => value !== undefined && !/^(OLD)?PWD$|^_$/.test(name) && `${value}/`.startsWith(`${root}/`),
  );
  const variables = own.map(([name, value]) => `${name}=${shellQuote(value ?? "")}`);
  return [
    "env",
    ...new Set([`PROJECT_ROOT=${shellQuote(root)}`, ...variables]),
    shellQuote(join(packageRoot(), "bin/niche-dispatch")),
  ].join(" ");
}

function wrapperFiles(folder: string): string[] {
  try {
    return readdirSync(folder)
      .sort()
      .map((name) => join(folder, name))
      .filter((file) => isExecutable(file) && statSync(file).size < 16_384 && /^\s*exec .*dispatch/m.test(readFileSync(file, "utf8")));
  } catch {
    return [];
  }
}

function sameFile(a: string, b: string): boolean {
  try {
    return realpathSync(a) === realpathSync(b);
  } catch {
    return false;
  }
}
