import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Registry } from "../../registry/entry.ts";
import { project, repository, type TestProject } from "../support/project.ts";
import { type RunOptions, run } from "../support/run.ts";

/** The tools as an agent calls them: processes, through a project's own wrapper. */
async function call(place: TestProject, words: readonly string[], options: RunOptions = {}) {
  const ran = await run(place.wrapper, [...words, "--json"], { cwd: place.root, ...options });
  return { code: ran.code, stderr: ran.stderr, ...JSON.parse(ran.stdout) };
}

const registered = (JSON.parse(readFileSync(join(repository, "logs/tool-registry.json"), "utf8")) as Registry).tools;
const TOOLS = ["file edit", "file glob", "file grep", "file read", "file write", "test run"];

describe("the workspace tools", () => {
  test("cost a model few tokens each, and are found by English and Japanese words", () => {
    for (const name of TOOLS) {
      const tool = registered.find(({ noun, verb }) => `${noun} ${verb}` === name);
      expect(tool, name).toBeDefined();
      expect(tool?.tokens.full, name).toBeLessThanOrEqual(250);
      expect(
        tool?.keywords?.some((word) => /[ぁ-んァ-ヶ一-龠]/.test(word)),
        name,
      ).toBe(true);
    }
  });

  test("declare what they do: readers are of low risk, writers and the tests of medium", () => {
    const risks = Object.fromEntries(registered.map(({ noun, verb, derived_risk }) => [`${noun} ${verb}`, derived_risk]));
    expect(TOOLS.map((name) => risks[name])).toEqual(["medium", "low", "low", "low", "medium", "medium"]);
  });

  test("belong to every project without a setting, and read, change and read again", async () => {
    const place = project({ "src/挨拶 a.ts": "export const hello = 'hi';\n" });
    const found = await call(place, ["file", "grep", "--pattern", "hello", "--glob", "*.ts"]);
    expect(found).toMatchObject({ code: 0, data: { matches: [{ path: "src/挨拶 a.ts", line: 1 }] } });
    const read = await call(place, ["file", "read", "--path", "src/挨拶 a.ts"]);
    const edit = ["file", "edit", "--path", "src/挨拶 a.ts", "--old", "'hi'", "--new", "'hello'", "--expect", read.data.sha256];
    expect(await call(place, [...edit, "--dry-run"])).toMatchObject({ code: 0, meta: { dry_run: true }, data: { replaced: 1 } });
    expect(readFileSync(join(place.root, "src/挨拶 a.ts"), "utf8")).toContain("'hi'");
    expect(await call(place, edit)).toMatchObject({ code: 0, data: { replaced: 1 } });
    expect(readFileSync(join(place.root, "src/挨拶 a.ts"), "utf8")).toBe("export const hello = 'hello';\n");
    expect(await call(place, edit)).toMatchObject({ code: 1, error: { code: "file_changed" } });
  });

  test("every Fix runs as it stands, with names that a shell would split", async () => {
    const place = project({ "a dir/it's.txt": "x\n" });
    const wrong = await call(place, ["file", "read", "--path", "a dir/its.txt"]);
    expect(wrong).toMatchObject({ code: 1, error: { code: "file_missing" } });
    expect(await run("bash", ["-c", wrong.error.fix[0]], { cwd: place.root })).toMatchObject({ code: 0, stdout: "1\tx\n" });
    const outside = await call(place, ["file", "read", "--path", "/etc/it's.txt"]);
    expect((await run("bash", ["-c", outside.error.fix[0]], { cwd: place.root })).stdout).toContain("a dir/it's.txt");
    const again = await call(place, ["file", "edit", "--path", "a dir/it's.txt", "--old", "y", "--new", "z"]);
    expect((await run("bash", ["-c", again.error.fix[0]], { cwd: place.root })).stdout).toBe("1\tx\n");
  });

  test("a file of a megabyte is written from stdin", async () => {
    const place = project();
    const content = "日本語 and more\n".repeat(60_000);
    const written = await call(place, ["file", "write", "--input", "-"], { stdin: JSON.stringify({ path: "big/file.txt", content }) });
    expect(written).toMatchObject({ code: 0, data: { state: "created", bytes: Buffer.byteLength(content) } });
    expect(readFileSync(join(place.root, "big/file.txt"), "utf8")).toBe(content);
  });

  test("what this account may not write is the user's to allow", async () => {
    const place = project({ "in/a.txt": "a\n" });
    const asOther = process.getuid?.() === 0 ? { uid: 65_534 } : {};
    const { chmodSync } = await import("node:fs");
    chmodSync(join(place.root, ".."), 0o755);
    if (process.getuid?.() !== 0) chmodSync(join(place.root, "in"), 0o555);
    for (const words of [
      ["file", "write", "--path", "in/b.txt", "--content", "b"],
      ["file", "edit", "--path", "in/a.txt", "--old", "a", "--new", "b"],
    ]) {
      expect(await call(place, words, asOther)).toMatchObject({
        code: 3,
        error: { code: "file_unwritable", layer: "platform", recoverable: "user-action-required" },
      });
    }
    if (process.getuid?.() !== 0) chmodSync(join(place.root, "in"), 0o755);
  });

  test("--timeout ends the tests with all that they started", async () => {
    const place = project({ Makefile: "test:\n\t@sleep 300 & echo $$! > pid; wait\n" });
    const ended = await call(place, ["test", "run", "--timeout", "3"]);
    expect(ended).toMatchObject({ code: 2, error: { code: "timeout" } });
    const pid = Number(readFileSync(join(place.root, "pid"), "utf8"));
    await expect.poll(() => existsSync(`/proc/${pid}`) && !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, "utf8"))).toBe(false);
  });

  test("failing tests are an error that holds what an agent needs to go on", async () => {
    const place = project({ "package.json": JSON.stringify({ scripts: { test: "node --test" }, type: "module" }) });
    const fails = 'import { test } from "node:test";\ntest("a", () => {\n  throw new Error("it is 42");\n});\n';
    writeFileSync(join(place.root, "sum.test.js"), fails);
    const failed = await call(place, ["test", "run"]);
    expect(failed).toMatchObject({ code: 2, ok: false, error: { code: "tests_failed", layer: "runtime", exit_code: 2 } });
    expect(failed.error.detail).toMatchObject({ passed: false, exit_code: 1, paths: ["sum.test.js"] });
    expect(failed.error.detail.output).toContain("it is 42");
    const text = await run(place.wrapper, ["test", "run"], { cwd: place.root });
    expect(text.stderr).toContain("it is 42");
    writeFileSync(join(place.root, "sum.test.js"), fails.replace(/throw.*/, ""));
    expect(await run("bash", ["-c", failed.error.fix[0]], { cwd: place.root })).toMatchObject({ code: 0 });
  });
});
