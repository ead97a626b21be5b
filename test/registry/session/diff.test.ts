import { expect, test } from "vitest";
import { diffTurns } from "../../../registry/session/diff.ts";
import { testCard } from "./record-turn.ts";
import { turnStart } from "./turn-start.ts";

const none = () => undefined;

test("what changed between two turns: members, order, inputs, settings, catalog, definitions, bytes", () => {
  const before = turnStart(
    "t1",
    ["local__a", "local__b", "local__c"],
    { userGoal: "one" },
    { definitions: { local__a: "1", local__b: "1" }, catalog: "c1" },
  );
  const after = turnStart(
    "t2",
    ["local__c", "local__a", "local__d"],
    { userGoal: "two", touchedPaths: ["src"] },
    { definitions: { local__a: "2", local__d: "1" }, catalog: "c2", modelInput: "m2" },
  );
  const changed = { ...after, settings: { ...after.settings, turnTokens: 100 } };
  const catalogs: Record<string, ReturnType<typeof testCard>[]> = {
    c1: [testCard("a"), testCard("b"), testCard("gone")],
    c2: [testCard("a"), testCard("b", { summary: "another" }), testCard("new")],
  };
  expect(diffTurns(before, changed, ({ catalog }) => ({ cards: catalogs[catalog] ?? [], sources: [] }))).toEqual({
    before: "t1",
    after: "t2",
    same: false,
    visible: { added: ["local__d"], removed: ["local__b"], reordered: true },
    fields: [
      { field: "input.touchedPaths", before: [], after: ["src"] },
      { field: "input.userGoal", before: "one", after: "two" },
      { field: "settings.turnTokens", before: 1500, after: 100 },
    ],
    catalog: { added: ["local__new"], removed: ["local__gone"], changed: ["local__b"] },
    definitions: ["local__a"],
    sameModelInput: false,
  });
});

test("the same turn twice is the same, and a catalog that cannot be read is told as such", () => {
  const turn = turnStart("t1", ["local__a"]);
  expect(diffTurns(turn, turn, none)).toMatchObject({ same: true, fields: [], catalog: { added: [], removed: [], changed: [] } });
  expect(diffTurns(turn, { ...turn, catalog: "other" }, none)).toMatchObject({ same: false, catalog: null });
});
