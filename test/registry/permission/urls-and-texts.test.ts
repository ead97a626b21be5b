import { describe, expect, test } from "vitest";
import { decideByRules, matchRule } from "../../../registry/permission/decide-by-rules.ts";
import { NO_RULES } from "../../../registry/permission/rules.ts";
import { target } from "./target.ts";

const allows = (rule: string, input: Record<string, unknown>) => matchRule(`local__repo-run(${rule})`, target(input), "allow");
const denies = (rule: string, input: Record<string, unknown>) => {
  const hit = decideByRules({ ...NO_RULES, deny: [`local__repo-run(${rule})`] }, target(input));
  return hit === undefined ? "no" : hit.undecided ? "unknown" : hit.kind;
};

describe("domain: is held against the host that a URL names", () => {
  test.each([
    ["domain:a.example", "https://a.example/x?y#z", true],
    ["domain:a.example", "https://A.EXAMPLE:8443/", true],
    ["domain:a.example", "https://a.example./", true],
    ["domain:a.example", "https://b.a.example/", false],
    ["domain:*.a.example", "https://b.a.example/", true],
    ["domain:*.a.example", "https://a.example/", false],
    ["domain:a.example", "https://a.example@evil.example/", false],
    ["domain:a.example", "https://evil.example/a.example", false],
    ["domain:a.example", "https://a.example.evil.example/", false],
    ["domain:a.example", "https://evil.example\\@a.example/", false],
    ["domain:a.example", " https://a.example/", false],
    ["domain:a.example", "file:///a.example", false],
    ["domain:a.example", "a.example", false],
    ["domain:日本.example", "https://xn--wgv71a.example/", true],
    ["domain:*", "https://x.example/", true],
  ])("%s and %s: %s", (rule, url, expected) => expect(allows(rule, { url })).toBe(expected));

  test("a denied name is denied with all below it, and what readers could take for different hosts asks", () => {
    expect(denies("domain:a.example", { url: "https://b.a.example/" })).toBe("deny");
    expect(denies("domain:a.example", { url: "https://nota.example/" })).toBe("no");
    expect(denies("domain:a.example", { url: "https://evil.example\\@a.example/" })).toBe("unknown");
    expect(denies("domain:a.example", { url: ["https://x.example/", "https://a.example/"] })).toBe("deny");
  });

  test("a parameter of any name can be read as a URL by naming it", () => {
    expect(allows("place:domain:a.example", { place: "https://a.example/" })).toBe(true);
    expect(allows("domain:a.example", { place: "https://a.example/" })).toBe(false);
  });
});

describe("any other parameter is a text, and its glob covers the whole", () => {
  test("by its name, whatever its type", () => {
    expect(allows("branch:release-*", { branch: "release-1", other: "x" })).toBe(true);
    expect(allows("branch:release-*", { branch: "main" })).toBe(false);
    expect(allows("branch:release-*", { other: "release-1" })).toBe(false);
    expect(denies("force:true", { force: true })).toBe("deny");
    expect(denies("count:1*", { count: 12 })).toBe("deny");
    expect(denies("of:*secret*", { of: { a: ["secret"] } })).toBe("deny");
  });

  test("without a name all texts of the call must be covered, and any may be denied", () => {
    expect(allows("release-*", { a: "release-1", b: "release-2" })).toBe(true);
    expect(allows("release-*", { a: "release-1", b: "main" })).toBe(false);
    expect(denies("release-*", { a: "main", b: "release-2" })).toBe("deny");
  });

  test("a word before a colon that is no parameter's name is part of the pattern", () => {
    expect(allows("a:b*", { text: "a:bc" })).toBe(true);
  });
});

describe("deny before ask before allow, the first of each", () => {
  const rules = { deny: ["local__x(a)"], ask: ["local__x(*a*)", "local__x(b*)"], allow: ["local__x", "local__*"] };
  test.each([
    ["a", "deny", "local__x(a)"],
    ["ab", "ask", "local__x(*a*)"],
    ["b", "ask", "local__x(b*)"],
    ["c", "allow", "local__x"],
  ])("%s: %s by %s", (text, kind, rule) => expect(decideByRules(rules, target({ text }, { id: "local__x" }))).toEqual({ kind, rule }));

  test("without a rule about it nothing is decided", () => {
    expect(decideByRules(rules, target({ text: "a" }, { id: "skill__x" }))).toBeUndefined();
  });
});
