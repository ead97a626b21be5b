import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { render, run } from "../../lib/test-run.ts";
import { findProgram } from "../../registry/project/find-program.ts";
import type { ToolContext } from "../../registry/tool-context.ts";
import { thrown, type Workspace, workspace } from "./workspace-project.ts";

/** A context with the caller's whole environment, as the header asks for it, and these programs before all others. */
function caller(place: Workspace, extra: Partial<ToolContext> & { env?: Record<string, string> } = {}) {
  const { env = {}, ...more } = extra;
  const own = { PATH: `${join(place.root, "fake-bin")}:${process.env.PATH}`, HOME: place.outside, PROJECT_ROOT: place.root };
  return place.context({ ...more, env: { ...own, ...env } });
}

/** A program that says how it was called, and ends with `code`. */
function fake(place: Workspace, name: string, code = 0, body = ""): void {
  place.write(`fake-bin/${name}`, `#!/bin/sh\necho "${name} called:" "$@" in "$PWD"\n${body}\nexit ${code}\n`, 0o755);
}

const PACKAGE = (script: string, more: object = {}) => JSON.stringify({ name: "p", private: true, scripts: { test: script }, ...more });
const has = (name: string) => findProgram(name, { path: process.env.PATH, cwd: "/" }) !== undefined;

interface FailedDetail {
  runner: string;
  command: string;
  exit_code: number;
  paths: string[];
  output: string;
  file: string | null;
}

