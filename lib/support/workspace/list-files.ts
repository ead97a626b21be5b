import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { byCodePoint } from "../../../registry/project/list.ts";
import type { ToolContext } from "../../../registry/tool-context.ts";
import type { PlaceInside } from "./place-inside.ts";

export interface Listing {
  /** Relative to PROJECT_ROOT with `/`, sorted by code point. Some may be gone, or be links. */
  readonly files: readonly string[];
  /** Folders that are repositories of their own, whose files are not among them. */
  readonly repositories: readonly string[];
}

/**
 * The files below a folder of the project: what git tracks and would offer to track; where no git can be asked, all that no
 * .gitignore names. Never `.git`; `node_modules` only in a folder below it, or with `ignored`, which lists what is ignored as well.
 */
export async function listFiles(context: Pick<ToolContext, "env">, folder: PlaceInside, ignored: boolean): Promise<Listing> {
  const prefix = folder.path === "." ? "" : `${folder.path}/`;
  const skipped = ignored || /(^|\/)node_modules(\/|$)/.test(folder.path) ? /(^|\/)\.git(\/|$)/ : /(^|\/)(\.git|node_modules)(\/|$)/;
  const asked = ignored ? undefined : gitFiles(context, folder.real);
  // A folder that git ignores as a whole has nothing to tell of: what is in it is listed by its own .gitignore files.
  const found = asked !== undefined && asked.length > 0 ? asked : (await import("./walk-files.ts")).walkFiles(folder, ignored);
  const files: string[] = [];
  const repositories: string[] = [];
  let before = "";
  for (const name of found.sort(byCodePoint)) {
    if (name === before || skipped.test(name)) continue;
    before = name;
    if (name.endsWith("/")) repositories.push(prefix + name.slice(0, -1));
    else files.push(prefix + name);
  }
  return { files, repositories };
}

/** Names relative to the folder; a repository in it ends with `/`. Undefined: git cannot say. */
function gitFiles({ env }: Pick<ToolContext, "env">, folder: string): string[] | undefined {
  if (!inWorkTree(folder)) return undefined;
  // No program that the repository's settings name is started for a listing.
  const words = ["--no-optional-locks", "-c", "core.fsmonitor=false", "ls-files", "-z", "--cached", "--others", "--exclude-standard"];
  const ran = spawnSync("git", words, { cwd: folder, env: { ...env } as NodeJS.ProcessEnv, maxBuffer: 1024 ** 3, timeout: 60_000 });
  return ran.status === 0
    ? ran.stdout
        .toString()
        .split("\0")
        .filter((name) => name !== "")
    : undefined;
}

/** Spares the start of git where there can be no answer. */
function inWorkTree(folder: string): boolean {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, ".git"))) return true;
    if (at === dirname(at)) return false;
  }
}
