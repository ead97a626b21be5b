import { describe, expect, test } from "vitest";
import { allowedByRule, bareDeny } from "../../../registry/permission/bare-rules.ts";
import { NO_RULES } from "../../../registry/permission/rules.ts";

const denied = (rule: string, id: string) => bareDeny({ ...NO_RULES, deny: [rule] }, id) === rule;
const allowed = (rule: string, id: string) => allowedByRule({ ...NO_RULES, allow: [rule] }, id);

describe("a bare deny takes out of sight", () => {
  test.each([
    ["local__docs-index", "local__docs-index"],
    ["local__docs-index(*)", "local__docs-index"],
    ["local__docs-*", "local__docs-fetch"],
    ["local__*-fetch", "local__docs-fetch"],
    ["skill__*", "skill__code-review"],
    ["*", "mcp__github__search"],
    ["mcp__*", "mcp__github__search"],
    ["mcp__github__*", "mcp__github__search"],
    ["mcp__github", "mcp__github__search"],
  ])("%s: %s", (rule, id) => expect(denied(rule, id)).toBe(true));

  test.each([
    ["local__docs-index", "local__docs-index-all"],
    ["local__docs-index(x)", "local__docs-index"],
    ["local__docs-index(path:*)", "local__docs-index"],
    ["local__docs.index", "local__docs-index"],
    ["mcp__git", "mcp__github__search"],
    ["local__docs", "local__docs__x"],
    ["docs-index", "local__docs-index"],
  ])("%s does not take %s", (rule, id) => expect(denied(rule, id)).toBe(false));
});

describe("an allow rule names a capability, with or without arguments", () => {
  test.each([
    ["local__docs-index", "local__docs-index"],
    ["local__repo-run(git *)", "local__repo-run"],
    ["*", "local__repo-run"],
    ["mcp__github__*", "mcp__github__search"],
    ["mcp__github__get_*", "mcp__github__get_issue"],
    ["mcp__github", "mcp__github__search"],
    ["mcp__github__search", "mcp__github__search"],
  ])("%s: %s", (rule, id) => expect(allowed(rule, id)).toBe(true));

  test.each([
    ["*", "mcp__github__search"],
    ["mcp__*", "mcp__github__search"],
    ["mcp__git*", "mcp__github__search"],
    ["mcp__*__search", "mcp__github__search"],
    ["mcp__git*__search", "mcp__github__search"],
    ["*__search", "mcp__github__search"],
  ])("%s allows nothing of a server, since no server's name stands before its glob: %s", (rule, id) =>
    expect(allowed(rule, id)).toBe(false),
  );
});
