import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { expect, test } from "vitest";
import { commandLine } from "../../../registry/error/shell-quote.ts";
import { shellWords } from "../../../registry/grammar/shell-words.ts";

test("a command line that was quoted is read back as its words", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: "binary" })), (words) => {
      expect(shellWords(commandLine(words))).toEqual({ ok: true, words });
    }),
  );
});

test.each([["a  b"], ["a 'b c' d"], ['"a b"c'], ["a\\ b"], ["'it'\\''s'"], ['"\\"x\\\\"'], ["a # b"], ["a#b"], ["''"], ["--x=' y'"]])(
  "%s is split as a shell does",
  (line) => {
    const words = execFileSync("bash", ["-c", `printf '%s\\0' ${line}\n`])
      .toString()
      .split("\0")
      .slice(0, -1);
    expect(shellWords(line)).toEqual({ ok: true, words });
  },
);

test.each([["a | b"], ["a; b"], ["a > b"], ["$(a)"], ["`a`"], ["a $B"], ['"$B"'], ["'a"], ['"a'], ["a \\"]])("%s is refused", (line) => {
  expect(shellWords(line).ok).toBe(false);
});
