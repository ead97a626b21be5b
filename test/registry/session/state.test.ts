import { describe, expect, test } from "vitest";
import { digestOf } from "../../../registry/canonical-json.ts";
import type { DiscoveryInput } from "../../../registry/discovery/discovery-input.ts";
import type { SessionEvent } from "../../../registry/session/event.ts";
import { sessionState } from "../../../registry/session/state.ts";
import { intentEvent, observationEvent, searchEvent } from "./session-folder.ts";
import { turnStart } from "./turn-start.ts";

let calls = 0;

function call(
  id: string,
  input: Readonly<Record<string, unknown>>,
  code: string | null,
  extra: { invalid?: boolean; paths?: string[] } = {},
): SessionEvent[] {
  const name = `c${++calls}`;
  return [intentEvent(name, id, input), observationEvent(name, id, code, extra)];
}

const goal = (userGoal: string): Partial<DiscoveryInput> => ({ userGoal });

test("a session without a turn has none, and nothing in sight", () => {
  expect(sessionState([])).toEqual({
    turnId: null,
    visible: [],
    lastTurn: undefined,
    input: undefined,
    loaded: [],
    recentFailures: [],
    found: [],
  });
});

test("the present turn is the last that began, with its visible set and input", () => {
  const state = sessionState([turnStart("t1", ["local__a"]), turnStart("t2", ["local__b", "local__a"], goal("g"))]);
  expect(state).toMatchObject({ turnId: "t2", visible: ["local__b", "local__a"], input: { userGoal: "g" }, lastTurn: { turnId: "t2" } });
});

describe("failures", () => {
  test("of the same call count on, of another input they count for themselves", () => {
    const { recentFailures } = sessionState([
      ...call("local__a", { x: 1 }, "arguments_invalid", { invalid: true }),
      ...call("local__a", { x: 2 }, "tool_error"),
      ...call("local__a", { x: 1 }, "arguments_invalid", { invalid: true, paths: ["src/a.ts"] }),
    ]);
    expect(recentFailures).toEqual([
      { id: "local__a", code: "tool_error", input: digestOf({ x: 2 }), invalid: false, times: 1, paths: [] },
      { id: "local__a", code: "arguments_invalid", input: digestOf({ x: 1 }), invalid: true, times: 2, paths: ["src/a.ts"] },
    ]);
  });

  test("with another code count from one", () => {
    const { recentFailures } = sessionState([...call("local__a", {}, "x"), ...call("local__a", {}, "x"), ...call("local__a", {}, "y")]);
    expect(recentFailures).toMatchObject([{ code: "y", times: 1 }]);
  });

  test("are forgotten when the same id succeeds, whatever its input, and no other's", () => {
    const { recentFailures } = sessionState([
      ...call("local__a", { x: 1 }, "x"),
      ...call("local__b", {}, "x"),
      ...call("local__a", { x: 2 }, null),
    ]);
    expect(recentFailures).toMatchObject([{ id: "local__b" }]);
  });

  test("are the last twenty", () => {
    const { recentFailures } = sessionState(Array.from({ length: 25 }, (_, index) => call("local__a", { index }, "x")).flat());
    expect(recentFailures).toHaveLength(20);
    expect(recentFailures.at(-1)).toMatchObject({ input: digestOf({ index: 24 }) });
  });

  test("of calls side by side are told apart", () => {
    const { recentFailures } = sessionState([
      intentEvent("p", "local__a", { x: 1 }),
      intentEvent("q", "local__a", { x: 2 }),
      observationEvent("q", "local__a", "x"),
      observationEvent("p", "local__a", "y"),
    ]);
    expect(recentFailures.map(({ input, code }) => [input, code])).toEqual([
      [digestOf({ x: 2 }), "x"],
      [digestOf({ x: 1 }), "y"],
    ]);
  });
});

test("what was loaded stands once, with its last digest; a file beside a skill's body is no version of it", () => {
  const load = (id: string, digest: string, path?: string): SessionEvent => ({
    type: "capability.loaded",
    turnId: null,
    id,
    kind: "skill",
    digest,
    ...(path === undefined ? {} : { path }),
  });
  const { loaded } = sessionState([
    load("skill__a", "1"),
    load("local__b", "2"),
    load("skill__a", "3"),
    load("skill__a", "4", "references/x.md"),
  ]);
  expect(loaded).toEqual([
    { id: "skill__a", digest: "3" },
    { id: "local__b", digest: "2" },
  ]);
});

describe("what a search found", () => {
  test("stays through turns of its goal, and for the first turn of another", () => {
    const begun = [turnStart("t1", [], goal("one")), searchEvent("q", ["local__a", "local__b"])];
    expect(sessionState(begun).found).toEqual([
      { id: "local__a", query: "q", rank: 1 },
      { id: "local__b", query: "q", rank: 2 },
    ]);
    expect(sessionState([...begun, turnStart("t2", [], goal("one"))]).found).toHaveLength(2);
    // The input of the turn that brings the new goal was made before it began: it still had them.
    expect(sessionState([...begun, turnStart("t2", [], goal("two"))]).found).toEqual([]);
  });

  test("stands once, with the last search that found it, at most fifty", () => {
    const { found } = sessionState([searchEvent("first", ["local__a"]), searchEvent("second", ["local__b", "local__a"])]);
    expect(found).toEqual([
      { id: "local__b", query: "second", rank: 1 },
      { id: "local__a", query: "second", rank: 2 },
    ]);
    expect(
      sessionState([
        searchEvent(
          "many",
          Array.from({ length: 60 }, (_, index) => `local__${index}`),
        ),
      ]).found,
    ).toHaveLength(50);
  });
});
