import { describe, expect, test } from "vitest";
import { governedSearch } from "../../registry/discovery/search/governed.ts";
import { card } from "../registry/discovery/cards.ts";
import { ground, type Setting } from "../registry/discovery/search/ground.ts";
import { found } from "../registry/discovery/search/hits.ts";

describe("k1: names are split before they are lower-cased", () => {
  const NAMES = [
    "addPerson",
    "canvas_create_edge",
    "x_v1_appTableRecord_search",
    "note-list",
    "parseHTTPResponse",
    "s3.bucket.list",
    "utf8Decode",
  ];
  const CARDS = NAMES.map((name) => card(`mcp__kit__${name}`, { title: name, summary: "Does it." }));

  test.each([
    ["add person", "addPerson"],
    ["create edge", "canvas_create_edge"],
    ["table record", "x_v1_appTableRecord_search"],
    ["app table", "x_v1_appTableRecord_search"],
    ["list notes", "note-list"],
    ["http response", "parseHTTPResponse"],
    ["bucket list", "s3.bucket.list"],
    ["s3", "s3.bucket.list"],
    ["decode utf8", "utf8Decode"],
    ["ADD PERSON", "addPerson"],
    ["Person", "addPerson"],
  ])("%s is among the first three", (query, name) => {
    expect(found(CARDS, query).slice(0, 3)).toContain(`mcp__kit__${name}`);
  });

  test("an exact name, and an exact id, is first, in whatever letters", () => {
    for (const name of NAMES) {
      for (const query of [name, `mcp__kit__${name}`, name.toLowerCase(), name.toUpperCase()])
        expect(found(CARDS, query)[0]).toBe(`mcp__kit__${name}`);
    }
  });
});

describe("k2: Japanese, Chinese and Korean", () => {
  const CARDS = [
    card("mcp__a__minutes", { title: "minutes", summary: "過去の会議の議事録を全文から検索する。" }),
    card("mcp__a__pdf", { title: "pdf", summary: "PDF文書を解析し、表を取り出す。" }),
    card("mcp__a__expense", { title: "expense", summary: "経費精算を申請する。" }),
    card("mcp__a__half", { title: "half", summary: "ﾌﾟﾚｰｽﾎﾙﾀﾞｰを置き換える。" }),
    card("mcp__a__chinese", { title: "zh", summary: "搜索会议记录" }),
    card("mcp__a__korean", { title: "ko", summary: "회의록 검색" }),
    card("mcp__a__english", { title: "minutes_search", summary: "Search the minutes of meetings." }),
  ];

  test.each([
    ["議事録", "minutes"],
    ["検索", "minutes"],
    ["議事録を探したい", "minutes"],
    ["PDF解析", "pdf"],
    ["ＰＤＦ解析", "pdf"],
    ["経費の申請", "expense"],
    ["プレースホルダー", "half"],
    ["会议记录", "chinese"],
    ["회의록을 찾기", "korean"],
  ])("%s is found, among the first two", (query, name) => {
    expect(found(CARDS, query).slice(0, 2)).toContain(`mcp__a__${name}`);
  });

  test("an English description is found by a Japanese word for it, and the other way about", () => {
    expect(found(CARDS, "議事録")).toContain("mcp__a__english");
    expect(found(CARDS, "meeting minutes")).toContain("mcp__a__minutes");
  });
});

describe("k5: a miss says what it is, and never that a thing does not exist", () => {
  const read = card("local__file-read", { title: "file read", summary: "Read a file." });
  const skill = card("skill__code-review", { title: "code-review", summary: "Review a change for faults." });
  const tracker = card("mcp__tracker__search_issues", {
    title: "search_issues",
    summary: "Find issues.",
    source: { type: "mcp", name: "tracker" },
  });
  const ask = (query: string, kinds: ("tool" | "skill")[], setting: Setting) =>
    governedSearch({ query, kinds, limit: 8, projection: "index" }, ground([read, skill, tracker], setting)).miss;

  test.each(["file read", read.id, "read a file"])("%s, which the turn shows: already visible, and that it can be called", (query) => {
    expect(ask(query, [], { visible: [read.id] })).toMatchObject({ code: "already_visible", evidence: read.id });
    expect(ask(query, ["tool"], { visible: [read.id] })?.text).toContain("call it");
  });

  test.each(["code-review", skill.id, "review a change"])("%s, asked of the tools: it is a skill", (query) => {
    const miss = ask(query, ["tool"], { visible: [] });
    expect(miss).toMatchObject({ code: "other_kind", evidence: skill.id });
    expect(miss?.text).toContain("skill");
  });

  test.each(["search issues", tracker.id, "find tracker tickets"])(
    "%s, of a server that failed to start: source down, with the reason",
    (query) => {
      const miss = ask(query, [], { visible: [read.id], down: { tracker: "exited with 1" } });
      expect(miss).toMatchObject({ code: "source_down", evidence: "tracker" });
      expect(miss?.text).toContain("exited with 1");
      expect(miss?.text).toContain("not that it does not exist");
    },
  );
});
