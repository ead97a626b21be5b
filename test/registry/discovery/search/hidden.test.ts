import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { CapabilityCard } from "../../../../registry/catalog/descriptor.ts";
import { decodeIndex, encodeIndex } from "../../../../registry/discovery/search/index-bytes.ts";
import { buildIndex } from "../../../../registry/discovery/search/index-cards.ts";
import { searchIndex } from "../../../../registry/discovery/search/search-index.ts";
import { card } from "../cards.ts";

const WORDS = [
  "create",
  "issue",
  "issues",
  "file",
  "delete",
  "search",
  "comment",
  "creat",
  "fiel",
  "検索",
  "議事録",
  "pull",
  "request",
  "erase",
  "zebra",
];
const text = fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 6 }).map((words) => words.join(" "));
const server = fc.constantFrom("a", "b", "c");
const cards = fc
  .uniqueArray(fc.record({ server, title: text, summary: text, parameter: text }), {
    maxLength: 12,
    selector: ({ server: name, title }) => `${name} ${title}`,
  })
  .map((all) =>
    all.map(
      ({ server: name, title, summary, parameter }): CapabilityCard =>
        card(`mcp__${name}__${title.replaceAll(" ", "_")}`, {
          title,
          summary,
          source: { type: "mcp", name },
          searched: { parameters: [{ name: parameter }] },
        }),
    ),
  );
const query = fc.oneof(
  text,
  text.map((words) => words.replaceAll(" ", "_")),
  fc.tuple(text, text).map((both) => both.join(". ")),
);

describe("what may not be seen", () => {
  test("a search finds, scores and counts as if it did not exist", () => {
    fc.assert(
      fc.property(cards, query, fc.func(fc.boolean()), (all, asked, hides) => {
        const open = new Set(all.filter(({ id }) => !hides(id)).map(({ id }) => id));
        const options = { kinds: [], limit: 5, admits: (id: string) => open.has(id) };
        const hiding = searchIndex(buildIndex(all), asked, options);
        const without = searchIndex(buildIndex(all.filter(({ id }) => open.has(id))), asked, options);
        expect(hiding).toEqual(without);
        expect(hiding.hits.every(({ id }) => open.has(id))).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  test("a hidden namesake does not stand before the one that may be seen", () => {
    const both = [card("mcp__a__search_issues"), card("mcp__b__search_issues"), card("local__issue-search")];
    const { hits } = searchIndex(buildIndex(both), "search_issues", {
      kinds: [],
      limit: 5,
      admits: (id) => id !== "mcp__a__search_issues",
    });
    expect(hits[0]).toMatchObject({ id: "mcp__b__search_issues", why: "its very name" });
  });

  test("a word that only hidden ones hold counts as unknown, and finds its near words", () => {
    const set = [card("local__a-a", { summary: "Handle a widgit." }), card("local__b-b", { summary: "Handle a widget." })];
    const { hits } = searchIndex(buildIndex(set), "widgit", { kinds: [], limit: 5, admits: (id) => id === "local__b-b" });
    expect(hits.map(({ id }) => id)).toEqual(["local__b-b"]);
  });
});

describe("an index as bytes", () => {
  const all = (index: ReturnType<typeof buildIndex>, asked: string) =>
    searchIndex(index, asked, { kinds: [], limit: 9, admits: () => true });

  test("finds what the index finds", () => {
    fc.assert(
      fc.property(cards, query, (some, asked) => {
        const index = buildIndex(some);
        const decoded = decodeIndex(encodeIndex(index, "digest"), "digest");
        expect(decoded).toEqual(index);
        expect(all(decoded as typeof index, asked)).toEqual(all(index, asked));
      }),
    );
  });

  test("is not read for another catalog, nor when a byte has changed or is missing", () => {
    const bytes = encodeIndex(buildIndex([card("local__a-a")]), "digest");
    expect(decodeIndex(bytes, "other")).toBeUndefined();
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
        const changed = Buffer.from(bytes);
        changed[at] = (changed[at] as number) ^ change;
        expect(decodeIndex(changed, "digest")).toBeUndefined();
        expect(decodeIndex(bytes.subarray(0, at), "digest")).toBeUndefined();
      }),
    );
  });
});
