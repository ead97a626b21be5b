import { mkdtemp, realpath, rm, unlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runModule } from "../../../dispatcher/runner/module.ts";
import type { RunRequest } from "../../../dispatcher/runner/run-request.ts";
import type { ToolEntry } from "../../../registry/entry.ts";
import type { ToolError } from "../../../registry/error/tool-error.ts";
import { fakeRequest, setSourceHost } from "./fake-request.ts";

let folder: string;
let count = 0;

beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), "nichekit module é'[x] ")));
  setSourceHost(join(import.meta.dirname, "../../.."));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

type Changes = Partial<RunRequest> & { entry?: Partial<ToolEntry>; extension?: string };

async function run(text: string, { extension = "mjs", ...changes }: Changes = {}) {
  const file = join(folder, `docs-fetch${count++}.${extension}`);
  await writeFile(file, text);
  const { request, heard } = fakeRequest(file, folder, changes);
  return { ...(await runModule(request)), file, heard };
}

async function failure(promise: Promise<unknown>): Promise<ToolError> {
  return promise.then(
    () => expect.unreachable("it should have failed"),
    (error: ToolError) => error,
  );
}

describe("a module tool", () => {
  it("gets its arguments and its context, and gives its data", async () => {
    const result = await run(
      `export const run = (args, context) => {
        context.log("a line"); context.warn("a warning"); context.next("docs index"); context.progress(1, 2, "half");
        return { args, env: context.env.DOCS_DIR, process: process.env.DOCS_DIR, command: context.command("docs", "a b"),
          flags: [context.json, context.dryRun, context.yes], cwd: context.cwd };
      }`,
      { args: { keywords: ["cdk"] }, env: { DOCS_DIR: "/srv/docs" }, dryRun: true },
    );
    expect(result.data).toEqual({
      args: { keywords: ["cdk"] },
      env: "/srv/docs",
      process: "/srv/docs",
      command: "acme docs 'a b'",
      flags: [true, true, false],
      cwd: folder,
    });
    expect(result.heard).toEqual({
      logs: ["a line"],
      warnings: ["a warning"],
      nexts: ["docs index"],
      progress: [[1, 2, "half"]],
      stderr: "",
    });
  });

  it("is rendered for people by its own render, and only for them", async () => {
    const text = "export const run = async () => ({ n: 1 }); export const render = (data) => `n is ${data.n}`;";
    expect(await run(text, { json: false })).toMatchObject({ data: { n: 1 }, text: "n is 1" });
    expect((await run(text)).text).toBeUndefined();
    expect((await run("export const run = () => 1", { json: false })).text).toBeUndefined();
    expect((await failure(run("export const run = () => 1; export const render = () => 5", { json: false }))).code).toBe("render_not_text");
  });

  it("may be a CommonJS file, and a .js in module syntax where no package.json says so", async () => {
    expect((await run("exports.run = () => 'cjs'", { extension: "cjs" })).data).toBe("cjs");
    expect((await run("module.exports = { run: () => 'js' }", { extension: "js" })).data).toBe("js");
    expect((await run("import { basename } from 'node:path';\nexport const run = () => basename('/a/b')", { extension: "js" })).data).toBe(
      "b",
    );
  });

  it("throws a ToolError as it is, from whichever copy of the package", async () => {
    const text = `class Mine extends Error { layer = "precondition"; recoverable = "yes"; fix = ["x"]; code = "mine"; [Symbol.for("nichekit.ToolError")] = true }
      export const run = () => { throw new Mine("no such thing") }`;
    expect(await failure(run(text))).toMatchObject({ code: "mine", layer: "precondition", message: "no such thing", fix: ["x"] });
  });

  it("that throws anything else is a runtime error with its place", async () => {
    const error = await failure(run("\n\nexports.run = () => {\n  null.x;\n}", { extension: "cjs" }));
    expect(error).toMatchObject({ code: "module_threw", layer: "runtime", recoverable: "no" });
    expect(error.message).toMatch(/^docs fetch failed: TypeError: .* \(docs-fetch\d+\.cjs:4\)$/);
    expect(error.fix[0]).toMatch(/^sed -n 1,7p '/);
    expect((await failure(run("export const run = () => { throw undefined }"))).message).toBe("docs fetch failed: it threw undefined");
  });

  it.each([
    ["process.exit(0)", "module_exit_called", "process.exit(0)"],
    ["try { process.exit(0) } catch {}; return 1", "module_exit_called", "process.exit(0)"],
    ["process.abort()", "module_exit_called", "process.abort()"],
    ["process.kill(process.pid)", "module_exit_called", "SIGTERM"],
    ["setTimeout(() => process.exit(3), 5); return new Promise(() => {})", "module_exit_called", "process.exit(3)"],
    ["Promise.reject(new Error('stray')); return 1", "module_rejection", "stray"],
    ["setTimeout(() => { throw new Error('late') }, 5); return new Promise((r) => setTimeout(r, 200))", "module_threw", "late"],
    ["return { a: [1n] }", "result_not_json", "the data.a[0] is a BigInt (1n)"],
    ["const a = {}; a.b = { a }; return a", "result_not_json", "refers back"],
    ["return new Map([[1, 2]])", "result_not_json", "a Map"],
    ["return { f() {} }", "result_not_json", "a function"],
  ])("that does `%s` is the coded error %s", async (body, code, words) => {
    const error = await failure(run(`export const run = async () => { ${body} }`));
    expect(error.code).toBe(code);
    expect(error.message).toContain(words);
    expect(error.fix).toHaveLength(1);
  });

  it("that returns nothing returns null, and a Date or a number without a JSON form what JSON has for it", async () => {
    expect((await run("export const run = () => {}")).data).toBeNull();
    const result = await run("export const run = () => ({ at: new Date(0), n: NaN })");
    expect(result.data).toEqual({ at: "1970-01-01T00:00:00.000Z", n: null });
    expect(result.heard.warnings).toEqual(["the data.n is NaN, for which JSON has null"]);
  });

  it("that has no run, cannot be parsed, or lacks a package is told so", async () => {
    expect(await failure(run("export const other = 1"))).toMatchObject({ code: "module_no_run" });
    expect(await failure(run("export const run = (", { extension: "mjs" }))).toMatchObject({ code: "compile_failed" });
    expect(await failure(run("module.exports.run = (", { extension: "cjs" }))).toMatchObject({ code: "module_not_loadable" });
    const missing = await failure(run("import 'no-such-package-here'; export const run = () => 1"));
    expect(["module_not_loadable", "compile_failed"]).toContain(missing.code);
    expect(missing.fix[0]).toContain("npm install --prefix '");
    expect(await failure(run("process.exit(0); export const run = () => 1"))).toMatchObject({ code: "module_exit_called" });
  });

  it("reads the end of stdin at once unless its header says it reads it", async () => {
    expect(
      (await run("export const run = async () => { let n = 0; for await (const c of process.stdin) n += c.length; return n }")).data,
    ).toBe(0);
  });

  it("that is gone between listing and running is told as such", async () => {
    const { file } = await run("export const run = () => 1");
    await unlink(file);
    expect(await failure(runModule(fakeRequest(file, folder).request))).toMatchObject({ code: "tool_vanished", fix: ["acme docs --help"] });
  });

  it("hears of an interruption, and is given up when it does not end", async () => {
    const abort = new AbortController();
    setTimeout(() => abort.abort("SIGINT"), 100);
    const text =
      "export const run = (_, { signal }) => new Promise((resolve) => signal.addEventListener('abort', () => resolve(signal.reason)))";
    expect(await failure(run(text, { signal: abort.signal }))).toMatchObject({ code: "interrupted", fix: ["acme docs fetch --json"] });
    const deaf = new AbortController();
    setTimeout(() => deaf.abort("SIGTERM"), 100);
    const stuck = "export const run = () => new Promise((resolve) => setTimeout(resolve, 60_000).unref())";
    expect((await failure(run(stuck, { signal: deaf.signal }))).message).toBe("docs fetch was interrupted by SIGTERM before it ended");
  });

  it("runs beside others without seeing their environment, and leaves the process as it was", async () => {
    const before = {
      env: process.env,
      exit: process.exit,
      out: process.stdout.write,
      listeners: process.rawListeners("uncaughtException"),
      cwd: process.cwd(),
    };
    const text =
      "export const run = async () => { await new Promise((r) => setTimeout(r, 20)); process.env.SEEN = process.env.NAME; process.exitCode = 9; return { ...process.env } }";
    const results = await Promise.all(["a", "b", "c"].map((name) => run(text, { env: { NAME: name } })));
    expect(results.map(({ data }) => data)).toEqual(["a", "b", "c"].map((name) => ({ NAME: name, SEEN: name })));
    await failure(run(`process.chdir("/"); export const run = () => process.exit(1)`));
    expect(process.env.SEEN).toBeUndefined();
    const after = {
      env: process.env,
      exit: process.exit,
      out: process.stdout.write,
      listeners: process.rawListeners("uncaughtException"),
      cwd: process.cwd(),
    };
    expect(after).toEqual(before);
    expect(process.exitCode).not.toBe(9);
  });

  it("is held by named imports too, and its children have its environment", async () => {
    const env = { PATH: process.env.PATH ?? "", ONLY: "this" };
    const text = `import { env } from "node:process"; import { execFileSync } from "node:child_process";
      export const run = () => [Object.keys(env).sort(), env.ONLY, "HOME" in env, execFileSync("env").toString().split("\\n").filter(Boolean).length]`;
    expect((await run(text, { env })).data).toEqual([["ONLY", "PATH"], "this", false, 2]);
    expect((await failure(run('import { exit } from "node:process"; export const run = () => exit(0)'))).code).toBe("module_exit_called");
  });

  it("calls other tools outside its own guard", async () => {
    const call: RunRequest["call"] = async (intent) => ({
      ok: true,
      tool: `${intent.noun} ${intent.verb}`,
      data: process.env.NICHEKIT_TEST_OUTER,
      next: [],
      meta: { duration_ms: 0, dry_run: false, truncated: null, warnings: [] },
    });
    process.env.NICHEKIT_TEST_OUTER = "seen";
    const result = await run("export const run = (_, { call }) => call({ noun: 'docs', verb: 'index', args: {} })", { call });
    delete process.env.NICHEKIT_TEST_OUTER;
    expect(result.data).toMatchObject({ tool: "docs index", data: "seen" });
  });
});
