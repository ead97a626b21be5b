import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { run as index } from "../../lib/docs-index.ts";
import { render, run } from "../../lib/impl-context.ts";
import { fakeContext } from "./support/fake-context.ts";
import { type TempProject, tempProject } from "./support/temp-project.ts";

const FILES = {
  "src/hooks/useFoo.ts": "export {};\n",
  "docs/rules/impl/hooks.md": "---\npaths: src/hooks/**\n---\n# Hooks\n\nName a hook use.\n\n## Tests\n\nTest each.\n",
  "docs/rules/impl/components.md": '---\npaths: ["src/components/**"]\nkeywords: [react]\n---\n# Components\n\nOne per file.\n',
  "docs/rules/impl/sql.md": "---\npaths: db/**\n---\n# SQL\n\nBind values.\n",
  "docs/state.md": "# State\n\nA React hook keeps state.\n\n## Effects\n\nA hook may have effects.\n",
  "docs/foo.md": "---\npaths: ['src/hooks/useFoo.ts']\n---\n# Foo\n\nWhat foo is for.\n",
  "docs/other.md": "# Other\n\nNothing of the kind.\n",
};

const ask = (project: TempProject, args: Parameters<typeof run>[0], context = fakeContext(project.env)) =>
  Promise.resolve(run(args, context));
const shown = (data: Awaited<ReturnType<typeof ask>>): string[] =>
  data.results.map((result) => `${result.kind} ${result.path}:${result.line}`);

describe("impl context", () => {
  it("gives rules by their paths first, then rules and documents by path and keyword, each with its reason", async () => {
    const project = tempProject(FILES);
    const data = await ask(project, { keywords: ["react", "hook"], files: ["src/hooks/useFoo.ts"] });
    expect(shown(data)).toEqual([
      "rule docs/rules/impl/hooks.md:1",
      "rule docs/rules/impl/components.md:1",
      "document docs/foo.md:4",
      "document docs/state.md:1",
      "document docs/state.md:5",
    ]);
    expect(data.results.map((result) => result.reason)).toEqual([
      "paths: src/hooks/** matches src/hooks/useFoo.ts",
      "react: in keywords or path",
      "paths: src/hooks/useFoo.ts matches src/hooks/useFoo.ts",
      "react: in text; hook: in text",
      "hook: in text",
    ]);
    expect(data.results[0]?.text).toBe("# Hooks\n\nName a hook use.\n\n## Tests\n\nTest each.");
    expect(data).toMatchObject({ count: 5, left_off: 0, budget: 4000, notes: [] });
  });

  it("finds the same with a fresh index as without one", async () => {
    const project = tempProject(FILES);
    const args = { keywords: ["react", "hook"], files: ["src/hooks/useFoo.ts"] };
    const without = await ask(project, args);
    await index({}, fakeContext(project.env));
    const withIndex = await ask(project, args);
    expect([without.searched, withIndex.searched]).toEqual(["files", "index"]);
    expect(withIndex.results).toEqual(without.results);
  });

  it("reads the files, and says so with the Fix, where the index is stale or broken", async () => {
    const project = tempProject(FILES);
    await index({}, fakeContext(project.env));
    writeFileSync(join(project.docs, "new.md"), "# New hook\n");
    const stale = fakeContext(project.env);
    const data = await ask(project, { keywords: ["hook"] }, stale);
    expect(data.searched).toBe("files");
    expect(shown(data)).toContain("document docs/new.md:1");
    expect(stale.warnings).toEqual([expect.stringMatching(/older than the documents \(1 document added\).*Fix: acme docs index$/)]);
    writeFileSync(project.index, "garbage");
    const broken = fakeContext(project.env);
    expect((await ask(project, { keywords: ["hook"] }, broken)).searched).toBe("files");
    expect(broken.warnings).toEqual([expect.stringMatching(/Fix: acme docs index --rebuild$/)]);
  });

  it("takes files from the caller's folder, absolute, or from the project, and files that are yet to be made", async () => {
    const project = tempProject(FILES);
    const first = async (file: string, cwd = project.root) =>
      (await ask(project, { files: [file] }, fakeContext(project.env, { cwd }))).results[0]?.reason;
    const expected = "paths: src/hooks/** matches src/hooks/useFoo.ts";
    expect(await first("useFoo.ts", join(project.root, "src/hooks"))).toBe(expected);
    expect(await first(join(project.root, "src/hooks/useFoo.ts"), "/")).toBe(expected);
    expect(await first("src/hooks/useFoo.ts", join(project.root, "docs"))).toBe(expected);
    expect(await first("src/hooks/useFoo.ts", "/")).toBe(expected);
    expect(await first("./src/hooks/useNew.ts")).toBe("paths: src/hooks/** matches src/hooks/useNew.ts");
  });

  it("keeps to the budget, rules before documents, and says what is left off", async () => {
    const project = tempProject({ ...FILES, "docs/long.md": `# Hook\n\n${"a hook and more of it\n".repeat(500)}` });
    const data = await ask(project, { keywords: ["hook"], files: ["src/hooks/useFoo.ts"], budget: 20 });
    expect(data.tokens).toBeLessThanOrEqual(20);
    expect(shown(data)[0]).toBe("rule docs/rules/impl/hooks.md:1");
    expect(data.left_off).toBeGreaterThan(0);
    expect(render(data)).toContain("left off: the budget is 20 tokens");
  });

  it("gives an empty list that says so where nothing bears on the question", async () => {
    const project = tempProject(FILES);
    const data = await ask(project, { keywords: ["zzzzz"], files: ["else/where.py"] });
    expect(data).toMatchObject({ count: 0, results: [], notes: ["No rule and no document bears on this."] });
  });

  it("says which folders there are not", async () => {
    const project = tempProject(FILES);
    rmSync(join(project.docs, "rules"), { recursive: true });
    const data = await ask(project, { keywords: ["hook"] });
    expect(data.notes).toEqual(["There is no folder of rules: docs/rules/impl"]);
    expect(data.count).toBeGreaterThan(0);
    rmSync(project.docs, { recursive: true });
    expect(await ask(project, { keywords: ["hook"] })).toMatchObject({ count: 0, searched: "nothing", notes: { length: 3 } });
  });

  it("wants keywords or files", async () => {
    const project = tempProject(FILES);
    for (const args of [{}, { keywords: [" "], files: [] }])
      await expect(ask(project, args)).rejects.toMatchObject({
        code: "impl_nothing_asked",
        layer: "precondition",
        fix: ["acme impl context --help"],
      });
    await expect(ask(project, { keywords: ["a"], budget: 0 })).rejects.toMatchObject({ code: "docs_number_invalid" });
  });

  it("names a rule that cannot be read as text and gives the others", async () => {
    const project = tempProject({ ...FILES, "docs/rules/impl/bad.md": Buffer.from([0xff, 0xfe, 0x41]) });
    const context = fakeContext(project.env);
    expect(shown(await ask(project, { files: ["src/hooks/useFoo.ts"] }, context))[0]).toBe("rule docs/rules/impl/hooks.md:1");
    expect(context.warnings).toEqual([expect.stringMatching(/^docs\/rules\/impl\/bad\.md: is not UTF-8/)]);
  });
});
