import { execFileSync } from "node:child_process";
import { project, type TestProject } from "../support/project.ts";
import { type RunOptions, run } from "../support/run.ts";

/** A project that carries the tools this repository keeps for itself; a Git work tree unless told otherwise. */
export function repositoryProject(files: Readonly<Record<string, string>>, options: { git?: boolean } = {}): TestProject {
  const made = project({
    "niche.json": '{"shared_nouns":["repo","changelog","docs"]}',
    ".gitignore": "node_modules\nignored/\n",
    ...files,
  });
  if (options.git !== false) execFileSync("git", ["init", "--quiet", made.root]);
  return made;
}

export interface Answer {
  code: number | null;
  stderr: string;
  // biome-ignore lint/suspicious/noExplicitAny: the envelope's data and error are looked into by each test
  [key: string]: any;
}

/** The envelope of a call with `--json`, and its exit code. */
export async function call({ root, wrapper }: TestProject, words: readonly string[], options: RunOptions = {}): Promise<Answer> {
  const { code, stdout, stderr } = await run(wrapper, [...words, "--json"], { cwd: root, ...options });
  return { code, stderr, ...JSON.parse(stdout) };
}
