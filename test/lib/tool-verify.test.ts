import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Finding, Rule } from "../../registry/proof/finding.ts";
import { RULES } from "../../registry/proof/finding.ts";
import { project, repository } from "../support/project.ts";
import { call } from "./repository-tool.ts";

/** What each lying tool breaks: the one rule that must find it. */
const LIES: Readonly<Record<string, Rule>> = {
  "lie absolute": "absolute_path",
  "lie append": "not_idempotent",
  "lie background": "process_left",
  "lie bare-exit": "error_form",
  "lie create": "effect_undeclared",
  "lie delete": "effect_undeclared",
  "lie dry-run": "dry_run_changes",
  "lie environment": "env_undeclared",
  "lie example": "example_refused",
  "lie exclude": "effect_undeclared",
  "lie folder": "cwd_reliance",
  "lie home": "effect_undeclared",
  "lie json": "output_not_as_declared",
  "lie large": "output_unbounded",
  "lie mode": "effect_undeclared",
  "lie no-fix": "error_form",
  "lie place": "cwd_reliance",
  "lie precondition": "example_fails",
  "lie push": "effect_undeclared",
  "lie random": "not_idempotent",
  "lie schema": "output_not_as_declared",
  "lie stage": "effect_undeclared",
  "lie stamp": "not_idempotent",
  "lie temporary": "temporary_left",
  "lie variable": "env_undeclared",
};

describe("tool verify, of tools that lie", () => {
  let findings: readonly Finding[] = [];
  const folder = mkdtempSync(join(tmpdir(), "niche lying-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  beforeAll(async () => {
    const lying = project({ "notes.txt": "one\ntwo\n", "niche.json": '{"shared_nouns":["tool"]}' }, { folder });
    cpSync(join(repository, "test/lib/lying-tools"), join(lying.root, "lib"), { recursive: true });
    const { code, error } = await call(lying, ["tool", "verify", "--all"], { env: { ...process.env, LIE_MODE: "other" } });
    expect([code, error.code, error.layer, error.recoverable]).toEqual([2, "tool_not_as_declared", "precondition", "no"]);
    findings = error.detail.findings;
  }, 240_000);

  test.each(Object.entries(LIES))("%s is found by the rule %s, at a line, with what to write instead", (tool, rule) => {
    const found = findings.filter((one) => one.tool === tool && one.severity === RULES[rule][0]);
    expect(found.map((one) => one.rule)).toContain(rule);
    for (const one of found) expect([one.file.startsWith("lib/lie-"), one.line > 0, one.instead !== ""]).toEqual([true, true, true]);
  });

  test("each lie breaks one promise: no other fault is told of it", () => {
    const others = findings.filter((one) => one.severity === "fault" && one.rule !== LIES[one.tool]);
    expect(others.map(({ tool, rule, message }) => [tool, rule, message])).toEqual([]);
  });

  test("all lying tools are in the table", () => {
    const names = readdirSync(join(repository, "test/lib/lying-tools")).map((name) => name.replace("-", " ").replace(/\.\w+$/, ""));
    expect(names.sort()).toEqual(Object.keys(LIES));
  });
});
