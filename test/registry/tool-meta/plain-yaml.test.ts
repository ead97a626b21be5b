import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { looseYaml } from "../../../registry/tool-meta/loose-yaml.ts";
import { coreScalar, plainYaml } from "../../../registry/tool-meta/plain-yaml.ts";

/** Pieces from which texts near YAML's rules come about. */
const PIECES = [
  ..."abc01:-#[]{},\"'|>&*!%@`?~\\$.= \n".split(""),
  ": ",
  " #",
  "- ",
  "\n  ",
  "\n- ",
  "\n  - ",
  "\n\n",
  "key: ",
  "a:\n",
  "|\n  ",
  "|-\n  ",
  "{a: b}",
  "[a, b]",
  "''",
  '""',
  "true",
  "null",
  "0x1",
  "1e5",
  "-1.5",
  "\t",
  "é",
  "日本",
];
const text = fc.array(fc.constantFrom(...PIECES), { maxLength: 24 }).map((pieces) => pieces.join(""));
const line = fc
  .array(fc.constantFrom(...PIECES.filter((piece) => !piece.includes("\n"))), { maxLength: 8 })
  .map((pieces) => pieces.join(""));
const header = fc
  .array(
    fc.oneof(
      line.map((value) => `summary${value.length}: ${value}`),
      line.map((value) => `- ${value}`),
      line.map((value) => `  ${value}`),
      line.map((value) => `k: [${value}]`),
      line.map((value) => `o: {a: ${value}}`),
    ),
    { maxLength: 6 },
  )
  .map((lines) => `${lines.join("\n")}\n`);

function library(source: string, schema: "failsafe" | "core"): unknown {
  return parse(source, { schema, maxAliasCount: 0, logLevel: "silent" });
}

describe("what the fast reader reads is what the library reads", () => {
  for (const [name, source] of [
    ["any text", text],
    ["texts like headers", header],
  ] as const) {
    it(`for ${name}, untyped and typed`, () => {
      let read = 0;
      fc.assert(
        fc.property(source, (yaml) => {
          const plain = plainYaml(yaml);
          if (plain !== undefined) {
            read += 1;
            expect(plain).toEqual(library(yaml, "failsafe"));
          }
          const typed = plainYaml(yaml, coreScalar);
          if (typed !== undefined) expect(typed).toEqual(library(yaml, "core"));
        }),
        { numRuns: 3000 },
      );
      expect(read).toBeGreaterThan(20);
    });
  }

  it("and a header as people write it needs no library", () => {
    const source = `noun: docs\noptions:   # from here on optional\n  - {name: a, type: [any, all], default: "x y"}\n  - name: b\n    type: integer\nenv: {A: 'it''s', B: }\nexamples:\n- |\n  one\n\n  two\n`;
    expect(plainYaml(source)).toEqual(library(source, "failsafe"));
    expect(plainYaml(source)).toMatchObject({ examples: ["one\n\ntwo\n"], options: [{ default: "x y" }, { name: "b" }] });
  });

  it("and what it cannot judge it leaves", () => {
    for (const source of [
      "a: 1\na: 2\n",
      "a: &x b\n",
      "a: *x\n",
      "a: b\n  c\n",
      "a: >\n  b\n",
      "---\na: b\n",
      "a: !t b\n",
      "\ta: b\n",
      "a: b: c\n",
      "__proto__: a\n",
      `a: "\\x41"\n`,
    ]) {
      expect(plainYaml(source)).toBeUndefined();
    }
  });
});

it("the reader of free text changes nothing that is quoted, safe or none of its keys", () => {
  const source = `noun: a: b\nsummary: Plain text.\npreconditions: ["a: b", DOCS_DIR exists]\noptions:\n  - {name: x, type: integer}\noutput: {format: json, schema: {type: [a, b]}}\n`;
  expect(looseYaml(source)).toBe(source);
});

it("the reader of free text keeps every line in its place", () => {
  fc.assert(
    fc.property(text, (value) => {
      const source = `summary: ${value}\npreconditions: [${value}]\noptions:\n  - {name: x, description: ${value}}\n`;
      expect(looseYaml(source).split("\n").length).toBe(source.split("\n").length);
    }),
    { numRuns: 1000 },
  );
});
