import { describe, expect, it } from "vitest";
import { parsePrecondition, pathTemplate } from "../../../registry/plan/precondition.ts";

describe("a precondition", () => {
  const phrases: Record<string, object> = {
    "DOCS_DIR is set": { kind: "set", name: "DOCS_DIR" },
    "DOCS_DIR exists": { kind: "exists", path: `\${DOCS_DIR}` },
    "${DOCS_DIR}/a exists": { kind: "exists", path: `\${DOCS_DIR}/a` },
    "docs/x.md is a file": { kind: "file", path: "docs/x.md" },
    "/etc is a directory": { kind: "directory", path: "/etc" },
    "logs is writable": { kind: "writable", path: "logs" },
    "bin/x executable": { kind: "executable", path: "bin/x" },
    "command rg": { kind: "command", name: "rg" },
    "DOCS_INDEX newer than DOCS_DIR": { kind: "newer", path: `\${DOCS_INDEX}`, than: `\${DOCS_DIR}` },
    '"my docs/x" exists': { kind: "exists", path: "my docs/x" },
    "'my docs' is newer than a": { kind: "newer", path: "my docs", than: "a" },
  };
  for (const [text, test] of Object.entries(phrases)) {
    it(`is read by its phrase: ${text}`, () => expect(parsePrecondition(text)).toEqual({ text, ...test }));
  }

  for (const text of [
    "the docs folder exists",
    "A and B exist",
    "A or B exists",
    "DOCS_DIR must exist",
    "command rg and jq",
    "command /bin/rg",
    "",
    "exists",
  ]) {
    it(`is kept as prose where no phrase matches: ${text}`, () => expect(parsePrecondition(text)).toEqual({ text, kind: "prose" }));
  }

  it("has its spaces in single and keeps its Fix", () => {
    expect(parsePrecondition("  DOCS_DIR \t exists ", "make docs")).toEqual({
      text: "DOCS_DIR exists",
      fix: "make docs",
      kind: "exists",
      path: `\${DOCS_DIR}`,
    });
  });
});

it("a path is a variable's name, a template, or the path as it stands", () => {
  expect(["DOCS_DIR", "$DOCS_DIR/x", `\${A}/$B/c`, "docs", "Makefile", './README "', '"DOCS_DIR"', "$1/x"].map(pathTemplate)).toEqual([
    `\${DOCS_DIR}`,
    `\${DOCS_DIR}/x`,
    `\${A}/\${B}/c`,
    "docs",
    "Makefile",
    './README "',
    "DOCS_DIR",
    "$1/x",
  ]);
});
