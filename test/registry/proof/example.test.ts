import { describe, expect, test } from "vitest";
import { exampleWords } from "../../../registry/proof/example.ts";
import { exampleCalls, readExample } from "../../../registry/proof/example-call.ts";
import { sampleEntry } from "../sample-entry.ts";

const words = (text: string) => {
  const read = exampleWords(text, "docs", "fetch");
  return read.ok ? read.words : read.reason;
};

describe("an example", () => {
  test("is read as a shell reads a plain call", () => {
    expect(words(`docs fetch --keywords cdk "two words" 'it''s' a\\ b --x='y z' # a remark`)).toEqual([
      "--keywords",
      "cdk",
      "two words",
      "its",
      "a b",
      "--x=y z",
    ]);
    expect(words('docs fetch ""')).toEqual([""]);
    expect(words('docs fetch "a \\"b\\" $"')).toBe("it needs a shell to expand it");
  });

  test("is tried without the options that whoever tries it gives, but for data behind --", () => {
    expect(words("docs fetch --json x --yes --dry-run")).toEqual(["x"]);
    expect(words("docs fetch -- --json")).toEqual(["--", "--json"]);
  });

  test.each([
    ["docs index", "it does not begin with docs fetch"],
    ["docs fetch $HOME", "it needs a shell to read $"],
    ["docs fetch x | head", "it needs a shell to read |"],
    ["docs fetch 'x", "the quote ' is never closed"],
    ["docs fetch x \\", "it ends in a backslash"],
    ["", "it does not begin with docs fetch"],
  ])("is refused with its reason: %s", (text, reason) => {
    expect(words(text)).toBe(reason);
  });

  test("gives its arguments by the header's names, or says why it cannot be a call", () => {
    const limit = { name: "limit", type: "integer", list: false, required: false } as const;
    const keywords = { name: "keywords", type: "string", list: true, required: true } as const;
    const entry = sampleEntry({ options: [limit, keywords] });
    expect(readExample(entry, "docs fetch --limit 3 --keywords a b")).toMatchObject({
      ok: true,
      call: { given: { limit: 3, keywords: ["a", "b"] } },
    });
    for (const wrong of ["docs fetch --max 3", "docs fetch --keywords a --limit three", "docs fetch --limit 3"]) {
      expect(readExample(entry, wrong)).toMatchObject({ ok: false, rule: "example_refused" });
    }
    expect(exampleCalls(entry)).toEqual([]);
    expect(exampleCalls(sampleEntry({ options: [limit] })).map(({ text }) => text)).toEqual(["docs fetch"]);
    expect(exampleCalls(sampleEntry({ options: [limit], examples: ["docs fetch --no"] }))).toEqual([]);
  });
});
