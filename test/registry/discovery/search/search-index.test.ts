import { describe, expect, test } from "vitest";
import { card } from "../cards.ts";
import { found, search } from "./hits.ts";

const issue = card("mcp__code__create_issue", {
  title: "create_issue",
  summary: "Open an issue. Not for pull requests.",
  source: { type: "mcp", name: "code" },
  searched: { parameters: [{ name: "assignee", description: "Login of a person." }], returns: "The number." },
});
const erase = card("local__file-delete", { summary: "Delete a file.", match: { paths: [], keywords: ["trash"] } });
const skill = card("skill__release-notes", { title: "release-notes", summary: "Write the notes of a release." });
const CARDS = [issue, erase, skill, card("local__other-thing", { summary: "Something else entirely." })];

describe("what is searched", () => {
  test.each([
    ["its name", "create issue", issue.id],
    ["its name written as one word", "createissue", issue.id],
    ["its summary", "pull requests", issue.id],
    ["a parameter's name", "assignee", issue.id],
    ["what a parameter means", "login", issue.id],
    ["what it returns", "number", issue.id],
    ["the server that it comes from", "code", issue.id],
    ["its keywords", "trash", erase.id],
  ])("a capability is found by %s", (_, query, id) => {
    expect(found(CARDS, query)[0]).toBe(id);
  });

  test("a channel is not found", () => {
    expect(found([card("channel__cli", { kind: "channel", summary: "A terminal." })], "terminal")).toEqual([]);
  });
});

describe("how it is asked", () => {
  test.each([
    ["an inflected word", "creating issues", issue.id],
    ["a synonym", "erase a file", erase.id],
    ["a mistyped word", "creat isue", issue.id],
    ["neighbouring letters that changed places", "relaese notes", skill.id],
    ["a word cut short", "assign", issue.id],
    ["a Japanese word for an English one", "ファイルを削除", erase.id],
    ["full-width letters", "ｉｓｓｕｅ", issue.id],
  ])("%s finds it", (_, query, id) => {
    expect(found(CARDS, query)[0]).toBe(id);
  });

  test("words of asking alone find nothing beside what is asked for", () => {
    const wordy = card("local__a-a", { summary: "What you want for this one." });
    expect(found([wordy, erase], "I want to delete this one please")).toEqual([erase.id]);
    expect(found([wordy, erase], "what")).toEqual([wordy.id]);
  });

  test("a word that only looks like one of asking once it is stemmed is searched", () => {
    expect(found(CARDS, "notes")[0]).toBe(skill.id);
  });

  test("synonyms of one word do not add up: who holds the word itself comes first", () => {
    const stuffed = card("local__stuffed-thing", { summary: "Remove, erase, drop, clear, discard or destroy a file." });
    expect(found([stuffed, erase], "delete file")[0]).toBe(erase.id);
  });

  test("what a question implies decides between hits and makes none", () => {
    const set = [card("local__event-delete", { summary: "Delete an event." }), card("local__event-list", { summary: "List all events." })];
    expect(found(set, "what events are there")[0]).toBe("local__event-list");
    expect(found(set, "what invoices are there")).toEqual([]);
  });

  test("of two wishes in one request the best of each comes before the second best of either", () => {
    const others = [card("local__issue-close", { summary: "Close an issue." }), card("local__issue-show", { summary: "Show an issue." })];
    const request = "Create an issue for the crash in the issue list. Then delete the log file.";
    const best = found([issue, erase, ...others], request).slice(0, 2);
    expect(best.sort()).toEqual([erase.id, issue.id].sort());
  });
});

describe("exact names", () => {
  const twins = [card("mcp__a__search", { title: "search" }), card("mcp__b__search", { title: "search" })];
  const set = [...CARDS, ...twins, card("local__search-search", { summary: "Search and search and search." })];

  test.each([
    ["an id", "mcp__b__search", "mcp__b__search"],
    ["an id in other letters", "MCP__B__SEARCH", "mcp__b__search"],
    ["a name as people write it", "File Delete", erase.id],
    ["a name with other separators", "create-issue", issue.id],
  ])("%s comes first", (_, query, id) => {
    expect(search(set, query).hits[0]).toMatchObject({ id, why: "its very name" });
  });

  test("an alias that models know comes first", () => {
    expect(found([card("local__capability-search"), card("local__tool-search")], "ToolSearch")[0]).toBe("local__capability-search");
  });

  test("a bare name that several have finds all of them before the rest", () => {
    expect(found(set, "search").slice(0, 2)).toEqual(["mcp__a__search", "mcp__b__search"]);
  });
});

describe("what is told", () => {
  test("why: the words as they were written, and where they stand", () => {
    expect(search(CARDS, "Creating an Issue").hits[0]?.why).toBe("Creating, Issue (name)");
    expect(search(CARDS, "erase").hits[0]?.why).toBe("erase → delet (name)");
  });

  test("total counts what is beyond the limit", () => {
    const many = Array.from({ length: 30 }, (_, at) => card(`local__thing-${at}`, { summary: "A common thing." }));
    expect(search(many, "common", { limit: 3 })).toMatchObject({ total: 30, hits: [{}, {}, {}] });
  });

  test("only the kinds that are asked for are found and counted", () => {
    expect(search(CARDS, "notes issue", { kinds: ["skill"] })).toMatchObject({ total: 1, hits: [{ id: skill.id }] });
  });

  test("what has one word of many by chance is left out, and counts for nothing", () => {
    const set = [
      card("local__db-restore", { summary: "Restore a database backup from a remote bucket." }),
      card("local__a-a", { summary: "Paint something remote." }),
    ];
    expect(search(set, "restore a database backup from the remote bucket")).toMatchObject({
      total: 1,
      hits: [{ id: "local__db-restore" }],
    });
    expect(search(set, "remote")).toMatchObject({ total: 2 });
  });

  test("an empty query, or one of signs alone, finds nothing", () => {
    for (const query of ["", "   ", "?!", "---"]) expect(search(CARDS, query)).toEqual({ hits: [], total: 0 });
  });
});
