import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cutData, jsonBytes } from "../../../dispatcher/outcome/cut.ts";
import { selectFields } from "../../../dispatcher/outcome/select-fields.ts";

describe("--max-bytes", () => {
  test("what is kept fits, and is a part of the whole", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), fc.integer({ min: 4, max: 300 }), (data, max) => {
        const kept = cutData(data, max);
        expect(jsonBytes(kept)).toBeLessThanOrEqual(Math.max(max, 4));
        if (jsonBytes(data) <= max) expect(kept).toEqual(data);
      }),
      { numRuns: 2_000, examples: [[{ "          ": [1.6e-306, null, true, "       ", true, -1.772747511486888e-118, ""] }, 91]] },
    );
  });

  test("a list keeps whole elements from its start", () => {
    expect(cutData({ count: 4, results: [{ a: 1 }, { a: 2 }, { a: 3 }, { a: 4 }] }, 45)).toEqual({
      count: 4,
      results: [{ a: 1 }, { a: 2 }],
    });
  });

  test("a text is cut between characters, never inside one", () => {
    expect(cutData("日本語😀😀", 14)).toBe("日本語");
    expect(cutData("a😀", 6)).toBe("a");
  });
});

describe("--fields", () => {
  const data = {
    count: 2,
    results: [
      { path: "a", score: 1 },
      { path: "b", score: 2 },
    ],
  };

  test("a dotted path goes through lists", () => {
    expect(selectFields(data, ["results.path", "count"])).toEqual({
      data: { count: 2, results: [{ path: "a" }, { path: "b" }] },
      missing: [],
    });
  });

  test("a field that nothing has is named, not silently empty", () => {
    expect(selectFields(data, ["result.path"])).toEqual({ data: {}, missing: ["result.path"] });
    expect(selectFields({ results: [] }, ["results.path"]).missing).toEqual([]);
  });

  test("a list at the top is gone through element by element", () => {
    expect(selectFields(data.results, ["path"]).data).toEqual([{ path: "a" }, { path: "b" }]);
  });
});
