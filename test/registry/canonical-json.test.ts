import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { canonicalJson, digestOf } from "../../registry/canonical-json.ts";

describe("canonicalJson", () => {
  test("sorts keys at every depth, and keeps the order of lists", () => {
    expect(canonicalJson({ b: [{ z: 1, a: 2 }, 3], a: { d: null, c: "x" } })).toBe('{"a":{"c":"x","d":null},"b":[{"a":2,"z":1},3]}');
    expect(canonicalJson({ a: { c: "x", d: null }, b: [{ a: 2, z: 1 }, 3] })).toBe(
      canonicalJson({ b: [{ z: 1, a: 2 }, 3], a: { d: null, c: "x" } }),
    );
  });

  test("a key __proto__ is a key, and what is undefined is left out", () => {
    expect(canonicalJson(JSON.parse('{"z":1,"__proto__":{"b":1,"a":2}}'))).toBe('{"__proto__":{"a":2,"b":1},"z":1}');
    expect(canonicalJson({ b: undefined, a: 1 })).toBe('{"a":1}');
  });

  test("the digest is that of its UTF-8", () => {
    expect(digestOf({ a: "あ" })).toBe(createHash("sha256").update('{"a":"あ"}').digest("hex"));
  });
});
