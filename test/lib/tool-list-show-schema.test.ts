import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { exactTokens } from "../../registry/generate/count-tokens.ts";
import { bashTool, project } from "../support/project.ts";
import { run } from "../support/run.ts";
import { call } from "./repository-tool.ts";

const files = {
  "niche.json": '{"shared_nouns":["tool"]}',
  "lib/page-build.sh": bashTool("page", "build", "true", [
    "summary: Build the pages.",
    "side_effects: [creates out/index.html]",
    "options: []",
  ]),
  "lib/page-show.sh": bashTool("page", "show", "true", [
    "summary: Show a page.",
    "preconditions: [out/index.html exists]",
    "options:",
    "  - {name: words, type: 'string[]', required: true}",
    "  - {name: mode, type: [any, all], default: any}",
    "  - {name: raw, type: boolean}",
    "args:",
    "  - {name: files, type: 'path[]'}",
    "output: {format: json, schema: {type: object}}",
  ]),
  "lib/page-drop.sh": bashTool("page", "drop", "true", ["idempotent: false", "side_effects: [deletes out]"]),
};

describe("tool list", () => {
  test("gives id, risk and summary of each tool, or of those of one noun", async () => {
    const here = project(files);
    const { data } = await call(here, ["tool", "list", "page"]);
    expect(data).toEqual({
      count: 3,
      tools: [
        { id: "local__page-build", risk: "medium", summary: "Build the pages." },
        { id: "local__page-drop", risk: "high", summary: "" },
        { id: "local__page-show", risk: "low", summary: "Show a page." },
      ],
    });
    expect((await call(here, ["tool", "list"])).data.tools.map(({ id }: { id: string }) => id)).toContain("local__tool-list");
  });

  test("--full gives the whole tree in one call, with its size in bytes", async () => {
    const { data } = await call(project(files), ["tool", "list", "--full"]);
    expect(data.bytes).toBe(Buffer.byteLength(JSON.stringify(data.tree)));
    expect(data.tree.page.show).toEqual({
      call: "page show --words <string>… [--mode <any|all>=any] [--raw] [<files:path>…]",
      summary: "Show a page.",
      needs: ["out/index.html exists"],
      changes: [],
      repeat: true,
      risk: "low",
    });
    expect(data.tree.page.drop).toMatchObject({ call: "page drop [anything]", changes: ["deletes out"], repeat: false });
  });

  test("tells a broken tool as a warning, and the others all the same", async () => {
    const { code, data, meta } = await call(project({ ...files, "lib/page-odd.sh": "#!/bin/sh\n# TOOL_META\n# noun: page\n" }), [
      "tool",
      "list",
      "page",
    ]);
    expect([code, data.count]).toEqual([0, 3]);
    expect(meta.warnings.join()).toContain("lib/page-odd.sh");
  });
});

describe("tool show", () => {
  test("tells the header as it is now, and who makes what the tool needs", async () => {
    const here = project(files);
    const { data } = await call(here, ["tool", "show", "page", "show"]);
    expect(data.provided_by).toEqual([{ precondition: "out/index.html exists", command: expect.stringMatching(/acme' page build$/) }]);
    here.write("lib/page-show.sh", files["lib/page-show.sh"].replace("Show a page.", "Show it."));
    const text = (await run(here.wrapper, ["tool", "show", "page", "show"], { cwd: here.root })).stdout;
    expect(text).toContain("Show it.");
    expect(text).toContain("--words (string[], required)");
  });

  test("an unknown noun or verb gets the nearest spelling as a Fix that runs", async () => {
    const here = project(files);
    for (const [words, fixed] of [
      [["tool", "show", "pages", "show"], "tool show page show"],
      [["tool", "show", "page", "shwo"], "tool show page show"],
      [["tool", "list", "pag"], "tool list page"],
      [["tool", "schema", "zzzzzz"], "tool list"],
    ] as const) {
      const { code, error } = await call(here, words);
      expect([code, error.fix]).toEqual([1, [expect.stringMatching(new RegExp(` ${fixed}$`))]]);
      expect((await run("bash", ["-c", error.fix[0]])).code).toBe(0);
    }
  });
});

describe("tool schema", () => {
  test.each([
    ["anthropic", (tool: { name: string; input_schema: object }) => [tool.name, tool.input_schema]],
    ["openai", (tool: { type: string; function: { name: string; parameters: object } }) => [tool.function.name, tool.function.parameters]],
    ["mcp", (tool: { name: string; inputSchema: object }) => [tool.name, tool.inputSchema]],
  ] as const)("gives sound definitions for %s with their bytes and tokens", async (format, read) => {
    const { data } = await call(project(files), ["tool", "schema", "--format", format]);
    const whole = JSON.stringify(data.tools);
    expect([data.count, data.bytes, data.tokens]).toEqual([
      data.tools.length,
      Buffer.byteLength(whole),
      exactTokens({ index: "", full: whole }).full,
    ]);
    data.tools.forEach((tool: never, at: number) => {
      const [name, schema] = read(tool) as [string, object];
      expect(name).toBe(data.sizes[at].id);
      expect(name).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
      expect(new Ajv2020().validateSchema(schema)).toBe(true);
      expect(schema).toMatchObject({ type: "object" });
    });
  });

  test("mcp's hints follow from the header", async () => {
    const { data } = await call(project(files), ["tool", "schema", "page", "--format", "mcp"]);
    expect(data.tools.map(({ annotations }: { annotations: object }) => annotations)).toEqual([
      { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
      { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
      { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    ]);
  });
});
