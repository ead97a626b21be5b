import { describe, expect, test } from "vitest";
import { openCatalog } from "../../../../registry/catalog/open-catalog.ts";
import { type EmbeddedOptions, type EmbeddedTool, embeddedSource } from "../../../../registry/catalog/sources/embedded.ts";

const signal = new AbortController().signal;
const tool = (key: string, more: Partial<EmbeddedTool> = {}): EmbeddedTool => ({
  kind: "tool",
  key,
  summary: `Do ${key}.`,
  run: async (input) => ({ data: input }),
  ...more,
});
const source = (capabilities: EmbeddedOptions["capabilities"], more: Partial<EmbeddedOptions> = {}) =>
  embeddedSource({ type: "plugin", name: "crm", capabilities, ...more });

describe("embeddedSource", () => {
  test("gives every kind an id with the configured name in it; a bare name is none", async () => {
    const catalog = await openCatalog([
      source([
        tool("search"),
        { kind: "resource", key: "guide.md", summary: "The guide.", read: async () => ({ data: "text", text: "text" }) },
        { kind: "prompt", key: "greet", summary: "Greet.", render: async ({ name }) => ({ data: `Hello ${name}` }) },
      ]),
      source([tool("search_issues")], { type: "mcp", name: "github" }),
    ]);
    expect([...catalog.cards()].map(({ id }) => id)).toEqual([
      "crm__search",
      "mcp__github__search_issues",
      "prompt__crm__greet",
      "resource__crm__guide.md",
    ]);
    expect(catalog.card("search")).toBeUndefined();
  });

  test("the same key of two sources stays two capabilities", async () => {
    const catalog = await openCatalog([source([tool("search")]), source([tool("search")], { name: "wiki" })]);
    expect([...catalog.cards()].map(({ id }) => id)).toEqual(["crm__search", "wiki__search"]);
    expect(catalog.diagnostics).toEqual([]);
  });

  test.each(["local", "skill", "a__b", "a_", "_a", "a b", "", "a(b)", "日本"])("a source cannot be named %j", (name) => {
    expect(() => source([], { name })).toThrow(expect.objectContaining({ code: "capability_source_name" }));
  });

  test("a key that no id can hold, and one that is there twice, cost that capability alone", async () => {
    const catalog = await openCatalog([source([tool("a b"), tool("_x"), tool("ok"), tool("ok", { summary: "Second." }), tool("x(y)")])]);
    expect([...catalog.cards()].map(({ id, summary }) => [id, summary])).toEqual([["crm__ok", "Do ok."]]);
    expect(catalog.diagnostics.map(({ code }) => code)).toEqual([
      "capability_key_invalid",
      "capability_key_invalid",
      "capability_same_id",
      "capability_key_invalid",
    ]);
  });

  test("a tool that says nothing of its effects may do anything; what it says is read as a header's", async () => {
    const catalog = await openCatalog([
      source(
        [
          tool("unsaid"),
          tool("none", { effects: [] }),
          tool("net", { effects: ["network read example.org"] }),
          tool("inside", { effects: ["writes out/x"] }),
          tool("outside", { effects: ["writes /etc/x"] }),
          tool("raised", { effects: [], risk: "high" }),
        ],
        { root: "/project" },
      ),
      source([tool("inside", { effects: ["writes out/x"] })], { name: "rootless" }),
    ]);
    expect(Object.fromEntries([...catalog.cards()].map(({ id, row, risk }) => [id, `${row} ${risk}`]))).toEqual({
      crm__unsaid: "outside high",
      crm__none: "reads low",
      crm__net: "network-read medium",
      crm__inside: "writes medium",
      crm__outside: "outside high",
      crm__raised: "outside high",
      rootless__inside: "outside high",
    });
  });

  test("loading gives definitions and runs nothing; a resource is data, and so is all that comes from outside", async () => {
    let runs = 0;
    const count = async () => ({ data: ++runs, text: "secret instructions" });
    const made = (type: EmbeddedOptions["type"]) =>
      source(
        [
          tool("t", { run: count, schema: { type: "object", properties: { q: { type: "string", description: "Query." } } } }),
          { kind: "resource", key: "r", summary: "R.", read: count },
        ],
        { type },
      );
    const [ours, theirs] = [await openCatalog([made("project")]), await openCatalog([made("mcp")])];
    expect(await ours.load("crm__t")).toMatchObject({ modelProjection: "Do t.", toolSchema: { properties: { q: {} } }, trusted: true });
    expect((await ours.load("resource__crm__r")).trusted).toBe(false);
    expect((await theirs.load("mcp__crm__t")).trusted).toBe(false);
    expect(ours.card("crm__t")?.searched).toEqual({ parameters: [{ name: "q", description: "Query." }] });
    expect(runs).toBe(0);
    expect(await ours.sourceOf("resource__crm__r")?.run?.(ours.card("resource__crm__r") as never, {}, signal)).toEqual({
      data: 1,
      text: "secret instructions",
    });
    expect(await ours.sourceOf("crm__t")?.run?.(ours.card("crm__t") as never, {}, signal)).toMatchObject({ data: 2 });
  });

  test("another definition is another digest", async () => {
    const digest = async (more: Partial<EmbeddedTool>) => (await openCatalog([source([tool("t", more)])])).card("crm__t")?.digest;
    const digests = await Promise.all([
      digest({}),
      digest({}),
      digest({ schema: { type: "object", properties: {} } }),
      digest({ summary: "Other." }),
      digest({ effects: [] }),
    ]);
    expect(digests[0]).toBe(digests[1]);
    expect(new Set(digests).size).toBe(4);
  });
});
