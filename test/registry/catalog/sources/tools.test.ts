import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { openCatalog } from "../../../../registry/catalog/open-catalog.ts";
import { toolSource } from "../../../../registry/catalog/sources/tools.ts";
import { buildRegistry } from "../../../../registry/generate/build.ts";
import { bashTool, type DiskProject, diskProject } from "../../project-on-disk.ts";

function onDisk(files: Readonly<Record<string, string>>, folders?: readonly string[]): DiskProject {
  const disk = diskProject(files, folders);
  onTestFinished(disk.remove);
  return disk;
}

async function register(disk: DiskProject): Promise<void> {
  disk.write("logs/tool-registry.json", (await buildRegistry(disk.project)).text);
}

const FETCH = bashTool(
  "docs",
  "fetch",
  "summary: Find documents.",
  "side_effects: [reads docs]",
  "keywords: [cdk]",
  "paths: ['docs/**']",
  "options: [{name: words, type: string, description: What to look for.}, {name: raw, type: boolean}]",
  "output: {format: json, schema: {type: object, description: Found sections., properties: {sections: {type: array, items: {type: object, properties: {heading: {type: string, description: Its heading.}}}}}}}",
);

describe("toolSource", () => {
  test("makes one card a tool", async () => {
    const disk = onDisk({ "lib/docs-fetch.sh": FETCH });
    await register(disk);
    const catalog = await openCatalog([toolSource(disk.project)]);
    expect(catalog.diagnostics).toEqual([]);
    expect(catalog.card("local__docs-fetch")).toEqual({
      id: "local__docs-fetch",
      kind: "tool",
      title: "docs fetch",
      summary: "Find documents.",
      source: { type: "local", name: "local" },
      risk: "low",
      row: "reads",
      effects: [{ text: "reads docs", kind: "reads", path: "docs" }],
      match: { paths: ["docs/**"], keywords: ["cdk"] },
      searched: {
        parameters: [{ name: "words", description: "What to look for." }, { name: "raw" }],
        returns: "Found sections. sections heading Its heading.",
      },
      tokens: { index: expect.any(Number), full: expect.any(Number) },
      digest: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(await catalog.load("local__docs-fetch")).toMatchObject({
      modelProjection: "Find documents.",
      toolSchema: { type: "object", properties: { words: { type: "string" } } },
      trusted: true,
    });
  });

  test.each([
    ["nothing", [], "reads", "low"],
    ["reads", ["reads docs", "reads /etc"], "reads", "low"],
    ["network read", ["network read example.org"], "network-read", "medium"],
    ["writes inside", ["reads docs", "writes out"], "writes", "medium"],
    ["creates by a variable that lies inside", ["creates ${INSIDE}/x"], "writes", "medium"],
    ["process", ["process make"], "writes", "medium"],
    ["deletes inside, if only with an option", ["--force: deletes out"], "deletes", "high"],
    ["writes outside", ["writes /tmp/x"], "outside", "high"],
    ["writes by a variable that lies outside", ["writes ${OUTSIDE}/x"], "outside", "high"],
    ["writes by a variable that is not set", ["writes ${NOT_SET}/x"], "outside", "high"],
    ["writes over ..", ["writes ${INSIDE}/../../x"], "outside", "high"],
    ["network write", ["network write example.org"], "outside", "high"],
    ["external", ["external aws deploys"], "outside", "high"],
    ["prose", ["changes things"], "outside", "high"],
  ])("the row of a tool that has %s", async (_, effects, row, risk) => {
    const disk = onDisk({
      "lib/do-it.sh": bashTool("do", "it", `side_effects: ${JSON.stringify(effects)}`, "options: [{name: force, type: boolean}]"),
    });
    const project = { ...disk.project, env: { INSIDE: join(disk.root, "inside"), OUTSIDE: "/var/tmp" } };
    const catalog = await openCatalog([toolSource(project)]);
    expect(catalog.diagnostics).toEqual([]);
    expect(catalog.card("local__do-it")).toMatchObject({ row, risk });
  });

  test("a header's risk raises row and risk, and lowers neither", async () => {
    const tool = (risk: string, effect: string) => bashTool("do", risk, `risk: ${risk}`, `side_effects: [${effect}]`);
    const disk = onDisk({ "lib/do-high.sh": tool("high", "reads docs"), "lib/do-low.sh": tool("low", "deletes out") });
    const catalog = await openCatalog([toolSource(disk.project)]);
    expect(catalog.card("local__do-high")).toMatchObject({ row: "outside", risk: "high" });
    expect(catalog.card("local__do-low")).toMatchObject({ row: "deletes", risk: "high" });
  });

  test("a changed header counts, not the registry's entry; that the registry is out of date is told once", async () => {
    const disk = onDisk({ "lib/do-it.sh": bashTool("do", "it", "summary: Old."), "lib/do-that.sh": bashTool("do", "that") });
    await register(disk);
    disk.write("lib/do-it.sh", bashTool("do", "it", "summary: New.", "side_effects: [deletes out]"));
    disk.write("lib/do-that.sh", bashTool("do", "that", "summary: New."));
    const catalog = await openCatalog([toolSource(disk.project)]);
    expect(catalog.card("local__do-it")).toMatchObject({ summary: "New.", row: "deletes" });
    expect(catalog.diagnostics).toMatchObject([
      { code: "registry_stale", severity: "warning", message: expect.stringContaining("2 tools") },
    ]);
  });

  test("an entry that was edited by hand is not believed", async () => {
    const disk = onDisk({ "lib/do-it.sh": bashTool("do", "it", "side_effects: [deletes out]") });
    const { text } = await buildRegistry(disk.project);
    disk.write("logs/tool-registry.json", text.replace('"kind": "deletes"', '"kind": "reads"'));
    expect((await openCatalog([toolSource(disk.project)])).card("local__do-it")?.row).toBe("deletes");
  });

  test("a registry in CRLF, with a byte order mark, in one line or with conflict markers changes no card", async () => {
    const disk = onDisk({ "lib/do-it.sh": bashTool("do", "it", "summary: Do.") });
    const { text } = await buildRegistry(disk.project);
    const digests = new Set<string | undefined>();
    for (const variant of [
      text,
      text.replaceAll("\n", "\r\n"),
      `\uFEFF${text}`,
      JSON.stringify(JSON.parse(text)),
      `<<<<<<< HEAD\n${text}`,
    ]) {
      disk.write("logs/tool-registry.json", variant);
      const catalog = await openCatalog([toolSource(disk.project)]);
      expect(catalog.diagnostics).toEqual([]);
      digests.add(catalog.card("local__do-it")?.digest);
      expect((await catalog.load("local__do-it")).modelProjection).toBe("Do.");
    }
    expect(digests.size).toBe(1);
  });

  test("broken headers, two files of one name and unreadable files are told; the others stay", async () => {
    const disk = onDisk({
      "lib/do-it.sh": bashTool("do", "it"),
      "lib/do-odd.sh": "#!/bin/sh\n# TOOL_META\n# noun: do\n",
      "lib/do-two.sh": bashTool("do", "two"),
      "lib/do-two.py": '"""TOOL_META\nnoun: do\nverb: two\npreconditions: []\nidempotent: true\nside_effects: []\n"""\n',
      "lib/no-tool.sh": "echo\n",
    });
    const catalog = await openCatalog([toolSource(disk.project)]);
    expect([...catalog.cards()].map(({ id }) => id)).toEqual(["local__do-it"]);
    const told = catalog.diagnostics.map(({ code, severity, file }) => `${severity} ${code} ${file}`);
    expect(told).toContain("error tool_name_taken_twice lib/do-two.py");
    expect(told).toContain("error tool_name_taken_twice lib/do-two.sh");
    expect(told.filter((line) => line.endsWith("lib/do-odd.sh")).length).toBeGreaterThan(0);
    expect(told.filter((line) => line.endsWith("lib/no-tool.sh"))).toEqual([]);
  });

  test("of two folders with one tool the first counts, and a broken one there keeps its name", async () => {
    const files = { "tools/do-it.sh": bashTool("do", "it", "summary: First."), "lib/do-it.sh": bashTool("do", "it", "summary: Second.") };
    const disk = onDisk(files);
    expect((await openCatalog([toolSource(disk.project)])).card("local__do-it")?.summary).toBe("First.");
    disk.write("tools/do-it.sh", "#!/bin/sh\n# TOOL_META\n# noun: do\n");
    expect((await openCatalog([toolSource(disk.project)])).card("local__do-it")).toBeUndefined();
  });

  test("registering a tool, which makes its tokens exact, does not change it for those who hold its card", async () => {
    const disk = onDisk({ "lib/do-it.sh": bashTool("do", "it", "summary: Do it, and 議事録.") });
    disk.write("logs/tool-registry.json", '{"tools":[]}');
    const before = await openCatalog([toolSource(disk.project)]);
    await register(disk);
    expect((await openCatalog([toolSource(disk.project)])).card("local__do-it")?.tokens).not.toEqual(before.card("local__do-it")?.tokens);
    expect((await before.load("local__do-it")).card).toEqual(before.card("local__do-it"));
  });

  test("only carried nouns are in it", async () => {
    const disk = onDisk({ "lib/do-it.sh": bashTool("do", "it"), "lib/make-it.sh": bashTool("make", "it") });
    const folders = disk.project.folders.map((folder) => ({ ...folder, nouns: ["make"] }));
    expect([...(await openCatalog([toolSource({ ...disk.project, folders })])).cards()].map(({ id }) => id)).toEqual(["local__make-it"]);
  });

  test("a tool that changed since is not loaded: capability_changed; one that is gone: capability_gone", async () => {
    const disk = onDisk({ "lib/do-it.sh": bashTool("do", "it"), "lib/do-that.sh": bashTool("do", "that") });
    const catalog = await openCatalog([toolSource(disk.project)]);
    disk.write("lib/do-it.sh", bashTool("do", "it", "options: [{name: more, type: string}]"));
    disk.write("lib/do-that.sh", "echo\n");
    await expect(catalog.load("local__do-it")).rejects.toMatchObject({ code: "capability_changed" });
    await expect(catalog.load("local__do-that")).rejects.toMatchObject({ code: expect.stringMatching(/capability_gone|header_missing/) });
    await expect(catalog.load("local__do-nothing")).rejects.toMatchObject({ code: "capability_gone" });
  });
});
