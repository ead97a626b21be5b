import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { repository, scratch } from "../../support/project.ts";
import { type Ran, run, shell } from "../../support/run.ts";

export interface Fresh {
  root: string;
  write(path: string, text: string, mode?: number): void;
  read(path: string): string;
  /** `niche …` in the folder, as an agent calls it. */
  niche(...words: string[]): Promise<Ran>;
  /** The envelope of `niche … --json`, and its exit code. */
  // biome-ignore lint/suspicious/noExplicitAny: the envelope is looked into by each test
  json(...words: string[]): Promise<any>;
  shell(line: string): Promise<Ran>;
}

/** A folder that nichekit has never seen, with nichekit installed globally. */
export function freshFolder(files: Readonly<Record<string, string>> = {}, options: { name?: string; git?: boolean } = {}): Fresh {
  const root = scratch(options.name);
  const env = { ...process.env, PATH: `${join(repository, "bin")}:${process.env.PATH}`, TOOL_PATH: undefined };
  const write = (path: string, text: string, mode = 0o644) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text, { mode });
  };
  for (const [path, text] of Object.entries(files)) write(path, text);
  return {
    root,
    write,
    read: (path) => readFileSync(join(root, path), "utf8"),
    niche: (...words) => run("niche", words, { cwd: root, env }),
    json: async (...words) => {
      const ran = await run("niche", [...words, "--json"], { cwd: root, env });
      return { code: ran.code, stderr: ran.stderr, ...JSON.parse(ran.stdout) };
    },
    shell: (line) => shell(line, { cwd: root, env }),
  };
}
