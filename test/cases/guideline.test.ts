import { createHash } from "node:crypto";
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { project, repository } from "../support/project.ts";
import { type Ran, run, shell } from "../support/run.ts";

const FETCH = ["docs", "fetch", "--keywords", "cdk", "lambda", "--json"];
const page = "# Deploy\n\n## CDK and Lambda\n\nDeploy the lambda by the cdk.\n";

function errorOf(ran: Ran) {
  return JSON.parse(ran.stdout).error;
}

async function runAll(commands: readonly string[], cwd: string): Promise<void> {
  for (const command of commands) {
    const ran = await shell(command, { cwd });
    expect([command, ran.code, ran.code === 0 ? "" : ran.stderr]).toEqual([command, 0, ""]);
  }
}

/** SHA-256 of every file of these folders of the repository. */
function digest(folders: readonly string[]): string {
  const hash = createHash("sha256");
  for (const folder of folders) {
    for (const item of readdirSync(join(repository, folder), { recursive: true, withFileTypes: true })) {
      if (item.isFile()) hash.update(`${item.parentPath}/${item.name}\0`).update(readFileSync(join(item.parentPath, item.name)));
    }
  }
  return hash.digest("hex");
}

describe("the guideline's cases", () => {
  test("1: DOCS_DIR missing is a precondition block whose Fix, run in its order, makes the same call succeed", async () => {
    const { root, wrapper } = project();
    const first = await run(wrapper, FETCH, { cwd: root });
    expect(first.code).toBe(1);
    expect(errorOf(first)).toMatchObject({ layer: "precondition", recoverable: "yes", exit_code: 1 });
    expect(errorOf(first).message).toBe(`DOCS_DIR not found: ${root}/docs/patterns`);
    const { fix } = errorOf(first);
    expect(fix.map((line: string) => line.replace(/^.*acme'? /, ""))).toEqual(["docs init", "docs index"]);
    await runAll(fix, root);
    const again = await run(wrapper, FETCH, { cwd: root });
    expect(again.code).toBe(0);
    expect(JSON.parse(again.stdout).ok).toBe(true);
  });

  test("1: an index missing alone has the one command as its Fix", async () => {
    const { root, wrapper } = project({ "docs/patterns/deploy.md": page });
    const { fix } = errorOf(await run(wrapper, FETCH, { cwd: root }));
    expect(fix).toHaveLength(1);
    await runAll(fix, root);
    const { data } = JSON.parse((await run(wrapper, FETCH, { cwd: root })).stdout);
    expect(data.results[0]).toMatchObject({ path: expect.stringContaining("deploy.md") });
  });

  test("2: another project is one new wrapper; dispatcher and lib stay untouched", async () => {
    const folders = ["bin", "dispatcher", "lib", "registry", "dist"];
    const before = digest(folders);
    const { root, wrapper } = project(
      {
        "docs/patterns/deploy.md": page,
        "docs/rules/impl/hooks.md": "---\npaths: src/hooks/**\n---\n# Hooks\n\nA react hook begins with use.\n",
      },
      { name: "other-project" },
    );
    const lines = [
      "docs index --rebuild",
      "docs fetch --keywords cdk lambda --json",
      "impl context --keywords react hook --files src/hooks/useFoo.ts",
    ];
    for (const line of lines) {
      const ran = await run(wrapper, line.split(" "), { cwd: root });
      expect([line, ran.code]).toEqual([line, 0]);
      expect(ran.stdout).not.toBe("");
    }
    expect((await run(wrapper, ["impl", "context", "--files", "src/hooks/useFoo.ts", "--json"], { cwd: root })).stdout).toContain(
      "hooks.md",
    );
    expect(digest(folders)).toBe(before);
  });

  test.each([
    ["garbage", "this is no database, but it is long enough to be read as one".repeat(100)],
    ["empty", ""],
    ["cut short", undefined],
  ])("3: a broken index (%s) is a runtime block, exit 2, mended by docs index --rebuild", async (_, content) => {
    const { root, wrapper } = project({ "docs/patterns/deploy.md": page });
    await run(wrapper, ["docs", "index"], { cwd: root });
    const index = join(root, "logs/cache/docs-index.sqlite");
    writeFileSync(index, content ?? readFileSync(index).subarray(0, 5000));
    const broken = await run(wrapper, FETCH, { cwd: root });
    expect(broken.code).toBe(2);
    expect(errorOf(broken)).toMatchObject({ layer: "runtime", recoverable: "yes", exit_code: 2 });
    expect(errorOf(broken).fix[0]).toMatch(/ docs index --rebuild$/);
    await runAll(errorOf(broken).fix, root);
    expect((await run(wrapper, FETCH, { cwd: root })).code).toBe(0);
  });

  test("3: what is no file at all in the index's place is the same, and is not waited for", async () => {
    const { root, wrapper } = project({ "docs/patterns/deploy.md": page });
    mkdirSync(join(root, "logs/cache"), { recursive: true });
    await shell("mkfifo logs/cache/docs-index.sqlite", { cwd: root });
    const broken = await run(wrapper, FETCH, { cwd: root });
    expect([broken.code, errorOf(broken).layer]).toEqual([2, "runtime"]);
    await runAll(errorOf(broken).fix, root);
    expect((await run(wrapper, FETCH, { cwd: root })).code).toBe(0);
  });

  test("3: an unreadable DOCS_DIR is a platform block for the user, exit 3, also where the tests run as root", async () => {
    const copy = join(tmpdir(), `niche-unreadable-${process.pid}`);
    onTestFinished(() => rmSync(copy, { recursive: true, force: true }));
    mkdirSync(copy, { mode: 0o755 });
    for (const name of ["bin", "dist", "lib", "registry", "dispatcher", "package.json", "scripts"])
      cpSync(join(repository, name), join(copy, "kit", name), { recursive: true });
    cpSync(join(repository, "node_modules/libsql"), join(copy, "kit/node_modules/libsql"), { recursive: true });
    for (const name of ["@libsql", "@neon-rs", "detect-libc", "@esbuild", "esbuild"]) {
      const from = join(repository, "node_modules", name);
      if (existsSync(from)) cpSync(from, join(copy, "kit/node_modules", name), { recursive: true });
    }
    // Node itself may lie where another account cannot go.
    cpSync(process.execPath, join(copy, "node/node"));
    const { root, wrapper } = project({ "docs/patterns/deploy.md": page }, { folder: join(copy, "repo") });
    rmSync(join(root, "node_modules"), { recursive: true });
    mkdirSync(join(root, "node_modules/.bin"), { recursive: true });
    symlinkSync(join(copy, "kit/bin/niche-dispatch"), join(root, "node_modules/.bin/niche-dispatch"));
    await shell(`chmod -R a+rX ${JSON.stringify(copy)}`);
    expect((await run(wrapper, ["docs", "index"], { cwd: root })).code).toBe(0);
    await shell(`chmod -R a+rX ${JSON.stringify(copy)}`);
    chmodSync(join(root, "docs/patterns"), 0o700);
    const asOther = process.getuid?.() === 0 ? { uid: 65534 } : {};
    if (process.getuid?.() !== 0) chmodSync(join(root, "docs/patterns"), 0o000);
    const env = { PATH: `${join(copy, "node")}:/usr/bin:/bin` };
    for (const line of [FETCH, ["docs", "index", "--json"]]) {
      const ran = await run(wrapper, line, { cwd: root, env, ...asOther });
      expect([line[1], ran.code]).toEqual([line[1], 3]);
      expect(errorOf(ran)).toMatchObject({ layer: "platform", recoverable: "user-action-required", exit_code: 3 });
      expect(errorOf(ran).fix[0]).toContain("docs/patterns");
    }
    chmodSync(join(root, "docs/patterns"), 0o755);
    expect((await run(wrapper, FETCH, { cwd: root, env, ...asOther })).code).toBe(0);
  });
});
