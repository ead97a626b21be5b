import { describe, expect, it } from "vitest";
import { parseEffect } from "../../../registry/plan/effect.ts";

describe("a side effect", () => {
  const phrases: Record<string, object> = {
    "reads DOCS_DIR": { kind: "reads", path: `\${DOCS_DIR}` },
    "writes ${DOCS_DIR}/index": { kind: "writes", path: `\${DOCS_DIR}/index` },
    "creates logs": { kind: "creates", path: "logs" },
    'deletes "old docs"': { kind: "deletes", path: "old docs" },
    "network read example.org": { kind: "network", access: "read", host: "example.org" },
    "network write api.example.org:443": { kind: "network", access: "write", host: "api.example.org:443" },
    "external github opens an issue": { kind: "external", system: "github", what: "opens an issue" },
    "process git": { kind: "process", what: "git" },
    "--force: deletes LOGS_DIR": { option: "force", kind: "deletes", path: `\${LOGS_DIR}` },
    "--dry-fast:process make all": { option: "dry-fast", kind: "process", what: "make all" },
  };
  for (const [text, action] of Object.entries(phrases)) {
    it(`is read by its phrase: ${text}`, () => expect(parseEffect(text)).toEqual({ text, ...action }));
  }

  for (const text of [
    "reads a and writes b",
    "reads a, deletes b",
    "reads a - deletes b",
    "network read",
    "network post x",
    "external github",
    "writes",
    "might write",
    "-f: deletes x",
    "--force deletes x",
  ]) {
    it(`is prose, never a milder phrase, where none matches whole: ${text}`, () =>
      expect(parseEffect(text)).toEqual({ text, kind: "prose" }));
  }

  it("of an option stays prose of that option", () => {
    expect(parseEffect("--force: cleans up")).toEqual({ text: "--force: cleans up", option: "force", kind: "prose" });
  });
});