describe("test run recognises", () => {
  const chosen = async (files: Record<string, string>, args: object = {}, cwd = ".") => {
    const place = workspace(files);
    for (const name of ["npm", "pnpm", "yarn", "pytest", "cargo", "go", "make"]) fake(place, name);
    return run(args, caller(place, { dryRun: true, cwd: join(place.root, cwd) }));
  };

  test.each([
    ["npm by scripts.test", { "package.json": PACKAGE("x") }, "npm", "npm test"],
    ["pnpm by its lockfile", { "package.json": PACKAGE("x"), "pnpm-lock.yaml": "" }, "pnpm", "pnpm run test"],
    ["yarn by its lockfile", { "package.json": PACKAGE("x"), "yarn.lock": "" }, "yarn", "yarn run test"],
    [
      "the field packageManager before a lockfile",
      { "package.json": PACKAGE("x", { packageManager: "pnpm@9.1.0" }), "yarn.lock": "" },
      "pnpm",
      "pnpm run test",
    ],
    ["pytest by pytest.ini", { "pytest.ini": "[pytest]\n" }, "pytest", "pytest"],
    ["pytest by pyproject.toml", { "pyproject.toml": "[tool.pytest.ini_options]\n" }, "pytest", "pytest"],
    ["pytest by a dependency of pyproject.toml", { "pyproject.toml": '[project]\ndependencies = ["pytest>=8"]\n' }, "pytest", "pytest"],
    ["pytest by setup.cfg", { "setup.cfg": "[tool:pytest]\n" }, "pytest", "pytest"],
    ["pytest by tests", { "tests/test_a.py": "" }, "pytest", "pytest"],
    ["cargo by Cargo.toml", { "Cargo.toml": "[package]\n" }, "cargo", "cargo test"],
    ["go by go.mod", { "go.mod": "module m\n" }, "go", "go test ./..."],
    ["make by a target", { Makefile: "all:\n\techo\n\ntest: all\n\techo\n" }, "make", "make test"],
    ["make by a target among others", { Makefile: "check test :: x\n\techo\n" }, "make", "make test"],
  ])("%s", async (_what, files, runner, command) => {
    expect(await chosen(files)).toMatchObject({ passed: null, runner, command, folder: ".", exit_code: null });
  });

  test.each([
    ["npm's placeholder", { "package.json": PACKAGE('echo "Error: no test specified" && exit 1') }],
    ["a package.json without scripts", { "package.json": "{}" }],
    ["a broken package.json", { "package.json": "{" }],
    ["a pyproject.toml that does not speak of tests", { "pyproject.toml": "[project]\nname = 'a'\n" }],
    ["a variable of a Makefile", { Makefile: "test := a\n\nbuild:\n\techo test:\n" }],
    ["nothing at all", {}],
  ])("nothing by %s, and says what it looked for", async (_what, files) => {
    const error = await thrown(() => chosen(files));
    expect(error).toMatchObject({ code: "test_command_missing", layer: "precondition", recoverable: "yes" });
    expect(error.message).toContain("scripts.test of package.json (npm, pnpm, yarn), pytest's settings");
    expect(error.fix).toEqual(["acme file glob --pattern *test*"]);
  });

  test("of several the first of its order, and tells the others, which --runner takes", async () => {
    const files = { "package.json": PACKAGE("x"), "go.mod": "module m\n", Makefile: "test:\n\techo\n", "Cargo.toml": "" };
    expect(await chosen(files)).toMatchObject({ runner: "npm", also: ["cargo", "go", "make"] });
    expect(await chosen(files, { runner: "go" })).toMatchObject({ runner: "go", command: "go test ./...", also: ["npm", "cargo", "make"] });
    const error = await thrown(() => chosen(files, { runner: "pytest" }));
    expect(error).toMatchObject({
      code: "test_runner_not_here",
      recoverable: "yes",
      fix: ["acme test run --dry-run   # what is recognised"],
    });
  });

  test("the package nearest to the caller, else the root's; --in names another", async () => {
    const files = {
      "package.json": PACKAGE("all"),
      "pnpm-lock.yaml": "",
      "packages/ui/package.json": PACKAGE("ui"),
      "packages/ui/src/a.js": "",
      "packages/api/src/b.js": "",
    };
    expect(await chosen(files)).toMatchObject({ folder: "." });
    expect(await chosen(files, {}, "packages/ui/src")).toMatchObject({ folder: "packages/ui", runner: "pnpm" });
    expect(await chosen(files, {}, "packages/api/src")).toMatchObject({ folder: "." });
    expect(await chosen(files, { in: "packages/ui" })).toMatchObject({ folder: "packages/ui" });
    expect(await chosen(files, { in: "../packages/ui" }, "packages/api".replace("/api", ""))).toMatchObject({ folder: "packages/ui" });
  });

  test("where the root has none, the Fix names a folder that has", async () => {
    const error = await thrown(() => chosen({ "packages/ui/package.json": PACKAGE("ui"), "readme.md": "" }));
    expect(error).toMatchObject({ code: "test_command_missing", detail: { folders_with_tests: ["packages/ui"] } });
    expect(error.fix).toEqual(["acme test run --in packages/ui"]);
  });

  test("nothing outside the project", async () => {
    const place = workspace({ "package.json": PACKAGE("x") });
    symlinkSync(place.outside, join(place.root, "out"));
    expect((await thrown(() => run({ in: "out" }, caller(place)))).code).toBe("path_outside_project");
    expect((await thrown(() => run({ path: ["../outside/secret.txt"] }, caller(place)))).code).toBe("path_outside_project");
  });

  test("paths and words, each as the runner takes them", async () => {
    const line = async (files: Record<string, string>, args: object) => (await chosen({ "sub dir/a_test.x": "", ...files }, args)).command;
    const path = ["sub dir/a_test.x"];
    expect(await line({ "package.json": PACKAGE("x") }, { path, words: ["-t", "one two"] })).toBe(
      "npm test -- 'sub dir/a_test.x' -t 'one two'",
    );
    expect(await line({ "package.json": PACKAGE("x"), "yarn.lock": "" }, { path, words: ["-t"] })).toBe(
      "yarn run test 'sub dir/a_test.x' -t",
    );
    expect(await line({ "pytest.ini": "" }, { path: ["sub dir/a_test.x::test_b"] })).toBe("pytest 'sub dir/a_test.x::test_b'");
    expect(await line({ "go.mod": "" }, { path, words: ["-run", "A"] })).toBe("go test './sub dir' -run A");
    expect(await line({ "go.mod": "" }, { path: ["sub dir"] })).toBe("go test './sub dir/...'");
    expect(await line({ "Cargo.toml": "" }, { words: ["name"] })).toBe("cargo test name");
    const error = await thrown(() => line({ Makefile: "test:\n" }, { path }));
    expect(error).toMatchObject({ code: "test_path_not_taken", fix: ["acme test run"] });
  });

  test("the project's own Python before the machine's", async () => {
    const place = workspace({ "tests/test_a.py": "", ".venv/bin/python": "", ".venv/bin/pytest": "" });
    expect(await run({}, caller(place, { dryRun: true }))).toMatchObject({ command: ".venv/bin/python -m pytest" });
  });

  test("a program that is missing is the user's to install", async () => {
    const place = workspace({ "package.json": PACKAGE("x"), "pnpm-lock.yaml": "" });
    const error = await thrown(() => run({}, caller(place, { env: { PATH: "/usr/bin:/bin" } })));
    expect(error).toMatchObject({ code: "test_program_missing", layer: "platform", recoverable: "user-action-required" });
    expect(error.message).toContain("pnpm is not on PATH");
  });
});

