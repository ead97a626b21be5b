import { chmod, mkdir, mkdtemp, readdir, readFile, realpath, rm, stat, writeFile } from "node:fs/promises";
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
  folder = await realpath(await mkdtemp(join(tmpdir(), "nichekit compiled é'[x] ")));
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

describe("a TypeScript tool outside the package", () => {
  const modules = () => join(folder, "logs/cache/modules");

  it("is compiled with its local files, and once: the second run compiles nothing", async () => {
    await mkdir(join(folder, "lib"), { recursive: true });
    await writeFile(join(folder, "lib/part.ts"), "export enum Part { One = 'one' }\nexport const data: { n: number } = { n: 1 };");
    const file = join(folder, "lib/docs-compiled.ts");
    await writeFile(file, "import { Part, data } from './part.ts';\nexport const run = (): string => `${Part.One} ${data.n}`;");
    const { request } = fakeRequest(file, folder);
    expect((await runModule(request)).data).toBe("one 1");
    const first = await readdir(modules());
    const stamps = await Promise.all(first.map(async (name) => (await stat(join(modules(), name))).mtimeMs));
    expect((await runModule(request)).data).toBe("one 1");
    expect(await readdir(modules())).toEqual(first);
    expect(await Promise.all(first.map(async (name) => (await stat(join(modules(), name))).mtimeMs))).toEqual(stamps);
    await writeFile(join(folder, "lib/part.ts"), "export enum Part { One = 'uno' }\nexport const data: { n: number } = { n: 2 };");
    expect((await runModule(request)).data).toBe("uno 2");
    expect(await readdir(modules())).toHaveLength(first.length);
  });

  it("is compiled anew when its cached file was damaged", async () => {
    const { file } = await run("export const run = (): number => 5;", { extension: "ts" });
    for (const name of await readdir(modules()))
      if (/\.[cm]js$/.test(name)) await writeFile(join(modules(), name), "export const run = () =>");
    expect((await runModule(fakeRequest(file, folder).request)).data).toBe(5);
  });

  it("is compiled anew when its manifest or its copies were damaged, or the tool of another path has its place", async () => {
    const text = "export const run = (): number => 6;";
    const { file } = await run(text, { extension: "ts" });
    const kept = await Promise.all(
      (await readdir(modules())).map(async (name) => ({ name, bytes: await readFile(join(modules(), name)) })),
    );
    const manifest = kept.find(({ bytes }) => bytes.includes(file) && bytes[0] === 0x7b);
    const { entry, copies, ...rest } = JSON.parse(String(manifest?.bytes));
    const damaged = [
      "null",
      '{"compiler"',
      JSON.stringify({ ...rest, entry, copies, inputs: 5 }),
      JSON.stringify({ ...rest, entry, copies, output: 5 }),
      JSON.stringify({ ...rest, entry, copies, inputs: [] }),
      JSON.stringify({ ...rest, entry: `${entry}x`, copies }),
      JSON.stringify({ ...rest, entry, copies: "gone.copies" }),
    ];
    for (const text of damaged) {
      await writeFile(join(modules(), String(manifest?.name)), text);
      expect((await runModule(fakeRequest(file, folder).request)).data).toBe(6);
      expect(await readFile(join(modules(), String(manifest?.name)))).toEqual(manifest?.bytes);
    }
    await writeFile(join(modules(), copies), "cut");
    expect((await runModule(fakeRequest(file, folder).request)).data).toBe(6);
    expect(String(await readFile(join(modules(), copies)))).toContain(text);
  });

  it("is not taken from a folder in which others can write", async () => {
    const root = join(folder, "shared");
    await mkdir(root);
    const file = join(root, "docs-shared.ts");
    await writeFile(file, "export const run = (): string => 'mine';");
    expect((await runModule(fakeRequest(file, root).request)).data).toBe("mine");
    const kept = join(root, "logs/cache/modules");
    for (const name of await readdir(kept)) {
      const text = await readFile(join(kept, name), "utf8");
      if (!name.startsWith(".")) await writeFile(join(kept, name), text.replaceAll("mine", "your"));
    }
    // As long as the folder is this account's alone, that is its own doing: the copies agree but for the tool itself.
    expect((await runModule(fakeRequest(file, root).request)).data).toBe("mine");
    await chmod(kept, 0o777);
    const cache = process.env.XDG_CACHE_HOME;
    process.env.XDG_CACHE_HOME = join(folder, "own-cache");
    try {
      expect((await runModule(fakeRequest(file, root).request)).data).toBe("mine");
      expect(await readdir(join(folder, "own-cache/nichekit/modules"))).toHaveLength(3);
    } finally {
      if (cache === undefined) delete process.env.XDG_CACHE_HOME;
      else process.env.XDG_CACHE_HOME = cache;
    }
  });

  it("may await at its top, and is strict code", async () => {
    expect(
      (await run("const five: number = await Promise.resolve(5);\nexport const run = (): number => five;", { extension: "ts" })).data,
    ).toBe(5);
    const sloppy = await failure(
      run("export const run = (): void => { (Object.freeze({}) as { a?: number }).a = 1; };", { extension: "ts" }),
    );
    expect(sloppy.message).toContain("TypeError");
  });

  it("keeps import.meta.url and what is read beside it", async () => {
    await writeFile(join(folder, "beside.txt"), "beside");
    const text = `import { readFileSync } from "node:fs";
            export const run = (): unknown => [readFileSync(new URL("./beside.txt", import.meta.url), "utf8"), import.meta.url.slice(-3), import.meta.filename.slice(-3)];`;
    expect((await run(text, { extension: "ts" })).data).toEqual(["beside", ".ts", ".ts"]);
  });

  it("imports packages from where they lie for it, and the running nichekit where it has none", async () => {
    const own = join(folder, "node_modules/own-package");
    await mkdir(own, { recursive: true });
    await writeFile(
      join(own, "package.json"),
      JSON.stringify({ name: "own-package", type: "module", exports: { ".": { import: "./index.js" } } }),
    );
    await writeFile(join(own, "index.js"), "export const own = 'own';");
    expect((await run("import { own } from 'own-package';\nexport const run = (): string => own;", { extension: "ts" })).data).toBe("own");
  });

  it("finds the packages of its own folder, where it lies outside the project", async () => {
    const own = join(folder, "elsewhere/node_modules/near");
    await mkdir(own, { recursive: true });
    await writeFile(join(own, "package.json"), JSON.stringify({ name: "near", main: "near.js" }));
    await writeFile(join(own, "near.js"), "exports.near = 'near';");
    const file = join(folder, "elsewhere/docs-near.ts");
    await writeFile(file, "import { near } from 'near';\nexport const run = (): string => near;");
    const project = join(folder, "project");
    await mkdir(project);
    expect((await runModule(fakeRequest(file, project).request)).data).toBe("near");
    expect((await runModule(fakeRequest(file, project).request)).data).toBe("near");
  });

  it("may use an alias of its tsconfig.json and a JSON file, and notices when they change", async () => {
    const root = join(folder, "aliased");
    await mkdir(join(root, "src"), { recursive: true });
    await writeFile(join(root, "tsconfig.json"), JSON.stringify({ compilerOptions: { paths: { "@/*": ["./src/*"] } } }));
    await writeFile(join(root, "src/data.json"), '{"n":1}');
    const file = join(root, "docs-aliased.ts");
    await writeFile(file, "import data from '@/data.json';\nexport const run = (): number => data.n;");
    expect((await runModule(fakeRequest(file, root).request)).data).toBe(1);
    await writeFile(join(root, "src/data.json"), '{"n":2}');
    expect((await runModule(fakeRequest(file, root).request)).data).toBe(2);
  });

  it("that lacks a package or does not parse is told with file and line", async () => {
    const broken = await failure(run("const a: number = 1;\nexport const run = (: string) => a;", { extension: "ts" }));
    expect(broken).toMatchObject({ code: "compile_failed", layer: "runtime", recoverable: "yes" });
    expect(broken.message).toMatch(/^docs-fetch\d+\.ts:2: /);
    expect(broken.fix[0]).toContain("--bundle --packages=external");
    const missing = await failure(run("import x from '@scope/none/deep';\nexport const run = (): string => x;", { extension: "ts" }));
    expect(missing.message).toMatch(/^docs-fetch\d+\.ts:1: Could not resolve/);
    expect(missing.fix[0]).toMatch(/^npm install --prefix '.*' @scope\/none$/);
  });

  it("shows its own lines when it throws", async () => {
    // The test runner's own reading of stacks would stand in for Node's.
    const { prepareStackTrace } = Error;
    Reflect.deleteProperty(Error, "prepareStackTrace");
    const throwing = "type A = { b: string };\n\nexport const run = (a: A): string => {\n  throw new Error(`no ${a.b}`);\n};";
    const error = await failure(run(throwing, { extension: "ts" }));
    Error.prepareStackTrace = prepareStackTrace;
    expect(error.message).toMatch(/^docs fetch failed: no undefined \(docs-fetch\d+\.ts:4\)$/);
  });

  it("is compiled by several at once without harm", async () => {
    const file = join(folder, "docs-many.ts");
    await writeFile(file, "export const run = (): string => 'many';");
    const results = await Promise.all(Array.from({ length: 8 }, () => runModule(fakeRequest(file, folder).request)));
    expect(results.map(({ data }) => data)).toEqual(Array(8).fill("many"));
    expect((await readdir(modules())).filter((name) => name.startsWith(".docs") || name.includes(".mjs."))).toEqual([]);
  });

  it("runs where the project cannot be written", async () => {
    const root = join(folder, "sealed");
    await mkdir(join(root, "lib"), { recursive: true });
    // A file where the folder should be: refused to root as well.
    await writeFile(join(root, "logs"), "");
    const file = join(root, "lib/docs-sealed.ts");
    await writeFile(file, "export const run = (): string => 'sealed';");
    const cache = process.env.XDG_CACHE_HOME;
    process.env.XDG_CACHE_HOME = join(folder, "user-cache");
    try {
      expect((await runModule(fakeRequest(file, root).request)).data).toBe("sealed");
      expect((await readdir(join(folder, "user-cache/nichekit/modules"))).map((name) => name.replace(/^.*\./, "")).sort()).toEqual([
        "cjs",
        "copies",
        "json",
      ]);
    } finally {
      if (cache === undefined) delete process.env.XDG_CACHE_HOME;
      else process.env.XDG_CACHE_HOME = cache;
    }
    expect(await readFile(join(root, "logs"), "utf8")).toBe("");
  });
});
