// biome-ignore-all lint/suspicious/noTemplateCurlyInString: path templates as headers write them
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseEffect } from "../../../registry/plan/effect.ts";
import { normalTemplate } from "../../../registry/plan/path-place.ts";
import { parsePrecondition } from "../../../registry/plan/precondition.ts";
import { type ProvidingTool, providerOf, providersByPath, providersOf, providesGraph } from "../../../registry/plan/provide.ts";

function tool(id: string, needs: readonly string[], effects: readonly string[]): ProvidingTool {
  return { id, preconditions: needs.map((text) => parsePrecondition(text)), side_effects: effects.map(parseEffect) };
}

const init = tool("local__docs-init", [], ["creates ${DOCS_DIR}"]);
const index = tool("local__docs-index", ["DOCS_DIR exists"], ["reads ${DOCS_DIR}", "writes ${DOCS_INDEX}"]);
const fetch = tool("local__docs-fetch", ["DOCS_INDEX exists", "DOCS_INDEX newer than DOCS_DIR"], []);
const all = [fetch, index, init];
const ids = (text: string, tools: readonly ProvidingTool[] = all) => providerOf(parsePrecondition(text), tools).map(({ id }) => id);

describe("providerOf", () => {
  test("who creates or writes the path provides it", () => {
    expect(ids("DOCS_DIR exists")).toEqual(["local__docs-init"]);
    expect(ids("DOCS_INDEX exists")).toEqual(["local__docs-index"]);
    expect(ids("DOCS_DIR is a directory")).toEqual(["local__docs-init"]);
  });

  test("a path that must be newer is provided by who writes it, even if it needs it", () => {
    expect(ids("DOCS_INDEX newer than DOCS_DIR")).toEqual(["local__docs-index"]);
    expect(ids("a newer than b", [tool("x", ["a exists"], ["writes a"])])).toEqual(["x"]);
  });

  test.each(["${DOCS_DIR}/ exists", "$DOCS_DIR exists", "${DOCS_DIR}/. exists"])("%s is another spelling of the same path", (text) => {
    expect(ids(text)).toEqual(["local__docs-init"]);
  });

  test("the provider of a folder does not provide a file in it", () => {
    expect(ids("${DOCS_DIR}/index.md exists")).toEqual([]);
  });

  test("who creates a file leaves its folder there, after who creates the folder itself", () => {
    const maker = tool("a", [], ["creates out/report/x.html"]);
    const direct = tool("b", [], ["creates out/report"]);
    expect(ids("out exists", [maker])).toEqual(["a"]);
    expect(ids("out/report is a directory", [maker, direct])).toEqual(["b", "a"]);
    expect(ids("out is a file", [maker])).toEqual([]);
  });

  test("who needs the path to be there does not provide it", () => {
    expect(ids("x exists", [tool("a", ["x exists"], ["writes x"]), tool("b", ["x is writable"], ["writes x"])])).toEqual([]);
  });

  test("reading, deleting, a variable, a command and prose are provided by nothing", () => {
    const busy = tool("a", [], ["reads x", "deletes x", "process x", "external x y"]);
    for (const text of ["x exists", "X is set", "command x", "the moon is full"]) expect(ids(text, [busy])).toEqual([]);
  });

  test("creating goes before writing, and equals by id", () => {
    const tools = [tool("b", [], ["writes x"]), tool("c", [], ["creates x"]), tool("a", [], ["writes ./x/"])];
    expect(ids("x exists", tools)).toEqual(["c", "a", "b"]);
  });

  test("what only an option provides is told with the option", () => {
    const tools = [tool("a", [], ["--out: writes x"])];
    expect(ids("x exists", tools)).toEqual([]);
    expect(providersOf(parsePrecondition("x exists"), providersByPath(tools))).toEqual([{ tool: tools[0], option: "out" }]);
  });
});

describe("providesGraph", () => {
  test("holds every edge, and none from a tool to itself", () => {
    expect(providesGraph([...all, tool("z", ["a newer than b"], ["writes a"])])).toEqual([
      { needs: "local__docs-fetch", precondition: "DOCS_INDEX exists", provider: "local__docs-index" },
      { needs: "local__docs-fetch", precondition: "DOCS_INDEX newer than DOCS_DIR", provider: "local__docs-index" },
      { needs: "local__docs-index", precondition: "DOCS_DIR exists", provider: "local__docs-init" },
    ]);
  });
});

describe("normalTemplate", () => {
  test.each([
    ["./a//b/", "a/b"],
    ["${PROJECT_ROOT}/a", "a"],
    ["$PROJECT_ROOT", "."],
    ["a/../b", "b"],
    ["${X}/../y", "${X}/../y"],
    ["${PROJECT_ROOT_2}/a", "${PROJECT_ROOT_2}/a"],
    ["/", "/"],
  ])("%s is %s", (path, normal) => {
    expect(normalTemplate(path)).toBe(normal);
  });

  test("is its own normal form", () => {
    const part = fc.constantFrom("a", "b.md", ".", "..", "", "${X}", "$Y", "~");
    fc.assert(
      fc.property(fc.array(part, { minLength: 1 }), (parts) => {
        const once = normalTemplate(parts.join("/"));
        expect(normalTemplate(once)).toBe(once);
      }),
    );
  });
});
