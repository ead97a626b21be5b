import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import type { EffectRow } from "../../../registry/catalog/descriptor.ts";
import { PERMISSION_MODES, type PermissionMode } from "../../../registry/permission/mode.ts";
import { permit } from "../../../registry/permission/permit.ts";
import { NO_RULES, type PermissionRules } from "../../../registry/permission/rules.ts";
import { target } from "./target.ts";

const root = realpathSync(mkdtempSync(join(tmpdir(), "nichekit-permit-")));
afterAll(() => rmSync(root, { recursive: true, force: true }));
mkdirSync(join(root, "logs/sessions"), { recursive: true });
mkdirSync(join(root, "hooks"));
writeFileSync(join(root, "niche.json"), "{}");
writeFileSync(join(root, "hooks/gate.mjs"), "");
symlinkSync("niche.json", join(root, "harmless.json"));

const ROWS: readonly EffectRow[] = ["reads", "network-read", "writes", "deletes", "outside"];
const THIS = { text: "this" };
const answer = (
  row: EffectRow,
  mode: PermissionMode,
  rules: Partial<PermissionRules>,
  own = false,
  channel: "cli" | "library" = "library",
) => permit(target(THIS, { id: "local__x" }), row, mode, { ...NO_RULES, ...rules }, { channel, own }).answer;

/** docs/patterns/permissions.md shows it. */
const ALLOWED: Readonly<Record<EffectRow, readonly string[]>> = {
  //              read-only, ask, auto
  reads: ["runs", "runs", "runs"],
  "network-read": ["asks", "runs", "runs"],
  writes: ["refuses", "runs", "runs"],
  deletes: ["refuses", "confirms", "confirms"],
  outside: ["refuses", "asks", "confirms"],
};
const NO_RULE: Readonly<Record<EffectRow, readonly string[]>> = {
  reads: ["runs", "runs", "runs"],
  "network-read": ["asks", "runs", "runs"],
  writes: ["refuses", "asks", "runs"],
  deletes: ["refuses", "asks", "confirms"],
  outside: ["refuses", "refuses", "refuses"],
};

describe.each(ROWS)("a call that %s", (row) => {
  test.each(PERMISSION_MODES.map((mode, at) => [mode, at] as const))("in the mode %s", (mode, at) => {
    expect(answer(row, mode, {})).toBe(NO_RULE[row][at]);
    expect(answer(row, mode, { allow: ["local__x"] })).toBe(ALLOWED[row][at]);
    expect(answer(row, mode, { allow: ["local__x(this)"] })).toBe(ALLOWED[row][at]);
    expect(answer(row, mode, { allow: ["local__x(that)"] })).toBe(NO_RULE[row][at]);
    expect(answer(row, mode, { deny: ["local__x(this)"], allow: ["local__x"] })).toBe("refuses");
    expect(answer(row, mode, { deny: ["local__x(that)"] })).toBe(NO_RULE[row][at]);
    const asked = ALLOWED[row][at] === "refuses" ? "refuses" : "asks";
    expect(answer(row, mode, { ask: ["local__x(this)"], allow: ["local__x"] })).toBe(asked);
    expect(answer(row, mode, { ask: ["local__x(this)"] })).toBe(NO_RULE[row][at] === "refuses" ? "refuses" : "asks");
  });
});

test("at the CLI a tool of the project's own counts as allowed where it reaches outside, and nowhere else", () => {
  expect(answer("outside", "auto", {}, true, "cli")).toBe("confirms");
  expect(answer("outside", "ask", {}, true, "cli")).toBe("asks");
  expect(answer("outside", "read-only", {}, true, "cli")).toBe("refuses");
  expect(answer("writes", "ask", {}, true, "cli")).toBe("asks");
  expect(answer("outside", "auto", {}, true, "library")).toBe("refuses");
});

