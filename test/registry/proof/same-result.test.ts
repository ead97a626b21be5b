import { expect, test } from "vitest";
import { comparable, firstDifference } from "../../../registry/proof/same-result.ts";

test("results that differ in times, durations, key order and place alone are equal", () => {
  const one = { b: 1, a: { took_ms: 3, at: "2026-01-01T10:00:00Z", text: "done in 12 ms, 10:00:00" }, path: "/s/1/project/x" };
  const two = { a: { at: "2027-02-02T11:00:00Z", took_ms: 9, text: "done in 7 ms, 11:12:13" }, b: 1, path: "/s/2/project/x" };
  expect(comparable(one, { project: "/s/1/project" })).toBe(comparable(two, { project: "/s/2/project" }));
});

test("anything else that differs is told where it does", () => {
  const [one, two] = [comparable({ count: 3, list: ["a"] }), comparable({ count: 4, list: ["a"] })];
  expect(one).not.toBe(two);
  expect(firstDifference(one, two)).toContain("3");
  expect(comparable({ statement: 1 })).not.toBe(comparable({ statement: 2 }));
  expect(comparable(["a", "b"])).not.toBe(comparable(["b", "a"]));
});
