import { chmodSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { run as fetchDocs } from "../../lib/docs-fetch.ts";
import { run } from "../../lib/docs-index.ts";
import { fakeContext } from "./support/fake-context.ts";
import { tempProject } from "./support/temp-project.ts";
import { toolProcesses } from "./support/tool-process.ts";

const many = (count: number, word: string): Record<string, string> =>
  Object.fromEntries(
    Array.from({ length: count }, (_, at) => [`docs/${word}-${at}.md`, `# Page ${at}\n\n${`${word} text of page ${at}\n`.repeat(40)}`]),
  );
const NOBODY = 65534;
const isRoot = process.getuid?.() === 0;

describe("docs index beside other processes", () => {
  it("leaves the old index whole when it is killed half-way, and the next run completes", async () => {
    const project = tempProject({ "docs/old.md": "# Old\n\nolder text" });
    await run({}, fakeContext(project.env));
    const before = readFileSync(project.index);
    for (const [path, text] of Object.entries(many(600, "apple"))) project.write(path, text);
    const start = await toolProcesses();
    for (let marks = 1; marks <= 3; marks++) {
      const { child, ended } = start("docs-index", {}, project.env);
      let seen = 0;
      child.stderr?.on("data", (chunk: Buffer) => {
        seen += chunk.length;
        if (seen >= marks) child.kill("SIGKILL");
      });
      expect(await ended).toBeUndefined();
      expect(readFileSync(project.index).equals(before)).toBe(true);
      expect((await fetchDocs({ keywords: ["older"] }, fakeContext(project.env))).results[0]?.path).toBe("docs/old.md");
    }
    expect(await run({}, fakeContext(project.env))).toMatchObject({ files: 601, rebuilt: false });
    expect(readdirSync(dirname(project.index)).sort()).toEqual(["docs-index.sqlite", "docs-index.sqlite.lock"]);
  });

  it("lets several indexers run at once: all succeed, readers are never refused, the index is complete", async () => {
    const project = tempProject({ ...many(150, "apple"), "docs/sure.md": "# Sure" });
    await run({}, fakeContext(project.env));
    const start = await toolProcesses();
    for (const [path, text] of Object.entries(many(150, "banana"))) project.write(path, text);
    const indexers = [{}, { rebuild: true }, {}, { rebuild: true }].map((args) => start("docs-index", args, project.env).ended);
    let working = true;
    const all = Promise.all(indexers).finally(() => {
      working = false;
    });
    let reads = 0;
    while (working) {
      expect((await fetchDocs({ keywords: ["sure"] }, fakeContext(project.env))).results[0]?.path).toBe("docs/sure.md");
      reads++;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    for (const result of await all) expect(result?.error).toBeUndefined();
    expect(reads).toBeGreaterThan(1);
    expect(await run({}, fakeContext(project.env))).toMatchObject({ files: 301, added: [], changed: [], removed: [] });
  });

  it.runIf(isRoot)("lets another user read the index where nothing may be written", async () => {
    const project = tempProject({ "docs/a.md": "# Apple" });
    await run({}, fakeContext(project.env));
    for (const folder of [project.root, dirname(project.index)]) chmodSync(folder, 0o555);
    const start = await toolProcesses();
    const result = await start("docs-fetch", { keywords: ["apple"] }, project.env, { uid: NOBODY }).ended;
    expect(result).toMatchObject({ data: { count: 1, stale: null }, warnings: [] });
    expect(readdirSync(dirname(project.index)).sort()).toEqual(["docs-index.sqlite", "docs-index.sqlite.lock"]);
  });

  it.runIf(isRoot)("asks the user for rights: to read DOCS_DIR, to read the index, to write the index", async () => {
    const project = tempProject({ "docs/a.md": "# Apple", "docs/sub/b.md": "# Banana" });
    await run({}, fakeContext(project.env));
    chmodSync(project.root, 0o755);
    const start = await toolProcesses();
    const fetched = () => start("docs-fetch", { keywords: ["apple"] }, project.env, { uid: NOBODY }).ended;
    const refused = (code: string) => ({ error: { code, layer: "platform", recoverable: "user-action-required" } });
    project.write("docs/new.md", "# New");
    expect(await start("docs-index", {}, project.env, { uid: NOBODY }).ended).toMatchObject(refused("docs_index_unwritable"));
    chmodSync(project.index, 0);
    expect(await fetched()).toMatchObject(refused("docs_index_unreadable"));
    chmodSync(project.index, 0o644);
    chmodSync(project.docs, 0);
    expect(await fetched()).toMatchObject(refused("docs_dir_unreadable"));
    expect(await start("impl-context", { keywords: ["apple"] }, project.env, { uid: NOBODY }).ended).toMatchObject(
      refused("docs_dir_unreadable"),
    );
    chmodSync(project.docs, 0o755);
    chmodSync(join(project.docs, "sub"), 0);
    expect(await fetched()).toMatchObject({
      data: { count: 1, stale: { removed: 0 } },
      warnings: [expect.stringContaining("docs/sub: cannot be read"), expect.any(String)],
    });
  });

  it.runIf(isRoot)("names a file that cannot be read and indexes the others", async () => {
    const project = tempProject({ "docs/a.md": "# Apple", "docs/b.md": "# Banana", "logs/cache/keep": "" });
    chmodSync(project.root, 0o755);
    chmodSync(join(project.docs, "b.md"), 0);
    chmodSync(dirname(project.index), 0o777);
    const start = await toolProcesses();
    const result = await start("docs-index", {}, project.env, { uid: NOBODY }).ended;
    expect(result).toMatchObject({
      data: { files: 1, skipped: [{ path: "b.md", reason: "cannot be read (EACCES)" }] },
      warnings: ["docs/b.md: cannot be read (EACCES); left out"],
    });
  });

  it("tells the user where the database library has no build, and impl context works without it", async () => {
    const project = tempProject({ "docs/a.md": "# Apple" });
    await run({}, fakeContext(project.env));
    const start = await toolProcesses();
    const missing = { error: { code: "docs_database_missing", layer: "platform", recoverable: "user-action-required" } };
    expect(await start("docs-index", {}, project.env, { withoutLibsql: true }).ended).toMatchObject(missing);
    expect(await start("docs-fetch", { keywords: ["apple"] }, project.env, { withoutLibsql: true }).ended).toMatchObject(missing);
    expect(await start("impl-context", { keywords: ["apple"] }, project.env, { withoutLibsql: true }).ended).toMatchObject({
      data: { count: 1, searched: "files" },
      warnings: [expect.stringContaining("libsql")],
    });
  });
});
