// biome-ignore-all lint/suspicious/noTemplateCurlyInString: path templates as headers write them
import { chmodSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { afterEach, describe, expect, test } from "vitest";
import { buildRegistry } from "../../../registry/generate/build.ts";
import { projections } from "../../../registry/generate/projections.ts";
import { bashTool, type DiskProject, diskProject } from "../project-on-disk.ts";

const projects: DiskProject[] = [];
function made(files?: Readonly<Record<string, string>>, folders?: readonly string[]): DiskProject {
  const disk = diskProject(files, folders);
  projects.push(disk);
  return disk;
}
afterEach(() => {
  for (const disk of projects.splice(0)) disk.remove();
});

const MODULE = `/**
 * TOOL_META
 * Fetch the documents that match the keywords.
 *
 * @noun docs
 * @verb fetch
 * @option {string[]} keywords - Words to look for.
 * @option {integer} [limit=10] - How many documents at the most.
 * @precondition DOCS_INDEX exists
 * @side_effect none
 * @idempotent true
 */
export const run = () => null;
`;
const INDEX = bashTool("docs", "index", "summary: Build the index.", "side_effects: [writes ${DOCS_INDEX}]", "idempotent: true");
const FILES = { "tools/docs-index.sh": INDEX, "lib/docs-fetch.ts": MODULE };

describe("buildRegistry", () => {
  test("makes an entry of each header, in normal form, and the graph of who provides what", async () => {
    const built = await buildRegistry(made(FILES).project);
    expect(built.problems).toEqual([]);
    expect(built.registry.tools.map(({ id, source, runner, derived_risk }) => [id, source, runner, derived_risk])).toEqual([
      ["local__docs-fetch", "lib/docs-fetch.ts", "module", "low"],
      ["local__docs-index", "tools/docs-index.sh", "process", "medium"],
    ]);
    expect(built.registry.tools[0]).toMatchObject({
      summary: "Fetch the documents that match the keywords.",
      input_schema: { properties: { limit: { type: "integer", default: 10 } }, required: ["keywords"] },
    });
    expect(built.registry.graph.provides).toEqual([
      { needs: "local__docs-fetch", precondition: "DOCS_INDEX exists", provider: "local__docs-index" },
    ]);
    expect(built.types).toContain('"docs fetch": {');
  });

  test("the text is two-space JSON that ends in one LF, without time, place or CR", async () => {
    const disk = made(FILES);
    const { text, registry } = await buildRegistry(disk.project);
    expect(text).toBe(`${JSON.stringify(registry, null, 2)}\n`);
    expect(text).not.toContain(disk.root);
    expect(text).not.toContain("\r");
  });

  test("the same bytes come from another place, from CRLF files, from files with a BOM, and in any order of writing", async () => {
    const { text, types } = await buildRegistry(made(FILES).project);
    const spelt = (change: (text: string) => string) =>
      made(
        Object.fromEntries(
          Object.entries(FILES)
            .reverse()
            .map(([path, source]) => [path, change(source)]),
        ),
      );
    for (const change of [
      (source: string) => source,
      (source: string) => source.replaceAll("\n", "\r\n"),
      (source: string) => `\uFEFF${source}`,
    ]) {
      const other = await buildRegistry(spelt(change).project);
      expect(other.text).toBe(text);
      expect(other.types).toBe(types);
    }
  });

  test("the bytes do not depend on the order in which the folders list their files", async () => {
    const nouns = ["a", "b-a", "b", "zed", "a0", "a-0"];
    const files = Object.fromEntries(nouns.map((noun) => [`tools/${noun}-run.sh`, bashTool(noun, "run")]));
    const { text } = await buildRegistry(made(files).project);
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray(Object.keys(files), { minLength: nouns.length }), async (order) => {
        const disk = made(Object.fromEntries(order.map((path) => [path, files[path] ?? ""])));
        expect((await buildRegistry(disk.project)).text).toBe(text);
      }),
      { numRuns: 15 },
    );
  });

  test("files beside the tools, whatever their script, change nothing (case e1)", async () => {
    const { text } = await buildRegistry(made(FILES).project);
    const disk = made({
      ...FILES,
      "tools/README": "x",
      "tools/detector_a": "x",
      "tools/Zed": "x",
      "tools/ä": "x",
      "tools/あ": "x",
      "lib/docs-fetch.test.ts": "x",
    });
    expect((await buildRegistry(disk.project)).text).toBe(text);
  });

  test("a broken header is told with its place, and the other tools stay", async () => {
    const disk = made({ ...FILES, "tools/bad-tool.sh": bashTool("bad", "tool", "sumary: x") });
    const built = await buildRegistry(disk.project);
    expect(built.registry.tools).toHaveLength(2);
    expect(built.problems).toHaveLength(1);
    expect(built.problems[0]).toMatchObject({ file: "tools/bad-tool.sh", line: 5 });
    expect(built.broken).toEqual(["tools/bad-tool.sh"]);
  });

  test.each([
    [
      "of two languages",
      "tools/a-b.sh",
      "tools/a-b.py",
      bashTool("a", "b"),
      '"""\nTOOL_META\nnoun: a\nverb: b\npreconditions: []\nidempotent: true\nside_effects: []\n"""\n',
    ],
    ["split at another dash", "tools/a-b-c.sh", "tools/a-b-c.bash", bashTool("a", "b-c"), bashTool("a-b", "c")],
  ])("two tools of one name, %s, are an error that names both, and neither is taken", async (_, one, other, first, second) => {
    const built = await buildRegistry(made({ ...FILES, [one]: first, [other]: second }).project);
    expect(built.problems.map(({ code, file }) => [code, file]).sort()).toEqual(
      [
        ["tool_name_taken_twice", one],
        ["tool_name_taken_twice", other],
      ].sort(),
    );
    for (const { message } of built.problems) expect(message).toContain(`${[one, other].sort().join(" and ")}`);
    expect(built.registry.tools).toHaveLength(2);
  });

  test("a file beside a tool with the same name, but no header, is no rival", async () => {
    const built = await buildRegistry(made({ ...FILES, "tools/docs-index.md": "# how to", "tools/docs-index.json": "{}" }).project);
    expect(built.problems).toEqual([]);
    expect(built.unmarked).toEqual(["tools/docs-index.json", "tools/docs-index.md"]);
  });

  test("a tool of an earlier folder hides one of the same name behind it, and a broken one still does", async () => {
    const own = bashTool("docs", "fetch", "summary: Our own.");
    const built = await buildRegistry(made({ ...FILES, "tools/docs-fetch.sh": own }).project);
    expect(built.shadowed).toEqual([{ source: "lib/docs-fetch.ts", by: "tools/docs-fetch.sh" }]);
    expect(built.registry.tools[0]?.summary).toBe("Our own.");
    const broken = await buildRegistry(made({ ...FILES, "tools/docs-fetch.sh": own.replace("verb", "werb") }).project);
    expect(broken.registry.tools.map(({ id }) => id)).toEqual(["local__docs-index"]);
    expect(broken.broken).toEqual(["tools/docs-fetch.sh"]);
  });

  test("only the carried nouns of the shared lib are taken", async () => {
    const disk = made({
      "lib/docs-x.sh": bashTool("docs", "x"),
      "lib/docs-x-y.sh": bashTool("docs-x", "y"),
      "lib/skill-z.sh": "no header, not even read as a tool",
    });
    const folder = { path: join(disk.root, "lib"), prefix: "nichekit:lib/", nouns: ["docs"] };
    const built = await buildRegistry({ ...disk.project, folders: [folder] });
    expect(built.registry.tools.map(({ source }) => source)).toEqual(["nichekit:lib/docs-x.sh"]);
    expect([built.unmarked, built.types]).toEqual([[], undefined]);
  });

  test("a file that is named against the rule, bytes that are no text, a link to nothing: each is told, the others stay", async () => {
    const disk = made({ ...FILES, "tools/Docs_Publish.sh": bashTool("docs", "publish") });
    disk.write("tools/docs-latin.sh", Buffer.from(INDEX.replace("index", "latin").replace("Build", "B\xfcild"), "latin1"));
    symlinkSync("nowhere.sh", join(disk.root, "tools/docs-gone.sh"));
    const built = await buildRegistry(disk.project);
    expect(built.problems.map(({ file }) => file)).toEqual(["tools/Docs_Publish.sh", "tools/docs-gone.sh", "tools/docs-latin.sh"]);
    expect(built.problems[0]?.fix).toContain("docs-publish.sh");
    expect(built.registry.tools).toHaveLength(2);
  });

  test.skipIf(process.getuid?.() === 0)("a file that may not be read is told, the others stay", async () => {
    const disk = made(FILES);
    chmodSync(disk.write("tools/docs-secret.sh", bashTool("docs", "secret")), 0);
    const built = await buildRegistry(disk.project);
    expect(built.problems.map(({ code, file }) => [code, file])).toEqual([["tool_file_unreadable", "tools/docs-secret.sh"]]);
    expect(built.registry.tools).toHaveLength(2);
  });

  test("an empty project has an empty registry", async () => {
    const built = await buildRegistry(made().project);
    expect([built.registry.tools, built.registry.graph.provides, built.types]).toEqual([[], [], undefined]);
  });

  test("nichekit's version is the package's", async () => {
    const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
    expect((await buildRegistry(made().project)).registry.nichekit).toBe(version);
  });

  test("no tool is executed to be registered", async () => {
    const disk = made();
    disk.write("tools/docs-run.sh", `${bashTool("docs", "run")}\ntouch ${join(disk.root, "ran")}\n`);
    chmodSync(join(disk.root, "tools/docs-run.sh"), 0o755);
    await buildRegistry(disk.project);
    expect(() => rmSync(join(disk.root, "ran"))).toThrow("ENOENT");
  });
});

describe("token counts", () => {
  test("are exact, and indifferent to what looks like a special token", async () => {
    const disk = made({ "tools/docs-x.sh": bashTool("docs", "x", "summary: Speaks of <|endoftext|> in its text.") });
    const [tool] = (await buildRegistry(disk.project)).registry.tools;
    if (tool === undefined) return expect.unreachable();
    expect(tool.tokens.index).toBe(countTokens(projections(tool).index, { disallowedSpecial: new Set() }));
    expect(tool.tokens.full).toBe(countTokens(projections(tool).full, { disallowedSpecial: new Set() }));
  });
});
