import { describe, expect, test } from "vitest";
import { capabilityDiff, type SeenTurn } from "../../../registry/discovery/capability-diff.ts";
import type { VisibleMember } from "../../../registry/discovery/visible-set.ts";

const reason = { code: "goal", text: "the goal names it" };
const member = (id: string, changes: Partial<VisibleMember> = {}): VisibleMember => ({
  id,
  kind: "tool",
  projection: "full",
  reason,
  score: 1,
  tokens: 1,
  call: "runs",
  ...changes,
});
const turn = (members: VisibleMember[], refused: readonly string[] = [], digest = "1"): SeenTurn => ({
  visible: {
    members,
    refusals: refused.map((id) => ({ id, gated: true, reason: { code: "source_down", text: "its source does not answer" } })),
    budget: { limit: 1, used: 1 },
  },
  digest: () => digest,
});

describe("capabilityDiff", () => {
  test("of a first turn is all added, each with its reason", () => {
    expect(capabilityDiff(undefined, turn([member("local__a-a")]))).toEqual({
      added: [{ id: "local__a-a", reason }],
      removed: [],
      changed: [],
    });
  });

  test("tells what left, with the reason that keeps it out now", () => {
    const { removed } = capabilityDiff(turn([member("local__a-a")]), turn([], ["local__a-a"]));
    expect(removed).toEqual([{ id: "local__a-a", reason: { code: "source_down", text: "its source does not answer" } }]);
  });

  test("tells what is gone from the catalog", () => {
    expect(capabilityDiff(turn([member("local__a-a")]), turn([])).removed[0]?.reason.code).toBe("gone");
  });

  test("tells a changed definition, another projection, another answer to a call", () => {
    const before = turn([member("local__a-a"), member("local__b-b")]);
    const now = turn([member("local__a-a", { projection: "index" }), member("local__b-b", { call: "asks" })]);
    const codes = capabilityDiff(before, now).changed.map(({ id, before: was, after, reason: why }) => [id, was, after, why.code]);
    expect(codes).toEqual([
      ["local__a-a", "full", "index", "projection"],
      ["local__b-b", "runs", "asks", "call"],
    ]);
    const other = capabilityDiff(turn([member("local__a-a")]), turn([member("local__a-a")], [], "2")).changed;
    expect(other).toMatchObject([{ before: "1", after: "2", reason: { code: "definition_changed" } }]);
  });

  test("of two equal turns is empty", () => {
    const one = turn([member("local__a-a")]);
    expect(capabilityDiff(one, one)).toEqual({ added: [], removed: [], changed: [] });
  });
});