test("the verdict names the rule or the mode that decided", () => {
  const verdict = permit(
    target(THIS, { id: "local__x" }),
    "writes",
    "auto",
    { ...NO_RULES, deny: ["local__x(this)"] },
    { channel: "cli", own: true },
  );
  expect(verdict).toEqual({
    answer: "refuses",
    reason: { code: "rule_deny", text: "the rule deny local__x(this) forbids it", evidence: "local__x(this)" },
    rule: { kind: "deny", rule: "local__x(this)" },
  });
  const modes = permit(target(THIS), "writes", "read-only", NO_RULES, { channel: "cli", own: true });
  expect(modes.reason).toMatchObject({ code: "mode", evidence: "read-only" });
  expect(modes.rule).toBeUndefined();
});

test("a command whose text does not tell whether a deny rule is about it asks, also in the mode auto", () => {
  const rules = { ...NO_RULES, deny: ["local__repo-run(rm *)"], allow: ["local__repo-run(eval *)"] };
  const verdict = permit(target({ command: 'eval "$X"' }), "writes", "auto", rules, { channel: "cli", own: true });
  expect(verdict).toMatchObject({ answer: "asks", reason: { code: "rule_undecided" } });
});

describe("changing a protected place asks a person", () => {
  const hooks = { before: [{ command: ["node", "hooks/gate.mjs"] }, { command: ["hooks/other.sh"] }] };
  const verdict = (path: string, row: EffectRow = "writes", allow: readonly string[] = ["local__x"], mode: PermissionMode = "auto") =>
    permit(
      target({ path }, { id: "local__x", types: { path: "path" }, cwd: root, root }),
      row,
      mode,
      { ...NO_RULES, allow },
      {
        channel: "cli",
        own: true,
        guarded: { subject: "acme", hooks },
      },
    );
  const PLACES = [
    "niche.json",
    "NICHE.JSON",
    ".git/config",
    "sub/.git/hooks/x",
    "logs/sessions/s/w.jsonl",
    "logs/tool-registry.json",
    "bin/acme",
    "hooks/gate.mjs",
    "hooks/other.sh",
    "harmless.json",
    "src/../niche.json",
  ];

  test.each(PLACES)("%s, whatever allows the tool", (path) => {
    expect(verdict(path)).toMatchObject({ answer: "asks", reason: { code: "protected_path" } });
    expect(verdict(path, "deletes").answer).toBe("asks");
    expect(verdict(path, "writes", ["local__x(/**)", "local__x(path:*)"]).answer).toBe("asks");
  });

  test("but not reading it", () => {
    for (const path of PLACES) expect(verdict(path, "reads").answer).toBe("runs");
  });

  test("unless a rule names exactly that path and no link stands between", () => {
    expect(verdict("niche.json", "writes", ["local__x(/niche.json)"]).answer).toBe("runs");
    expect(verdict("niche.json", "writes", ["local__x(path:/niche.json)"]).answer).toBe("runs");
    expect(verdict("harmless.json", "writes", ["local__x(/harmless.json)", "local__x(/niche.json)"]).answer).toBe("asks");
    expect(verdict("niche.json", "writes", ["local__x(/niche.*)"]).answer).toBe("asks");
  });

  test("what is refused stays refused", () => {
    expect(verdict("niche.json", "writes", ["local__x"], "read-only").answer).toBe("refuses");
  });

  test("deleting what holds one asks as well, writing beside it does not", () => {
    for (const path of [".", "logs", "hooks", "bin"]) expect(verdict(path, "deletes").answer, path).toBe("asks");
    for (const path of ["logs", "src", "bin/other", "niche.json5", ".gitignore", "logs/cache/x"])
      expect(verdict(path).answer, path).toBe("runs");
  });

  test("in a command line and in words every path counts", () => {
    const line = (input: Record<string, unknown>, words?: readonly string[]) =>
      permit(
        target(input, { id: "local__x", cwd: root, root, words }),
        "writes",
        "auto",
        { ...NO_RULES, allow: ["local__x"] },
        { channel: "cli", own: true },
      ).answer;
    expect(line({ command: "echo '{}' >niche.json" })).toBe("asks");
    expect(line({ command: "sed -i s/a/b/ ./niche.json" })).toBe("asks");
    expect(line({}, ["rm", ".git/index"])).toBe("asks");
    expect(line({ command: "echo x" })).toBe("runs");
  });
});
