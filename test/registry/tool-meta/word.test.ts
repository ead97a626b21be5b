import fc from "fast-check";
import { expect, test } from "vitest";
import { parseHeader } from "../../../registry/tool-meta/parse.ts";
import { readToolFile } from "../../../registry/tool-meta/read.ts";
import { asWord, stemWords, WORD } from "../../../registry/tool-meta/word.ts";

test.each([
  ["NoteBook", "note-book"],
  ["add_Page", "add-page"],
  ["1a", "a"],
  ["2go", "go"],
  ["-x-", "x"],
  ["123", undefined],
  ["", undefined],
  ["店", undefined],
])("%j most likely means %j", (text, word) => {
  expect(asWord(text)).toBe(word);
});

test("what a text is made into is a word, and a word stays what it is", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 90 }), (text) => {
      const word = asWord(text);
      if (word === undefined) return;
      expect(word).toMatch(WORD);
      expect(asWord(word)).toBe(word);
    }),
  );
});

test("a stem that no call reaches has no reading; one with several dashes has several", () => {
  expect(["1a-go", "n-2go", "n_go", "N-go", "n.go", "go", "a--b", "-a-b"].map(stemWords)).toEqual(Array(8).fill([]));
  expect(stemWords("a-b-c")).toEqual([
    ["a", "b-c"],
    ["a-b", "c"],
  ]);
});

function problems(text: string, stem: string) {
  const { header } = readToolFile("x.sh", "x.sh", Buffer.from(text));
  if (header === undefined) throw new Error("no header");
  const read = parseHeader(header, { shown: "x.sh", stem });
  return read.ok ? [] : read.problems.map(({ code, line, fix }) => [code, line, fix]);
}

const yaml = (noun: string, preconditions: string, effects: string) =>
  `#!/bin/sh\n# TOOL_META\n# noun: ${noun}\n# verb: go\n# preconditions: ${preconditions}\n# idempotent: true\n# side_effects: ${effects}\n`;

test("a noun that is no word is refused with the word it most likely means", () => {
  expect(problems(yaml("1a", "[]", "[]"), "1a-go")).toEqual([["header_type", 3, "Write noun: a, and rename the file to match"]]);
});

test.each([
  ['["${ARG_FILE} exists"]', "[]", 5],
  ["[ARG_FILE is set]", "[]", 5],
  ["[a newer than $ARG_B]", "[]", 5],
  ["[]", '["writes ${ARG_OUT}/x"]', 7],
  ["[]", '["--force: deletes ${ARG_OUT}"]', 7],
  ['["${TOOL_ARGS_FILE} exists"]', "[]", 5],
])("a path that only a call gives is refused in a header: %s %s", (preconditions, effects, line) => {
  const found = problems(yaml("a", preconditions, effects), "a-go").filter(([code]) => code === "header_argument_path");
  expect(found).toEqual([["header_argument_path", line, expect.any(String)]]);
});

test("what a process is started with is no path", () => {
  expect(problems(yaml("a", "[]", "[process echo $ARG_X]"), "a-go")).toEqual([]);
});
