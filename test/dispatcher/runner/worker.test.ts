import { execFileSync } from "node:child_process";
import { mkdtemp, readFile, realpath, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runModule } from "../../../dispatcher/runner/module.ts";
import type { RunRequest } from "../../../dispatcher/runner/run-request.ts";
import type { ToolEntry } from "../../../registry/entry.ts";
import type { ToolError } from "../../../registry/error/tool-error.ts";
import { fakeRequest, setSourceHost } from "./fake-request.ts";

const root = join(import.meta.dirname, "../../..");
let folder: string;
let count = 0;

/** What the launcher's loader does in a worker: it sets the host and starts the chunk that the data names. */
beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), "nichekit worker ")));
  const entry = join(folder, "worker-entry.cjs");
  await build({
    entryPoints: [join(root, "dispatcher/runner/worker-entry.ts")],
    outfile: entry,
    bundle: true,
    platform: "node",
    format: "cjs",
    external: ["esbuild"],
  });
  const loader = join(folder, "loader.cjs");
  const host = `{ packageRoot: ${JSON.stringify(root)}, importModule: (s) => import(s), builtTool: () => undefined, workerFile: __filename }`;
  const chunk = "require('node:worker_threads').workerData.chunk";
  await writeFile(
    loader,
    `globalThis[Symbol.for("nichekit.host")] = ${host};
     if (${chunk} !== "dispatcher/runner/worker-entry") throw new Error("another chunk: " + ${chunk});
     require("./worker-entry.cjs").start();`,
  );
  setSourceHost(root, loader);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

type Changes = Partial<RunRequest> & { entry?: Partial<ToolEntry>; extension?: string };

async function run(text: string, { extension = "mjs", ...changes }: Changes = {}) {
  const file = join(folder, `docs-fetch${count++}.${extension}`);
  await writeFile(file, text);
  const { request, heard } = fakeRequest(file, folder, { timeoutMs: 20_000, ...changes });
  return { ...(await runModule(request)), heard };
}

async function failure(promise: Promise<unknown>): Promise<ToolError> {
  return promise.then(
    () => expect.unreachable("it should have failed"),
    (error: ToolError) => error,
  );
}

