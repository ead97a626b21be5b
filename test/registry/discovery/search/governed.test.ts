import { describe, expect, test } from "vitest";
import type { SearchWish } from "../../../../registry/capability-port.ts";
import { governedSearch } from "../../../../registry/discovery/search/governed.ts";
import { NO_RULES } from "../../../../registry/permission/rules.ts";
import { card } from "../cards.ts";
import { ground, type Setting } from "./ground.ts";

const read = card("local__file-read", { title: "file read", summary: "Read a file." });
const edit = card("local__file-edit", {
  title: "file edit",
  summary: "Edit a file.",
  row: "writes",
  risk: "medium",
  searched: { parameters: [{ name: "path", description: "Which file." }], returns: "The diff." },
});
const issues = card("mcp__code__search_issues", {
  title: "search_issues",
  summary: "Find issues.",
  source: { type: "mcp", name: "code" },
  match: { paths: [".github/**"], keywords: ["bug"] },
});
const skill = card("skill__code-review", {
  title: "code-review",
  summary: "Review a change for faults.",
  execution: { mode: "inline", allowedTools: ["Read"] },
});
const CARDS = [read, edit, issues, skill];

const ask = (query: string, setting: Setting = {}, wish: Partial<SearchWish> = {}) =>
  governedSearch({ query, kinds: [], limit: 8, projection: "index", ...wish }, ground(CARDS, setting));

describe("governed by the same gates as the turn", () => {
  test("what the mode hides is not found, not even by its id", () => {
    for (const query of ["edit a file", edit.id, "file-edit", "diff"]) {
      expect(ask(query, { mode: "read-only" }).hits.map(({ id }) => id)).not.toContain(edit.id);
    }
    expect(ask("edit a file", { mode: "ask" }).hits[0]).toMatchObject({ id: edit.id, call: "asks" });
  });

  test("what a bare deny takes out of sight is not found", () => {
    const rules = { ...NO_RULES, deny: [edit.id] };
    expect(ask(edit.id, { rules }).hits.map(({ id }) => id)).not.toContain(edit.id);
  });

  test("a report on what is hidden is the same as one where it does not exist", () => {
    for (const query of ["edit a file", edit.id, "diff"]) {
      const gone = governedSearch({ query, kinds: [], limit: 8, projection: "index" }, ground(CARDS.filter((one) => one !== edit)));
      expect(ask(query, { mode: "read-only" })).toEqual(gone);
    }
  });

  test("a hit says whether the turn shows it and what a call of it will need", () => {
    expect(ask("read a file", { visible: [read.id], mode: "auto" }).hits).toMatchObject([
      { id: read.id, visible: true, call: "runs" },
      { id: edit.id, visible: false, call: "runs" },
    ]);
  });
});

describe("projections", () => {
  test("index: a line; no card", () => {
    expect(Object.keys(ask("edit").hits[0] as object)).toEqual(["id", "kind", "title", "summary", "score", "why", "visible", "call"]);
  });

  test("summary: parameters with what they mean, paths and keywords, of a skill the tools it names", () => {
    const short = { projection: "summary" } as const;
    expect(ask("edit", {}, short).hits[0]?.card).toMatchObject({
      parameters: [{ name: "path", description: "Which file." }],
      returns: "The diff.",
    });
    expect(ask("issues", {}, short).hits[0]?.card).toMatchObject({ source: "mcp:code", paths: [".github/**"], keywords: ["bug"] });
    expect(ask("review", {}, short).hits[0]?.card).toMatchObject({ allowed_tools: ["Read"] });
  });

  test("more counts the hits beyond the limit", () => {
    expect(ask("file", {}, { limit: 1 })).toMatchObject({ hits: [{}], more: 1 });
    expect(ask("file")).toMatchObject({ hits: [{}, {}], more: 0 });
  });
});

describe("a miss is explained", () => {
  test("already_visible: the turn shows all that was found", () => {
    expect(ask("read", { visible: [read.id] }).miss).toMatchObject({ code: "already_visible", evidence: read.id });
    expect(ask("file", { visible: [read.id] }).miss).toBeNull();
  });

  test("already_visible: what is named exactly is shown, whatever else was found", () => {
    expect(ask("file read", { visible: [read.id] }).miss).toMatchObject({ code: "already_visible", evidence: read.id });
  });

  test("other_kind: nothing of the kind asked for, but of another", () => {
    expect(ask("review", {}, { kinds: ["tool"] })).toMatchObject({ hits: [], miss: { code: "other_kind", evidence: skill.id } });
  });

  test("other_kind: something of the kind asked for, but another fits far better", () => {
    const report = ask("review a file for faults", {}, { kinds: ["tool"] });
    expect(report.hits.length).toBeGreaterThan(0);
    expect(report.miss).toMatchObject({ code: "other_kind", evidence: skill.id });
  });

  test("source_down: a source that the query names does not answer", () => {
    const report = ask("search the wiki for onboarding", { down: { wiki: "spawn wiki-server ENOENT" } });
    expect(report.miss).toMatchObject({ code: "source_down", evidence: "wiki" });
    expect(report.miss?.text).toContain("spawn wiki-server ENOENT");
  });

  test("source_down: nothing was found, and a source does not answer", () => {
    expect(ask("onboarding", { down: { wiki: "timed out" } }).miss).toMatchObject({ code: "source_down", evidence: "wiki" });
  });

  test("source_down: what a source has that does not answer is not named", () => {
    const report = ask("search issues", { down: { code: "timed out" } });
    expect(report.hits).toEqual([]);
    expect(report.miss?.code).toBe("source_down");
    expect(JSON.stringify(report)).not.toContain(issues.id);
  });

  test("no_match: no word of it stands anywhere", () => {
    expect(ask("onboarding").miss).toMatchObject({ code: "no_match" });
  });

  test("no miss is told where something new was found", () => {
    expect(ask("issues", { visible: [] }).miss).toBeNull();
  });
});
