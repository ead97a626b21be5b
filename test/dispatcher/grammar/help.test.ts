import { describe, expect, test } from "vitest";
import { HELP_BUDGET, nounHelp, rootHelp, toolHelp } from "../../../dispatcher/grammar/help.ts";
import { entryOf } from "../../../registry/generate/entry-of.ts";

const many = Array.from({ length: 3_000 }, (_, at) => ({ noun: `noun-${at % 300}`, verb: `verb-${at}`, summary: "Do it. And more." }));

describe("help stays short", () => {
  test("the root lists the nouns in under 1,000 bytes and says how to see more", () => {
    const text = rootHelp("acme", "acme", many);
    expect(Buffer.byteLength(text)).toBeLessThan(HELP_BUDGET.root);
    expect(text).toContain("noun-0: verb-0");
    expect(text).toMatch(/… \d+ more nouns: acme --help --json/);
  });

  test("a small project's root leaves nothing out", () => {
    const text = rootHelp("acme", "acme", [{ noun: "docs", verb: "fetch" }]);
    expect(text).toContain("docs: fetch");
    expect(text).not.toContain("…");
  });

  test("a noun shows its verbs with the first sentence of each", () => {
    const text = nounHelp("acme", "./acme", "noun-7", many);
    expect(text).toContain("verb-7 ");
    expect(text).toContain("Do it.");
    expect(text).not.toContain("And more");
  });

  test("a tool with a thousand options is cut, and says where the whole is", () => {
    const options = Array.from({ length: 1_000 }, (_, at) => ({ name: `o-${at}`, type: "string" as const, list: false, required: false }));
    const meta = {
      noun: "a",
      verb: "b",
      preconditions: [],
      idempotent: true,
      side_effects: [],
      options,
      output: { format: "text" as const },
      env: [],
    };
    const text = toolHelp("acme", "acme", entryOf(meta, { source: "lib/a-b.sh", runner: "process", sha256: "" }));
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(HELP_BUDGET.tool);
    expect(text).toContain("the whole: acme a b --help --json");
  });
});
