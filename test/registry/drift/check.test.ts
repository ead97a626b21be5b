// biome-ignore-all lint/suspicious/noTemplateCurlyInString: path templates as headers write them
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { checkRegistry } from "../../../registry/drift/check.ts";
import type { DriftFault } from "../../../registry/drift/compare.ts";
import { REGISTRY_PATH, type Registry, type ToolEntry, TYPES_PATH } from "../../../registry/entry.ts";
import { buildRegistry } from "../../../registry/generate/build.ts";
import { sealOf } from "../../../registry/generate/seal.ts";
import { bashTool, type DiskProject, diskProject } from "../project-on-disk.ts";

const MODULE = `/**
 * TOOL_META
 * Fetch the documents that match the keywords.
 *
 * @noun docs
 * @verb fetch
 * @option {integer} [limit=10] - How many documents at the most.
 * @precondition DOCS_INDEX exists
 * @side_effect none
 * @idempotent true
 */
export const run = () => null;
`;
const INDEX = bashTool("docs", "index", "summary: Build the index.", "side_effects: [writes ${DOCS_INDEX}]");

let disk: DiskProject;
let committed: string;
beforeEach(async () => {
  disk = diskProject({ "tools/docs-index.sh": INDEX, "lib/docs-fetch.ts": MODULE });
  const { text, types } = await buildRegistry(disk.project);
  committed = text;
  disk.write(REGISTRY_PATH, text);
  disk.write(TYPES_PATH, types ?? expect.unreachable());
});
afterEach(() => disk.remove());

/** What a check tells; a full one, which believes no seal, must tell the same. */
async function faults(): Promise<readonly DriftFault[]> {
  const { faults } = await checkRegistry(disk.project);
  expect((await checkRegistry(disk.project, { full: true })).faults).toEqual(faults);
  return faults;
}
const codes = async () => (await faults()).map(({ code, tool, fields }) => [code, ...(tool ? [tool] : []), ...(fields ?? [])]);

/** Changes the committed registry as a person with an editor would. */
function edit(change: (registry: { -readonly [K in keyof Registry]: Registry[K] } & { tools: ToolEntry[] }) => unknown): void {
  const registry = JSON.parse(committed) as Registry & { tools: ToolEntry[] };
  change(registry);
  disk.write(REGISTRY_PATH, `${JSON.stringify(registry, null, 2)}\n`);
}

