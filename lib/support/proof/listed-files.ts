import { execFileSync } from "node:child_process";
import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";

type Env = Readonly<Record<string, string | undefined>>;

/** What of a project goes into a copy; all paths relative to its root. */
export interface ListedFiles {
  files: readonly string[];
  /** Ignored folders, as git names them, without the last `/`. */
  ignored: readonly string[];
  /** Undefined: no git, or no work tree. `top`: the project is the whole work tree, not a folder in it. */
  git: { top: boolean } | undefined;
}

/** Folders that no copy needs: they are linked, or belong to another tool. */
const APART = new Set(["node_modules", ".git", ".venv", "venv"]);

/** The files of a project: what git tracks and would offer to track; without git, everything but dependencies. */
export function listedFiles(root: string, env: Env): ListedFiles {
  const ask = (...words: string[]) => gitText(root, env, words);
  const tracked = ask("ls-files", "-z", "--cached", "--others", "--exclude-standard", "--deduplicate");
  if (tracked === undefined) return walked(root);
  const ignored = ask("ls-files", "-z", "--others", "--ignored", "--exclude-standard", "--directory") ?? "";
  const split = (text: string) => text.split("\0").filter((path) => path !== "");
  return {
    files: split(tracked),
    ignored: split(ignored).flatMap((path) => (path.endsWith("/") ? [path.slice(0, -1)] : isFolderLink(root, path) ? [path] : [])),
    git: { top: (ask("rev-parse", "--show-prefix") ?? "x").trim() === "" },
  };
}

/** A git command's output; undefined if it fails, or there is no git. A hook's own variables must not lead it elsewhere. */
export function gitText(root: string, env: Env, words: readonly string[], input?: string): string | undefined {
  try {
    const plain = Object.fromEntries(Object.entries(env).filter(([name]) => !HOOKS.test(name)));
    return execFileSync("git", words, {
      cwd: root,
      env: plain as NodeJS.ProcessEnv,
      stdio: [input === undefined ? "ignore" : "pipe", "pipe", "ignore"],
      ...(input === undefined ? {} : { input }),
      maxBuffer: 256 * 1024 * 1024,
    }).toString();
  } catch {
    return undefined;
  }
}

/** What git gives the hooks that it runs. */
export const HOOKS = /^GIT_(?:DIR|WORK_TREE|INDEX_FILE|PREFIX|OBJECT_DIRECTORY|COMMON_DIR|ALTERNATE_OBJECT_DIRECTORIES|QUARANTINE_PATH)$/;

/** `node_modules` may itself be a link, which to git is a file. */
function isFolderLink(root: string, path: string): boolean {
  try {
    return APART.has(path.slice(path.lastIndexOf("/") + 1)) && lstatSync(join(root, path)).isSymbolicLink();
  } catch {
    return false;
  }
}

function walked(root: string): ListedFiles {
  const files: string[] = [];
  const ignored: string[] = [];
  const walk = (folder: string) => {
    let items: ReturnType<typeof namesIn>;
    try {
      items = namesIn(join(root, folder));
    } catch {
      return;
    }
    for (const item of items) {
      const path = folder === "" ? item.name : `${folder}/${item.name}`;
      if (APART.has(item.name)) ignored.push(path);
      else if (item.isDirectory()) walk(path);
      else files.push(path);
    }
  };
  walk("");
  return { files, ignored: ignored.filter((path) => !path.endsWith(".git")), git: undefined };
}

function namesIn(folder: string) {
  return readdirSync(folder, { withFileTypes: true });
}
