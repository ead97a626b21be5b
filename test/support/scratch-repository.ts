import { execFileSync } from "node:child_process";
import { appendFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, realpathSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = join(dirname(fileURLToPath(import.meta.url)), "../..");

/** The repository's files as they are: what Git tracks or would offer to. Relative paths. */
export function repositoryFiles(): string[] {
  const listed = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard", "--deduplicate"], { cwd: ROOT });
  return listed
    .toString()
    .split("\0")
    .filter((file) => file !== "" && existsSync(join(ROOT, file)));
}

/**
 * A copy of the repository in a temporary folder of its own, with its build and its packages, committed as a clone would be.
 *
 * @returns the copy's absolute path; its parent is to be removed afterwards.
 */
export function scratchRepository(): string {
  const repository = join(realpathSync(mkdtempSync(join(tmpdir(), "nichekit-docs-"))), "repository");
  for (const file of repositoryFiles()) {
    mkdirSync(dirname(join(repository, file)), { recursive: true });
    cpSync(join(ROOT, file), join(repository, file), { verbatimSymlinks: true });
  }
  cpSync(join(ROOT, "dist"), join(repository, "dist"), { recursive: true });
  symlinkSync(join(ROOT, "node_modules"), join(repository, "node_modules"));
  const git = (...words: string[]) =>
    execFileSync("git", ["-C", repository, "-c", "user.name=R", "-c", "user.email=r@example.org", ...words]);
  git("init", "--quiet", "--initial-branch=main");
  // The links are no folders to .gitignore's eyes.
  appendFileSync(join(repository, ".git/info/exclude"), "node_modules\n");
  git("add", "--all");
  git("commit", "--quiet", "--message", "As it is");
  return repository;
}
