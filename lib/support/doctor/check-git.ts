import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { REGISTRY_PATH } from "../../../registry/entry.ts";
import { commandLine, shellQuote } from "../../../registry/error/shell-quote.ts";
import { gitIgnored } from "../scaffold/git-ignored.ts";
import { CACHES, ignoreLines, inCache } from "../scaffold/ignore-lines.ts";
import type { Examined, Finding } from "./finding.ts";

/**
 * What reaches other clones: caches that git would take, a registry, wrapper or tool that it ignores, a wrapper that is
 * committed without its run bit. Nothing where there is no git.
 *
 * `sources`: the project's own tools, `wrappers`: its subjects; relative to PROJECT_ROOT.
 */
export function checkGit({ root, env, here }: Examined, sources: readonly string[], wrappers: readonly string[]): Finding[] {
  const caches = CACHES.map(inCache);
  const committed = [REGISTRY_PATH, ...wrappers, ...sources];
  const ignored = gitIgnored(root, [...caches, ...committed], env);
  if (ignored === undefined) return [];
  const hidden = committed.filter((path) => ignored.has(path));
  const open = CACHES.filter((path) => !ignored.has(inCache(path)));
  const tracked = git(root, env, ["ls-files", "--", ...CACHES]);
  return [
    ...hidden.map((path) => unseen(path, ignoreLines(new Set([...hidden, ...caches]), [...hidden]), here)),
    ...(open.length > 0 && (existsSync(join(root, "logs")) || existsSync(join(root, REGISTRY_PATH))) ? [unignored(open, here)] : []),
    ...(tracked.length > 0 ? [taken(tracked.length, here)] : []),
    ...notExecutable(root, env, wrappers).map((finding) => ({ ...finding, fix: finding.fix.map(here) })),
  ];
}

function unseen(path: string, lines: readonly string[], here: Examined["here"]): Finding {
  const message = `${path} is ignored by git: no other clone and no CI has it`;
  return { check: "ignored", severity: "error", recoverable: "yes", message, file: path, fix: [here(append(lines))] };
}

function unignored(folders: readonly string[], here: Examined["here"]): Finding {
  const message = `${folders.join(" and ")} ${folders.length === 1 ? "is" : "are"} not ignored by git: caches would be committed`;
  return {
    check: "ignored",
    severity: "warning",
    recoverable: "yes",
    message,
    file: ".gitignore",
    fix: [here(append(folders.map((path) => `/${path}`)))],
  };
}

function taken(count: number, here: Examined["here"]): Finding {
  const message = `git tracks ${count} ${count === 1 ? "file" : "files"} of the caches`;
  // Takes them out of the index alone; the files stay.
  return {
    check: "ignored",
    severity: "warning",
    recoverable: "yes",
    message,
    fix: [here(commandLine(["git", "rm", "-r", "--cached", "--quiet", "--ignore-unmatch", "--", ...CACHES]))],
  };
}

function append(lines: readonly string[]): string {
  return `printf '%s\\n' ${lines.map(shellQuote).join(" ")} >> .gitignore`;
}

function notExecutable(root: string, env: Examined["env"], wrappers: readonly string[]): Finding[] {
  if (wrappers.length === 0) return [];
  return git(root, env, ["ls-files", "--stage", "--", ...wrappers])
    .map((line) => /^100644 \S+ \d\t(.*)$/s.exec(line)?.[1])
    .filter((path): path is string => path !== undefined)
    .map((path) => ({
      check: "run_bit",
      severity: "error" as const,
      recoverable: "yes" as const,
      message: `${path} is committed without its run bit: in a fresh clone it is no command`,
      file: path,
      fix: [commandLine(["git", "update-index", "--chmod=+x", path])],
    }));
}

/** Lines of what git says; none where it fails. */
function git(root: string, env: Examined["env"], words: readonly string[]): string[] {
  const ran = spawnSync("git", [words[0] ?? "", "-z", ...words.slice(1)], {
    cwd: root,
    env: { ...env } as NodeJS.ProcessEnv,
    encoding: "utf8",
    timeout: 10_000,
  });
  return ran.status === 0 ? ran.stdout.split("\0").filter((line) => line !== "") : [];
}
