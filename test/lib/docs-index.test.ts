import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { run as fetchDocs } from "../../lib/docs-fetch.ts";
import { render, run } from "../../lib/docs-index.ts";
import { openDatabase } from "../../lib/support/index/database.ts";
import { fakeContext } from "./support/fake-context.ts";
import { tempProject } from "./support/temp-project.ts";

const found = async (env: Record<string, string>, ...keywords: string[]): Promise<string[]> =>
  (await fetchDocs({ keywords, limit: 50 }, fakeContext(env))).results.map((result) => result.path);

describe("docs index", () => {
  it("indexes Markdown and MDX by section, and nothing else", async () => {
    const project = tempProject({
      "docs/a.md": "# A\n\ntext\n\n## B\n\nmore",
      "docs/deep/c.MDX": "# C",
      "docs/d.txt": "# D",
      "docs/node_modules/e.md": "# E",
      "docs/.hidden/f.md": "# F",
    });
    const context = fakeContext(project.env);
    const data = await run({}, context);
    expect(data).toMatchObject({ files: 2, sections: 3, added: ["a.md", "deep/c.MDX"], rebuilt: true, written: true, skipped: [] });
    expect(context.progressed.at(-1)).toEqual([2, 2]);
    expect(render(data)).toBe("logs/cache/docs-index.sqlite: 2 documents, 3 sections (built anew; 2 added, 0 changed, 0 removed)");
  });

  it("indexes an empty folder: no documents, no sections", async () => {
    const project = tempProject();
    mkdirSync(project.docs);
    expect(await run({}, fakeContext(project.env))).toMatchObject({ files: 0, sections: 0, written: true });
    expect(await found(project.env, "word")).toEqual([]);
  });

  it("reads only what changed, takes out what is gone, and leaves an index that is up to date alone", async () => {
    const project = tempProject({ "docs/a.md": "# A\n\napple", "docs/b.md": "# B\n\nbanana", "docs/c.md": "# C\n\ncherry" });
    await run({}, fakeContext(project.env));
    const before = statSync(project.index);
    expect(await run({}, fakeContext(project.env))).toMatchObject({
      added: [],
      changed: [],
      removed: [],
      written: false,
      files: 3,
      sections: 3,
    });
    expect(statSync(project.index).ino).toBe(before.ino);
    project.write("docs/b.md", "# B\n\nblueberry");
    project.write("docs/d.md", "# D\n\ndate");
    rmSync(join(project.docs, "c.md"));
    expect(await run({}, fakeContext(project.env))).toMatchObject({
      added: ["d.md"],
      changed: ["b.md"],
      removed: ["c.md"],
      rebuilt: false,
      sections: 3,
    });
    expect(await found(project.env, "banana")).toEqual([]);
    expect(await found(project.env, "cherry")).toEqual([]);
    expect(await found(project.env, "blueberry")).toEqual(["docs/b.md"]);
    expect(await found(project.env, "date")).toEqual(["docs/d.md"]);
  });

  it("goes by content: a touched file is no change, one of the same size and time is", async () => {
    const project = tempProject({ "docs/a.md": "# A\n\napple", "docs/b.md": "# B\n\nbanana" });
    const old = new Date("2020-01-01");
    for (const name of ["a.md", "b.md"]) utimesSync(join(project.docs, name), old, old);
    await run({}, fakeContext(project.env));
    utimesSync(join(project.docs, "a.md"), new Date(), new Date("2021-01-01"));
    project.write("docs/b.md", "# B\n\npapaya");
    utimesSync(join(project.docs, "b.md"), old, old);
    expect(await run({}, fakeContext(project.env))).toMatchObject({ added: [], changed: ["b.md"], removed: [] });
  });

  it("gives the same search by steps as anew, whatever the steps", async () => {
    const page = fc.constantFrom(
      "# Apple\n\npie and tart",
      "# Banana\n\nbread\n\n## Apple\n\nmix",
      "# 議事録\n\n検索する",
      "---\nkeywords: [apple]\n---\ntext",
      "",
    );
    const step = fc.record({ name: fc.constantFrom("a.md", "b.md", "deep/c.md"), text: fc.option(page) });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
        const project = tempProject({ "docs/always.md": "# Always\n\napple" });
        for (const { name, text } of steps) {
          if (text === null) rmSync(join(project.docs, name), { force: true });
          else project.write(`docs/${name}`, text);
          await run({}, fakeContext(project.env));
        }
        const search = async () => fetchDocs({ keywords: ["apple", "議事録", "bread"], limit: 50 }, fakeContext(project.env));
        const bySteps = await search();
        await run({ rebuild: true }, fakeContext(project.env));
        expect(await search()).toEqual(bySteps);
      }),
      { numRuns: 25 },
    );
  });

  it("changes nothing on a dry run, and tells what it would do", async () => {
    const project = tempProject({ "docs/a.md": "# A" });
    const data = await run({}, fakeContext(project.env, { dryRun: true }));
    expect(data).toMatchObject({ added: ["a.md"], written: false, sections: null });
    expect(render(data)).toContain("would be written");
    expect(readdirSync(project.root)).toEqual(["docs"]);
  });

  it("leaves nothing beside the index but its lock", async () => {
    const project = tempProject({ "docs/a.md": "# A" });
    await run({}, fakeContext(project.env));
    project.write("docs/b.md", "# B");
    await run({}, fakeContext(project.env));
    expect(readdirSync(dirname(project.index)).sort()).toEqual(["docs-index.sqlite", "docs-index.sqlite.lock"]);
  });

  it("names a file that is not UTF-8 and indexes the others; once it is mended, it is indexed", async () => {
    const project = tempProject({ "docs/a.md": "# A", "docs/sjis.md": Buffer.from([0x23, 0x20, 0x8b, 0x63, 0x8e, 0x96]) });
    const context = fakeContext(project.env);
    const data = await run({}, context);
    expect(data.skipped).toEqual([{ path: "sjis.md", reason: expect.stringContaining("not UTF-8") }]);
    expect(context.warnings).toEqual([expect.stringMatching(/^docs\/sjis\.md: is not UTF-8/)]);
    expect(data.files).toBe(1);
    const again = fakeContext(project.env);
    expect(await run({}, again)).toMatchObject({ written: false, skipped: data.skipped });
    expect(again.warnings).toHaveLength(1);
    project.write("docs/sjis.md", "# 議事");
    expect(await run({}, fakeContext(project.env))).toMatchObject({ changed: ["sjis.md"], skipped: [], files: 2 });
  });

  it.skipIf(process.getuid?.() === 0)("names a file that cannot be read and indexes the others", async () => {
    const project = tempProject({ "docs/a.md": "# A", "docs/b.md": "# B" });
    chmodSync(join(project.docs, "b.md"), 0);
    expect(await run({}, fakeContext(project.env))).toMatchObject({
      files: 1,
      skipped: [{ path: "b.md", reason: "cannot be read (EACCES)" }],
    });
  });

  it("follows no link, names one that leaves the folder, and ends in spite of loops", async () => {
    const project = tempProject({ "docs/a.md": "# A", "outside/b.md": "# B", "outside/c.md": "# C" });
    symlinkSync("..", join(project.docs, "loop"));
    symlinkSync(".", join(project.docs, "self"));
    symlinkSync("a.md", join(project.docs, "same.md"));
    symlinkSync("../outside", join(project.docs, "out"));
    symlinkSync("../outside/c.md", join(project.docs, "c.md"));
    symlinkSync("nowhere.md", join(project.docs, "dead.md"));
    const { added, skipped } = await run({}, fakeContext(project.env));
    expect(added).toEqual(["a.md"]);
    expect(skipped.map((file) => file.path)).toEqual(["c.md", "dead.md", "loop", "out"]);
  });

  it("takes a DOCS_DIR that is itself a link", async () => {
    const project = tempProject({ "real/a.md": "# A" });
    symlinkSync("real", project.docs);
    expect(await run({}, fakeContext(project.env))).toMatchObject({ added: ["a.md"] });
  });

  it("keeps NUL characters from cutting a text", async () => {
    const project = tempProject({ "docs/a.md": "# A\n\nbefore \0 behind" });
    await run({}, fakeContext(project.env));
    expect(await found(project.env, "behind")).toEqual(["docs/a.md"]);
  });

  it("indexes a document of many megabytes", async () => {
    const project = tempProject({ "docs/a.md": `# A\n\n${"some words on a line of text\n".repeat(200_000)}\nneedle` });
    expect(await run({}, fakeContext(project.env))).toMatchObject({ files: 1 });
    expect(await found(project.env, "needle")).toEqual(["docs/a.md"]);
  });

  it("says which command makes a DOCS_DIR that is missing, and asks the user where it is a file", async () => {
    const project = tempProject();
    await expect(run({}, fakeContext(project.env))).rejects.toMatchObject({
      code: "docs_dir_missing",
      layer: "precondition",
      fix: ["acme docs init"],
    });
    project.write("docs", "a file");
    await expect(run({}, fakeContext(project.env))).rejects.toMatchObject({
      code: "docs_dir_not_a_directory",
      recoverable: "user-action-required",
    });
  });

  it("says so as a platform fault where the index cannot be written", async () => {
    const project = tempProject({ "docs/a.md": "# A", "logs/cache": "a file where the folder should be" });
    await expect(run({}, fakeContext(project.env))).rejects.toMatchObject({
      code: "docs_index_unwritable",
      layer: "platform",
      recoverable: "user-action-required",
    });
  });

  it("builds anew, unasked and with a warning, what can only be an index of its own", async () => {
    const project = tempProject({ "docs/a.md": "# A" });
    await run({}, fakeContext(project.env));
    const whole = readFileSync(project.index);
    const older = Buffer.from(whole);
    older.writeUInt32BE(99, 60);
    for (const bytes of [Buffer.alloc(0), whole.subarray(0, 60), whole.subarray(0, whole.length - 4096), older]) {
      writeFileSync(project.index, bytes);
      const context = fakeContext(project.env);
      expect(await run({}, context)).toMatchObject({ rebuilt: true, written: true });
      expect(context.warnings).toEqual([expect.stringContaining("built anew")]);
      expect(await found(project.env, "a")).toEqual(["docs/a.md"]);
    }
  });

  it("refuses to replace what is no index of its own; with --rebuild it is kept aside", async () => {
    const project = tempProject({ "docs/a.md": "# A", "logs/cache/docs-index.sqlite": "somebody's notes" });
    await expect(run({}, fakeContext(project.env))).rejects.toMatchObject({
      code: "docs_index_broken",
      layer: "runtime",
      recoverable: "yes",
      fix: ["acme docs index --rebuild"],
    });
    const context = fakeContext(project.env);
    await run({ rebuild: true }, context);
    expect(readFileSync(`${project.index}.broken`, "utf8")).toBe("somebody's notes");
    expect(context.warnings).toEqual([expect.stringContaining("moved to")]);
    rmSync(project.index);
    const other = openDatabase(project.index);
    other.exec("CREATE TABLE theirs (a); INSERT INTO theirs VALUES (1)");
    other.close();
    await run({ rebuild: true }, fakeContext(project.env));
    expect(readFileSync(`${project.index}.broken-2`, "latin1")).toContain("CREATE TABLE theirs");
    rmSync(project.index);
    mkdirSync(join(project.index, "full"), { recursive: true });
    await run({ rebuild: true }, fakeContext(project.env));
    expect(existsSync(`${project.index}.broken-3/full`)).toBe(true);
    expect(await found(project.env, "a")).toEqual(["docs/a.md"]);
  });

  it("stops when it is told to, and leaves the old index as it was", async () => {
    const project = tempProject({ "docs/a.md": "# A" });
    await run({}, fakeContext(project.env));
    const before = readFileSync(project.index);
    for (let at = 0; at < 40; at++) project.write(`docs/${at}.md`, `# ${at}`);
    const abort = new AbortController();
    const context = fakeContext(project.env, { signal: abort.signal, progress: () => abort.abort("SIGINT") });
    await expect(Promise.resolve(run({}, context))).rejects.toBe("SIGINT");
    expect(readFileSync(project.index).equals(before)).toBe(true);
    expect(readdirSync(dirname(project.index)).sort()).toEqual(["docs-index.sqlite", "docs-index.sqlite.lock"]);
  });
});
