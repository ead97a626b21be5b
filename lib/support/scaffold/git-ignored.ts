import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

type Env = Readonly<Record<string, string | undefined>>;

/** Which of the paths (relative to `root`) git ignores; undefined where there is no git or no work tree. */
export function gitIgnored(root: string, paths: readonly string[], env: Env): ReadonlySet<string> | undefined {
  if (!inWorkTree(root)) return undefined;
  const ran = spawnSync("git", ["check-ignore", "--stdin", "-z"], {
    cwd: root,
    env: { ...env } as NodeJS.ProcessEnv,
    input: paths.map((path) => `${path}\0`).join(""),
    encoding: "utf8",
    timeout: 10_000,
  });
  // 0: some are ignored, 1: none; anything else: git cannot say.
  if (ran.status !== 0 && ran.status !== 1) return undefined;
  return new Set(ran.stdout.split("\0").filter((path) => path !== ""));
}

/** Spares the start of git where there can be no answer. */
function inWorkTree(root: string): boolean {
  for (let folder = root; ; folder = dirname(folder)) {
    if (existsSync(join(folder, ".git"))) return true;
    if (folder === dirname(folder)) return false;
  }
}
