import { describe, expect, test } from "vitest";
import * as capabilitySearch from "../../lib/capability-search.ts";
import * as skillSearch from "../../lib/skill-search.ts";
import type { SearchReport, SearchWish } from "../../registry/capability-port.ts";
import type { ToolError } from "../../registry/error/tool-error.ts";
import { fakeContext } from "./support/fake-context.ts";

const HIT = {
  id: "local__docs-fetch",
  kind: "tool",
  title: "docs fetch",
  summary: "Fetch documents.",
  score: 1,
  why: "docs (name)",
} as const;
const SKILL = { ...HIT, id: "skill__code-review", kind: "skill", visible: false, call: "runs" } as const;

/** A context whose search gives this, and the wishes that reached it. */
function searching(report: Partial<SearchReport>) {
  const wishes: SearchWish[] = [];
  const search = async (wish: SearchWish) => {
    wishes.push(wish);
    return { query: wish.query, hits: [], miss: null, more: 0, ...report };
  };
  const context = fakeContext({});
  return { wishes, context: { ...context, capabilities: { ...context.capabilities, search } } };
}

const args = { query: "fetch documents", limit: 8, projection: "index" } as const;

describe("capability search", () => {
  test("asks the capability layer for what was asked of it, and gives its answer with a count", async () => {
    const { wishes, context } = searching({ hits: [{ ...HIT, visible: true, call: "runs" }], more: 2 });
    const data = await capabilitySearch.run({ ...args, kinds: ["tool", "prompt"], projection: "summary" }, context);
    expect(wishes).toEqual([{ query: "fetch documents", kinds: ["tool", "prompt"], limit: 8, projection: "summary" }]);
    expect(data).toMatchObject({ query: "fetch documents", count: 1, more: 2, miss: null, hits: [{ id: HIT.id }] });
  });

  test("an empty answer is an answer: a count of 0, and why", async () => {
    const { context } = searching({ miss: { code: "no_match", text: "no word of it stands anywhere" } });
    const data = await capabilitySearch.run(args, context);
    expect(data).toEqual({
      query: "fetch documents",
      count: 0,
      hits: [],
      more: 0,
      miss: { code: "no_match", text: "no word of it stands anywhere", evidence: null },
    });
    expect(capabilitySearch.render(data)).toContain("no word of it stands anywhere");
  });

  test("names the command that goes on with the best hit", async () => {
    for (const [hit, next] of [
      [{ ...HIT, visible: true, call: "runs" }, "capability search --query local__docs-fetch --projection full --limit 1"],
      [SKILL, "skill load --name skill__code-review"],
    ] as const) {
      const { context } = searching({ hits: [hit] });
      await capabilitySearch.run(args, context);
      expect(context.nexts).toEqual([next]);
    }
  });

  test.each([
    ["an empty query", { query: "  " }, "search_query_empty"],
    ["a limit of nothing", { limit: 0 }, "search_limit_invalid"],
    ["a limit beyond the most", { limit: 101 }, "search_limit_invalid"],
    ["an unknown kind", { kinds: ["tols"] }, "search_kind_unknown"],
  ])("%s is refused before anything is searched", async (_, wrong, code) => {
    const { wishes, context } = searching({});
    const refused = await Promise.resolve(capabilitySearch.run({ ...args, ...wrong }, context)).catch((error: ToolError) => error);
    expect(refused).toMatchObject({ code });
    expect(wishes).toEqual([]);
  });

  test("for people: a line for each hit with what it does, below it why, and what a call will need", async () => {
    const hits = [
      { ...HIT, visible: true, call: "runs" },
      { ...HIT, id: "local__x", visible: false, call: "confirms" },
    ] as const;
    const { context } = searching({ hits, more: 3 });
    expect(capabilitySearch.render(await capabilitySearch.run(args, context)).split("\n")).toEqual([
      "local__docs-fetch  Fetch documents.",
      "                   docs (name) · shown",
      "local__x           Fetch documents.",
      "                   docs (name) · confirms",
      expect.stringContaining("3 more"),
      "",
    ]);
  });
});

describe("skill search", () => {
  test("searches skills alone", async () => {
    const { wishes, context } = searching({ hits: [SKILL] });
    await skillSearch.run({ query: "review", limit: 5, projection: "index" }, context);
    expect(wishes).toEqual([{ query: "review", kinds: ["skill"], limit: 5, projection: "index" }]);
    expect(context.nexts).toEqual(["skill load --name skill__code-review"]);
  });
});
