import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { bashTool, project, repository } from "../support/project.ts";
import { type Ran, shell } from "../support/run.ts";

const hook = join(repository, "docs/ci/pre-commit");
const IDENTITY = "-c user.name=R -c user.email=r@example.org";

/** A repository with one tool, its registry committed and the hook in place. */
async function withHook(): Promise<{ root: string; git(line: string): Promise<Ran> }> {
  const { root, write } = project({
    "tools/hello-say.sh": bashTool("hello", "say", "echo hello"),
    "package.json": '{"name":"acme","private":true}',
    ".gitignore": "node_modules\nlogs/cache\n",
  });
  for (const bin of ["niche", "gen-registry"]) await shell(`ln -s ../nichekit/bin/${bin} node_modules/.bin/`, { cwd: root });
  const git = (line: string) => shell(`git ${IDENTITY} ${line}`, { cwd: root });
  await git("init --quiet");
  expect((await shell("node_modules/.bin/gen-registry && git add --all", { cwd: root })).code).toBe(0);
  expect((await git("commit --quiet --message first")).code).toBe(0);
  write(".git/hooks/pre-commit", readFileSync(hook, "utf8"), 0o755);
  return { root, git };
}

test("the pre-commit hook refuses a tool whose registry was not regenerated, and lets it pass afterwards", async () => {
  const { root, git } = await withHook();
  writeFileSync(join(root, "tools/hello-say.sh"), bashTool("hello", "say", "echo hello", ["summary: Say hello."]));
  const refused = await git("commit --quiet --all --message second");
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain("local__hello-say");
  expect((await shell("node_modules/.bin/gen-registry", { cwd: root })).code).toBe(0);
  expect((await git("commit --quiet --all --message second")).code).toBe(0);
});

test("the pre-commit hook leaves other commits alone, also where the registry is stale", async () => {
  const { root, git } = await withHook();
  writeFileSync(join(root, "tools/hello-say.sh"), bashTool("hello", "say", "echo hello", ["summary: Say hello."]));
  writeFileSync(join(root, "other.txt"), "x\n");
  expect((await git("add other.txt")).code).toBe(0);
  expect((await git("commit --quiet --message other")).code).toBe(0);
});

test("the workflow installs and then runs the check, and nothing that regenerates before it", () => {
  const workflow = parse(readFileSync(join(repository, "docs/ci/gen-registry.yml"), "utf8"));
  const lines = workflow.jobs.check.steps.flatMap((step: { run?: string }) => step.run ?? []);
  expect(lines).toEqual(["npm ci", "npx --no-install gen-registry --check"]);
});