describe("checkRegistry", () => {
  test("what was generated is clean", async () => expect(await faults()).toEqual([]));

  test("a changed header fails it, with tool and field (the negative control, case e2)", async () => {
    disk.write("tools/docs-index.sh", INDEX.replace("Build", "Make"));
    expect(await codes()).toEqual([["tool_header_changed", "local__docs-index", "summary", "sha256", "seal"], ["types_stale"]]);
    expect((await faults())[0]?.message).toBe("local__docs-index: the header in tools/docs-index.sh has changed (summary)");
    expect(readFileSync(join(disk.root, REGISTRY_PATH), "utf8")).toBe(committed);
  });

  test("a header whose wording alone changed is told as such", async () => {
    disk.write("tools/docs-index.sh", INDEX.replace("# verb: index", "# verb: index   # so it is called"));
    const [fault] = await faults();
    expect(fault).toMatchObject({ code: "tool_header_changed", fields: ["sha256", "seal"] });
    expect(fault?.message).toContain("its wording only");
  });

  test("a change below the header is no drift", async () => {
    disk.write("tools/docs-index.sh", `${INDEX}echo more\n`);
    expect(await faults()).toEqual([]);
  });

  test("an autocrlf checkout is clean, a changed word in it drifts (case e4)", async () => {
    const crlf = (text: string) => text.replaceAll("\n", "\r\n");
    for (const path of [REGISTRY_PATH, TYPES_PATH, "tools/docs-index.sh", "lib/docs-fetch.ts"]) {
      disk.write(path, crlf(readFileSync(join(disk.root, path), "utf8")));
    }
    expect(await faults()).toEqual([]);
    disk.write("tools/docs-index.sh", crlf(INDEX.replace("Build", "Make")));
    expect((await codes())[0]?.[0]).toBe("tool_header_changed");
  });

  test("a registry saved with a BOM is clean", async () => {
    disk.write(REGISTRY_PATH, `\uFEFF${committed}`);
    expect(await faults()).toEqual([]);
  });

  test("an edit by hand and a deleted tool are two faults (case e5)", async () => {
    edit((registry) => Object.assign(registry.tools[0] ?? {}, { summary: "Nicer words." }));
    rmSync(join(disk.root, "tools/docs-index.sh"));
    expect((await faults()).map(({ code, tool }) => [code, tool])).toEqual([
      ["registry_edited", "local__docs-fetch"],
      ["tool_gone", "local__docs-index"],
      ["types_stale", undefined],
    ]);
    expect((await faults())[0]?.message).toContain("summary");
  });

  test.each<[string, (tool: ToolEntry) => object, string]>([
    ["a token count", (tool) => ({ tokens: { ...tool.tokens, full: tool.tokens.full + 1 } }), "tokens.full"],
    ["the seal", () => ({ seal: "0".repeat(16) }), "seal"],
    ["a deep value", (tool) => ({ options: tool.options?.map((option) => ({ ...option, default: 99 })) }), "options[0].default"],
    ["the risk", () => ({ derived_risk: "high" }), "derived_risk"],
    ["the source", () => ({ source: "tools/other.sh" }), "source"],
    ["a field too many", () => ({ reviewed: true }), "reviewed"],
  ])("an edit by hand of %s is told with its field", async (_, change, field) => {
    edit((registry) => {
      const tool = registry.tools[0];
      if (tool) Object.assign(tool, change(tool));
    });
    expect(await codes()).toEqual([["registry_edited", "local__docs-fetch", field]]);
  });

  test("an edit of the graph, of the head, an entry twice, another order, other spacing: each is told", async () => {
    edit((registry) => Object.assign(registry, { graph: { provides: [] } }));
    expect(await codes()).toEqual([["registry_edited", "graph.provides"]]);
    edit((registry) => Object.assign(registry, { tokenizer: "cl100k_base" }));
    expect(await codes()).toEqual([["registry_edited", "tokenizer"]]);
    edit((registry) => registry.tools.push(...registry.tools.slice(0, 1)));
    expect((await codes())[0]?.[0]).toBe("registry_edited");
    edit((registry) => registry.tools.reverse());
    expect(await codes()).toEqual([["registry_reformatted"]]);
    disk.write(REGISTRY_PATH, JSON.stringify(JSON.parse(committed)));
    expect(await codes()).toEqual([["registry_reformatted"]]);
  });

  test("no other bytes pass", async () => {
    const places = fc.nat(committed.length - 1);
    const property = fc.asyncProperty(places, fc.constantFrom("", "x", " ", "\n", ",", "é"), fc.nat(2), async (at, put, taken) => {
      const other = committed.slice(0, at) + put + committed.slice(at + taken);
      disk.write(REGISTRY_PATH, other);
      expect((await checkRegistry(disk.project)).faults.length === 0).toBe(other === committed);
    });
    await fc.assert(property, { numRuns: 300 });
  });

  test("a registry in another order tells each difference, in the order in which it has the entries", async () => {
    disk.write("tools/docs-list.sh", bashTool("docs", "list"));
    edit((registry) => {
      registry.tools.reverse();
      const [index, fetch] = registry.tools;
      Object.assign(index ?? {}, { derived_risk: "high" });
      Object.assign(fetch ?? {}, { summary: "Nicer words." });
      registry.tools.splice(1, 0, { ...(index as ToolEntry) }, { id: "local__docs-gone", source: "lib/docs-gone.ts" } as ToolEntry);
    });
    expect((await faults()).map(({ code, tool, fields }) => [code, tool, fields?.[0]])).toEqual([
      ["registry_edited", "local__docs-index", "derived_risk"],
      ["registry_edited", undefined, undefined],
      ["tool_gone", "local__docs-gone", undefined],
      ["registry_edited", "local__docs-fetch", "summary"],
      ["tool_new", "local__docs-list", undefined],
      ["types_stale", undefined, undefined],
    ]);
  });

  test("a new tool and a moved one are told as such", async () => {
    disk.write("tools/docs-list.sh", bashTool("docs", "list"));
    rmSync(join(disk.root, "tools/docs-index.sh"));
    disk.write("lib/docs-index.sh", INDEX);
    expect((await faults()).map(({ code, tool }) => [code, tool])).toEqual([
      ["tool_moved", "local__docs-index"],
      ["tool_new", "local__docs-list"],
      ["types_stale", undefined],
    ]);
  });

  test("a tool whose header was taken out, and one whose header broke, do not vanish in silence", async () => {
    disk.write("tools/docs-index.sh", "#!/usr/bin/env bash\necho\n");
    expect((await faults())[0]).toMatchObject({ code: "tool_gone", tool: "local__docs-index" });
    expect((await faults())[0]?.message).toContain("no TOOL_META header any more");
    disk.write("tools/docs-index.sh", INDEX.replace("idempotent: true", "idempotent: maybe"));
    const checked = await checkRegistry(disk.project);
    expect(checked.faults[0]).toMatchObject({ code: "tool_broken", tool: "local__docs-index" });
    expect(checked.built.problems[0]).toMatchObject({ file: "tools/docs-index.sh" });
  });

  test("merge-conflict markers are told with their line", async () => {
    const lines = committed.split("\n");
    lines.splice(4, 0, "<<<<<<< HEAD", "=======", ">>>>>>> other");
    disk.write(REGISTRY_PATH, lines.join("\n"));
    expect(await faults()).toMatchObject([{ code: "registry_conflict", message: `${REGISTRY_PATH}:5: merge-conflict markers` }]);
  });

  test.each([
    ["cut in half", (text: string) => text.slice(0, text.length / 2)],
    ["a list", () => "[]"],
    ["without tools", () => '{"version": 1}'],
    ["empty", () => ""],
  ])("a registry that is %s is told as none", async (_, change) => {
    disk.write(REGISTRY_PATH, change(committed));
    expect(await codes()).toEqual([["registry_not_json"]]);
  });

  test("a missing registry, and missing or edited types, are told", async () => {
    disk.write(TYPES_PATH, "export interface ToolArguments {}\n");
    expect(await codes()).toEqual([["types_edited"]]);
    rmSync(join(disk.root, TYPES_PATH));
    expect(await codes()).toEqual([["types_missing"]]);
    rmSync(join(disk.root, REGISTRY_PATH));
    expect(await codes()).toEqual([["registry_missing"], ["types_missing"]]);
  });

  test("types are left over when no TypeScript tool of the project's own remains", async () => {
    rmSync(join(disk.root, "lib/docs-fetch.ts"));
    const { text } = await buildRegistry(disk.project);
    disk.write(REGISTRY_PATH, text);
    expect(await codes()).toEqual([["types_left_over"]]);
  });

  test("another version's registry is told as an upgrade, and a real change beside it as that", async () => {
    const older = (registry: Registry & { tools: ToolEntry[] }) => {
      Object.assign(registry, { nichekit: "0.0.1" });
      for (const tool of registry.tools) Object.assign(tool, { field_of_old: true });
    };
    edit(older);
    expect(await codes()).toEqual([["registry_other_version"]]);
    expect((await faults())[0]?.message).toContain("0.0.1");
    disk.write("tools/docs-index.sh", INDEX.replace("Build", "Make"));
    expect((await faults()).map(({ code }) => code)).toEqual(["registry_other_version", "tool_header_changed", "types_stale"]);
  });

  test("an edit under a forged seal, or another build of the same version, passes a plain check, as documented, and fails a full one", async () => {
    edit((registry) => {
      const [tool] = registry.tools;
      if (!tool) return;
      Object.assign(tool, { summary: "Forged." });
      tool.seal = sealOf(tool, registry.nichekit);
    });
    expect((await checkRegistry(disk.project)).faults.map(({ code }) => code)).toEqual(["types_edited"]);
    expect((await checkRegistry(disk.project, { full: true })).faults[0]).toMatchObject({
      code: "registry_other_version",
      fields: ["summary", "seal"],
    });
  });

  test("a registry that cannot be read is a platform error", async () => {
    rmSync(join(disk.root, REGISTRY_PATH));
    mkdirSync(join(disk.root, REGISTRY_PATH));
    await expect(faults()).rejects.toMatchObject({ code: "registry_unreadable", layer: "platform" });
  });
});
