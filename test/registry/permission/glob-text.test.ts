import fc from "fast-check";
import { expect, test } from "vitest";
import { globCouldMatch, globMatches } from "../../../registry/permission/glob-text.ts";

const text = fc.string({ unit: fc.constantFrom("a", "b", " ", "*", "\n", ".") });

test("a pattern means what the regular expression of its parts means", () => {
  fc.assert(
    fc.property(text, text, (pattern, given) => {
      const parts = pattern.split("*").map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
      expect(globMatches(pattern, given)).toBe(new RegExp(`^${parts.join("[^]*")}$`).test(given));
    }),
  );
});

test("a text with unknown parts could be meant exactly if some values in their place are", () => {
  const short = fc.string({ unit: fc.constantFrom("a", "b"), maxLength: 2 });
  const values = ["", "a", "b", "aa", "ab", "ba", "bb", "aaa", "aab", "aba", "abb", "baa", "bab", "bba", "bbb"];
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom("a", "b", "*"), maxLength: 3 }), short, short, (pattern, before, after) => {
      expect(globCouldMatch(pattern, `${before}\0${after}`)).toBe(values.some((value) => globMatches(pattern, before + value + after)));
    }),
  );
});

test("neither takes long over many stars", () => {
  const pattern = "*a".repeat(200);
  expect(globMatches(pattern, "a".repeat(5000))).toBe(true);
  expect(globMatches(`${pattern}b`, "a".repeat(5000))).toBe(false);
  expect(globCouldMatch(`${pattern}b`, `${"a".repeat(5000)}\0c`)).toBe(false);
});