describe("test run, with real programs", () => {
  const failing = 'import { test } from "node:test";\nimport assert from "node:assert";\ntest("a", () => assert.equal(1, 2));\n';

  test("npm: passes, then fails by naming the files concerned", async () => {
    const passing = failing.replace("1, 2", "1, 1");
    const place = workspace({ "package.json": PACKAGE("node --test packages/", { type: "module" }), "packages/u i/日本.test.js": passing });
    place.write("packages/ok.test.js", passing);
    const passed = await run({}, caller(place));
    expect(passed).toMatchObject({ passed: true, runner: "npm", command: "npm test", exit_code: 0, file: null });
    expect(render(passed)).toContain("Passed: npm test in .");
    place.write("packages/u i/日本.test.js", failing);
    const error = await thrown(() => run({}, caller(place)));
    expect(error).toMatchObject({ code: "tests_failed", layer: "runtime", recoverable: "yes" });
    const detail = error.detail as FailedDetail;
    expect(detail).toMatchObject({ passed: false, exit_code: 1, runner: "npm", folder: ".", file: null });
    expect(detail.paths[0]).toBe("packages/u i/日本.test.js");
    expect(detail.paths).not.toContain("packages/ok.test.js");
    expect(detail.output).toContain("日本.test.js");
    expect(error.fix).toEqual(["acme test run --path packages/u i/日本.test.js"]);
    // npm makes its cache's folder at every call: not in a home that has none.
    expect(existsSync(join(place.outside, ".npm"))).toBe(false);
  });

  test.skipIf(!has("make"))("make", async () => {
    const place = workspace({ Makefile: "test:\n\t@echo tests/case.sh failed\n\t@false\n", "tests/case.sh": "" });
    const error = await thrown(() => run({}, caller(place)));
    expect(error.detail).toMatchObject({ runner: "make", exit_code: 2, paths: ["tests/case.sh"] });
    expect(error.fix).toEqual(["acme test run"]);
    expect(await run({ words: ["-n"] }, caller(place))).toMatchObject({ passed: true, command: "make test -n" });
  });

  test.skipIf(!has("pytest"))("pytest", async () => {
    const place = workspace({ "tests/test_label.py": "from src.label import label\n\ndef test_one():\n    assert label(1) == '1 item'\n" });
    place.write("src/label.py", "def label(n):\n    raise ValueError(n)\n");
    place.write("conftest.py", "");
    const error = await thrown(() => run({ path: ["tests/test_label.py"] }, caller(place, { env: { PYTHONDONTWRITEBYTECODE: "1" } })));
    const detail = error.detail as FailedDetail;
    expect(detail).toMatchObject({ runner: "pytest", exit_code: 1, command: "pytest tests/test_label.py" });
    expect(detail.paths).toEqual(expect.arrayContaining(["tests/test_label.py", "src/label.py"]));
    expect(error.fix).toEqual(["acme test run --path tests/test_label.py"]);
  });

  test("go and cargo: of packages that are named, and files without their folder", async () => {
    const place = workspace({ "svc/go.mod": "module example.com/shop\n\ngo 1.22\n", "svc/ui/label_test.go": "", "svc/ui/label.go": "" });
    fake(
      place,
      "go",
      1,
      "printf -- '--- FAIL: TestLabel (0.00s)\\n    label_test.go:8: bad\\nFAIL\\nFAIL\\texample.com/shop/ui\\t0.002s\\nok  \\texample.com/shop/api\\t0.1s\\n'",
    );
    const error = await thrown(() => run({ in: "svc" }, caller(place)));
    expect((error.detail as FailedDetail).paths).toEqual(["svc/ui/label_test.go", "svc/ui"]);
    expect(error.fix).toEqual(["acme test run --in svc --path svc/ui/label_test.go"]);
    const rust = workspace({ "Cargo.toml": "", "src/lib.rs": "" });
    fake(rust, "cargo", 101, "echo \"thread 'tests::it_works' panicked at src/lib.rs:10:9:\"");
    expect((await thrown(() => run({}, caller(rust)))).detail).toMatchObject({ runner: "cargo", exit_code: 101, paths: ["src/lib.rs"] });
  });
});