describe("a module tool with a time limit", () => {
  it("works as without one: arguments, context, data, text, asides", async () => {
    const result = await run(
      `import { isMainThread } from "node:worker_threads";
      export const run = (args, context) => {
        context.log("a line"); context.warn("a warning"); context.next("docs index"); context.progress(1, 2);
        console.log("banner"); process.stderr.write("noise\\n");
        return { args, env: { ...process.env }, isMainThread, at: new Date(0) };
      };
      export const render = (data) => "at " + data.at;`,
      { args: { n: 1 }, env: { DOCS_DIR: "/srv" }, json: false },
    );
    expect(result.data).toEqual({ args: { n: 1 }, env: { DOCS_DIR: "/srv" }, isMainThread: false, at: "1970-01-01T00:00:00.000Z" });
    expect(result.text).toBe("at 1970-01-01T00:00:00.000Z");
    expect(result.heard).toMatchObject({ logs: ["a line"], warnings: ["a warning"], nexts: ["docs index"], progress: [[1, 2, undefined]] });
    expect(result.heard.stderr.split("\n").sort()).toEqual(["", "banner", "noise"]);
  });

  it("is compiled in its worker where it has to be", async () => {
    expect((await run("export const run = (): string => 'typed';", { extension: "ts" })).data).toBe("typed");
  });

  it("gives a large result whole", async () => {
    const { data } = await run("export const run = () => Array.from({ length: 100_000 }, (_, i) => ({ i, text: 'かな' }))");
    expect(data).toHaveLength(100_000);
    expect((data as unknown[])[99_999]).toEqual({ i: 99_999, text: "かな" });
  });

  it("calls other tools through the dispatcher", async () => {
    const call: RunRequest["call"] = async (intent) => {
      if (intent.verb === "broken") throw new Error("refused");
      return { ok: true, tool: null, data: intent.args, next: [], meta: { duration_ms: 0, dry_run: false, truncated: null, warnings: [] } };
    };
    const text = `export const run = async (_, { call }) => [
      (await call({ noun: "docs", verb: "index", args: { a: 1 } })).data,
      await call({ noun: "docs", verb: "broken", args: {} }).catch((error) => error.message)]`;
    expect((await run(text, { call })).data).toEqual([{ a: 1 }, "refused"]);
  });

  it.each([
    ["a synchronous loop", "export const run = () => { for (;;); }"],
    ["a loop at its top level", "for (;;);\nexport const run = () => 1"],
    ["a wait", "export const run = () => new Promise((resolve) => setTimeout(resolve, 60_000))"],
    [
      "a result that comes after the limit",
      "export const run = (_, { signal }) => new Promise((r) => { setInterval(() => {}, 1e6); signal.onabort = () => r(1) })",
    ],
  ])("that is %s ends as a coded timeout", async (_, text) => {
    expect(await failure(run(text, { timeoutMs: 300 }))).toMatchObject({
      code: "timeout",
      layer: "runtime",
      message: "docs fetch did not end within its limit of 0.3 s and was stopped",
      fix: ["acme docs fetch --timeout 2 --json"],
    });
  });

  it("takes the processes it started with it, and theirs", async () => {
    const text = `import { spawn } from "node:child_process"; import { writeFileSync } from "node:fs";
      export const run = () => {
        const child = spawn("bash", ["-c", "sleep 300 & echo $! > ${folder.replaceAll(" ", "\\\\ ")}/grandchild; wait"], { stdio: "ignore" });
        writeFileSync(${JSON.stringify(join(folder, "child"))}, String(child.pid));
        return new Promise(() => {});
      }`;
    await failure(run(text, { timeoutMs: 600 }));
    for (const name of ["child", "grandchild"]) {
      const pid = Number(await readFile(join(folder, name), "utf8"));
      const state = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "gone");
      expect(state === "gone" || /\) Z /.test(state)).toBe(true);
    }
  });

  it.each([
    ["execSync('sleep 301.5')", 1],
    ["execSync('sleep 302.5; true')", 2],
    ["spawnSync('sleep', ['303.5'])", 3],
    ["execFileSync('bash', ['-c', 'sleep 304.5 & sleep 304.5; wait'], { stdio: 'ignore' })", 4],
  ])("that waits in %s ends at its limit with all that it runs", async (call, number) => {
    const text = `import { execFileSync, execSync, spawnSync } from "node:child_process"; export const run = () => String(${call})`;
    expect(await failure(run(text, { timeoutMs: 500 }))).toMatchObject({ code: "timeout" });
    const left = execFileSync("ps", ["-A", "-o", "stat=,args="]).toString().split("\n");
    expect(left.filter((line) => line.includes(`30${number}.5`) && !line.startsWith("Z"))).toEqual([]);
  });

  it("ends on an interruption, also in a synchronous loop", async () => {
    const abort = new AbortController();
    setTimeout(() => abort.abort("SIGINT"), 300);
    expect(await failure(run("export const run = () => { for (;;); }", { signal: abort.signal }))).toMatchObject({ code: "interrupted" });
  });

  it.each([
    ["process.exit(0)", "module_exit_called"],
    ["process.reallyExit(0)", "module_exit_called"],
    ["Promise.reject(new Error('stray'))", "module_rejection"],
    ["setTimeout(() => { throw new Error('late') }, 5); return new Promise((r) => setTimeout(r, 200))", "module_threw"],
    ["return new Promise(() => {})", "module_never_settled"],
    ["return { f() {} }", "result_not_json"],
    [
      "const error = new Error('mine'); throw Object.assign(error, { [Symbol.for('nichekit.ToolError')]: true, layer: 'platform', recoverable: 'no', fix: ['x'], code: 'mine' })",
      "mine",
    ],
  ])("that does `%s` is the coded error %s", async (body, code) => {
    expect((await failure(run(`export const run = async () => { ${body} }`))).code).toBe(code);
  });

  it("that breaks its thread is told so", async () => {
    expect(
      await failure(run('export const run = () => { globalThis[Symbol.for("nichekit.guard")].restore(); process.exit(5); }')),
    ).toMatchObject({ code: "worker_ended", layer: "runtime" });
  });

  it("leaves a process that it started behind when it ended by itself", async () => {
    const text = `import { spawn } from "node:child_process";
      export const run = () => { const child = spawn("sleep", ["300"], { stdio: "ignore", detached: true }); child.unref(); return child.pid; }`;
    const { data } = await run(text);
    await expect(stat(`/proc/${data}`)).resolves.toBeTruthy();
    process.kill(data as number, "SIGKILL");
  });
});

describe("a module tool in a front that lives long", () => {
  it("runs in a worker without a limit as well", async () => {
    const text = 'import { isMainThread } from "node:worker_threads"; export const run = () => isMainThread';
    expect((await run(text, { timeoutMs: undefined, isolated: true })).data).toBe(false);
    expect((await run(text, { timeoutMs: undefined })).data).toBe(true);
  });

  it("runs synchronous children there as anywhere", async () => {
    const text = `import { execFileSync, execSync, spawnSync } from "node:child_process"; export const run = () => [
      execSync("echo a").toString(), execFileSync("echo", ["b"], undefined).toString(), spawnSync("echo", ["c"], { encoding: "utf8" }).stdout,
      spawnSync("sleep", ["60"], { timeout: 50 }).signal]`;
    const expected = ["a\n", "b\n", "c\n", "SIGTERM"];
    expect((await run(text, { timeoutMs: undefined, isolated: true })).data).toEqual(expected);
    expect((await run(text)).data).toEqual(expected);
  });
});