describe("test run", () => {
  const script = (place: Workspace, body: string) => {
    fake(place, "make", 0, body);
    place.write("Makefile", "test:\n");
  };

  test("keeps beginning and end of a long output, and all of it in a file that git does not see", async () => {
    const place = workspace({ "src/late.test.js": "" });
    script(place, "i=0; while [ $i -lt 4000 ]; do echo \"line $i of the output\"; i=$((i+1)); done; echo 'FAIL src/late.test.js'; exit 1");
    const error = await thrown(() => run({}, caller(place)));
    const detail = error.detail as FailedDetail & { truncated: boolean; output_bytes: number };
    expect(Buffer.byteLength(detail.output)).toBeLessThan(13 * 1024);
    expect(detail).toMatchObject({ truncated: true, file: "logs/cache/tests/root-make.log", paths: ["src/late.test.js"] });
    expect(detail.output).toMatch(/^make called:[\s\S]*\n… \d+ bytes left out …\nline \d+ of the output\n[\s\S]*FAIL src\/late.test.js\n$/);
    const whole = readFileSync(join(place.root, detail.file ?? ""), "utf8");
    expect(Buffer.byteLength(whole)).toBe(detail.output_bytes);
    expect(whole).toContain("line 2000 of the output\n");
    execFileSync("git", ["init", "--quiet", place.root]);
    expect(execFileSync("git", ["-C", place.root, "status", "--porcelain", "--untracked-files=all"]).toString()).not.toContain("logs/");
  });

  test("keeps no file where a link leads the logs out of the project", async () => {
    const place = workspace();
    symlinkSync(place.outside, join(place.root, "logs"));
    script(place, 'i=0; while [ $i -lt 4000 ]; do echo "line $i of the output"; i=$((i+1)); done');
    expect(await run({}, caller(place))).toMatchObject({ passed: true, file: null });
    expect(existsSync(join(place.outside, "cache"))).toBe(false);
  });

  test("gives the tests the caller's environment, unattended, without what the wrapper and the dispatcher add", async () => {
    const place = workspace();
    script(place, 'echo "own=$DATABASE_URL ci=$CI root=$PROJECT_ROOT subject=$SUBJECT json=$TOOL_JSON"; read line || echo "no stdin"');
    const { output } = await run({}, caller(place, { env: { DATABASE_URL: "db", SUBJECT: "acme", TOOL_JSON: "1" } }));
    expect(output).toContain("own=db ci=true root= subject= json=\n");
    expect(output).toContain("no stdin");
  });

  test("takes colours out of the output, and tells it to people on stderr where they asked for no JSON", async () => {
    const place = workspace();
    script(place, "printf '\\033[31mred\\033[0m\\r\\n'; exit 1");
    const context = caller(place, { json: false });
    const error = await thrown(() => run({}, context));
    expect((error.detail as FailedDetail).output).toContain("\nred\n");
    expect(context.logs).toEqual([expect.stringContaining("\nred\n")]);
  });

  test("names the signal that ended the tests", async () => {
    const place = workspace();
    script(place, "kill -SEGV $$");
    expect(await thrown(() => run({}, caller(place)))).toMatchObject({
      code: "tests_failed",
      detail: { exit_code: null, signal: "SIGSEGV" },
    });
  });

  test("what the tests left in the background does not hold up the end", async () => {
    const place = workspace();
    script(place, "sleep 300 & echo $!");
    const { output } = await run({}, caller(place));
    const pid = Number(/^\d+$/m.exec(output)?.[0]);
    expect(process.kill(pid, 0)).toBe(true);
    process.kill(pid);
  });

  test("an interrupt ends the tests with all they started", async () => {
    const place = workspace();
    script(place, `sleep 300 & echo $! > "${place.root}/pid"; wait`);
    const stop = new AbortController();
    const ended = run({}, caller(place, { signal: stop.signal }));
    while (!existsSync(join(place.root, "pid")) || readFileSync(join(place.root, "pid"), "utf8") === "")
      await new Promise((resolve) => setTimeout(resolve, 20));
    const pid = Number(readFileSync(join(place.root, "pid"), "utf8"));
    stop.abort("SIGINT");
    await expect(ended).rejects.toThrow();
    await expect.poll(() => isRunning(pid)).toBe(false);
  });

  test("puts what installs the packages before the same call, where none are installed", async () => {
    const place = workspace({ "package.json": PACKAGE("no-such-runner", { devDependencies: { x: "1" } }), "package-lock.json": "{}" });
    const fix = async (cwd: string) => (await thrown(() => run({}, caller(place, { cwd: join(place.root, cwd) })))).fix;
    expect(await fix(".")).toEqual(["npm ci", "acme test run"]);
    place.write("src/a.js", "");
    expect(await fix("src")).toEqual(["(cd .. && npm ci)", "acme test run"]);
    place.write("node_modules/x/package.json", "{}");
    expect(await fix(".")).toEqual(["acme test run"]);
  });

  test("a dry run starts nothing", async () => {
    const place = workspace();
    script(place, `touch "${place.root}/ran"`);
    expect(render(await run({}, caller(place, { dryRun: true })))).toBe("Dry run: would run make test in .");
    expect(existsSync(join(place.root, "ran"))).toBe(false);
    rmSync(join(place.root, "Makefile"));
  });
});

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return readFileSync(`/proc/${pid}/stat`, "utf8").split(" ")[2] !== "Z";
  } catch {
    return false;
  }
}
