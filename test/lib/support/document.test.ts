import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseDocument } from "../../../lib/support/document/document.ts";

const headings = async (source: string): Promise<string[]> =>
  (await parseDocument(source, "page")).sections.map((section) => section.heading_path.join(" > "));

describe("parseDocument", () => {
  it("cuts at ATX headings and keeps the path of those above", async () => {
    const { sections, title } = await parseDocument("# A\n\none\n\n## B ##\ntwo\n### C\n## D\nthree", "page");
    expect(title).toBe("A");
    expect(sections.map(({ heading_path, line, text }) => [heading_path.join(" > "), line, text])).toEqual([
      ["A", 1, "one"],
      ["A > B", 5, "two"],
      ["A > B > C", 7, ""],
      ["A > D", 8, "three"],
    ]);
  });

  it("knows setext headings, also over several lines", async () => {
    expect(await headings("Title\n=====\n\ntext\n\nA longer\nheading\n---\nmore")).toEqual(["Title", "Title > A longer heading"]);
  });

  it("takes no rule, table or list for a setext heading", async () => {
    expect(await headings("# T\n\n---\n\n- item\n---\n\n- item\nlazy\n---\n\n| a |\n|---|\n| b |\n---")).toEqual(["T"]);
  });

  it("takes no heading from a fence, a longer fence, a fence in a list or in a quote", async () => {
    expect(
      await headings("# T\n```sh\n# no\n```\n~~~~\n```\n# no\n~~~\n# no\n~~~~\n1. item\n\n   ```\n   # no\n   ```\n> ```\n> # no\n\n# Yes"),
    ).toEqual(["T", "Yes"]);
  });

  it("ends a fence that is never closed with the list item that holds it", async () => {
    expect(await headings("# T\n- item\n  ```\n  # no\n\nafter\n\n# Yes")).toEqual(["T", "Yes"]);
  });

  it("takes marks of a fence inside indented code for code", async () => {
    expect(await headings("# T\n\ntext\n\n    ```\n\n# Yes")).toEqual(["T", "Yes"]);
  });

  it("hides comments, of HTML and of MDX, and what stands in them", async () => {
    const { sections } = await parseDocument("# T\n<!-- secret\n# no\n-->\nseen\n\n{/* # no\nhidden */}\n\nalso", "page");
    expect(sections.map((section) => section.text)).toEqual([expect.stringMatching(/^seen\s+also$/)]);
  });

  it("loses nothing to a comment that is never closed", async () => {
    const { sections } = await parseDocument("# T\n<!-- open\n\n# Next\ntext", "page");
    expect(sections.map((section) => section.heading_path.at(-1))).toEqual(["T", "Next"]);
    expect(sections[0]?.text).toBe("<!-- open");
  });

  it("takes no heading from <pre>, <script> and <style>", async () => {
    expect(await headings("# T\n<pre>\n# no\n</pre>\n# Yes")).toEqual(["T", "Yes"]);
  });

  it("reads headings as people see them", async () => {
    expect(await headings("# `code` **bold** [link](https://x.y/z) {#id}\n## a_b_c and <b>tag</b>")).toEqual([
      "code bold link",
      "code bold link > a_b_c and tag",
    ]);
  });

  it("is indifferent to CRLF, a lone CR and a byte order mark", async () => {
    const plain = await parseDocument("---\ntitle: T\n---\n# A\n\ntext\n", "page");
    expect(await parseDocument("\uFEFF---\r\ntitle: T\r\n---\r\n# A\r\n\r\ntext\r\n", "page")).toEqual(plain);
    expect(await parseDocument("---\rtitle: T\r---\r# A\r\rtext\r", "page")).toEqual(plain);
  });

  it("keeps text before the first heading as a section, and the file's name as title of last resort", async () => {
    const { title, sections } = await parseDocument("just text", "notes");
    expect([title, sections.length, sections[0]?.heading_path]).toEqual(["notes", 1, []]);
    expect(await headings("before\n\n# A")).toEqual(["", "A"]);
  });

  it("gives an empty document no section", async () => {
    expect((await parseDocument("", "page")).sections).toEqual([]);
  });

  it("cuts a section of many thousand characters, and each piece says at which line it stands", async () => {
    const source = `# T\n\n${Array.from({ length: 3000 }, (_, at) => (at % 10 === 9 ? "" : `line ${at + 3}`)).join("\n")}`;
    const { sections } = await parseDocument(source, "page");
    expect(sections.length).toBeGreaterThan(1);
    for (const section of sections.slice(1)) expect(section.text.startsWith(`line ${section.line}\n`)).toBe(true);
    expect(
      sections
        .map((section) => section.text)
        .join("\n")
        .match(/line/g)?.length,
    ).toBe(2700);
  });

  it("cuts a single line of a megabyte, and loses none of it", async () => {
    const { sections } = await parseDocument("あ".repeat(1_000_000), "page");
    expect(sections.map((section) => section.text).join("").length).toBe(1_000_000);
    expect(Math.max(...sections.map((section) => section.text.length))).toBeLessThanOrEqual(32_000);
  });

  it("keeps every word of any text without comments and frontmatter", async () => {
    const line = fc.oneof(
      fc.constantFrom("# h", "```", "~~~", "---", "===", "- i", "> q", "    c", "", "| t |", "<pre>", "</pre>", "* * *", "1. n"),
      fc.stringMatching(/^[a-z ]{0,9}$/),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(line, { maxLength: 25 }), async (lines) => {
        const source = `start\n${lines.join("\n")}`;
        const { sections } = await parseDocument(source, "page");
        const kept = sections.map((section) => `${section.heading_path.at(-1) ?? ""} ${section.text}`).join(" ");
        const words = (text: string): string[] => text.match(/[a-z]+/g) ?? [];
        for (const word of words(source.replaceAll(/<\/?pre>/g, ""))) expect(words(kept)).toContain(word);
      }),
    );
  });
});

describe("frontmatter", () => {
  const front = async (block: string) => {
    const { title, keywords, paths } = await parseDocument(`---\n${block}\n---\n# H\n`, "page");
    return { title, keywords, paths };
  };

  it("gives title, keywords and paths, as text, list or flow list", async () => {
    expect(await front("title: The page\nkeywords: [a, b c]\npaths:\n  - src/**/*.ts\n  - 'lib/*.{ts,tsx}'")).toEqual({
      title: "The page",
      keywords: ["a", "b c"],
      paths: ["src/**/*.ts", "lib/*.{ts,tsx}"],
    });
    expect(await front("keywords: a, b\ntags: [c]\npaths: src/*.{ts,tsx}, lib/**")).toMatchObject({
      keywords: ["a", "b", "c"],
      paths: ["src/*.{ts,tsx}", "lib/**"],
    });
  });

  it("reads as meant what YAML refuses", async () => {
    expect(await front("title: Prepare: hooks\npaths: **/*.ts")).toMatchObject({ title: "Prepare: hooks", paths: ["**/*.ts"] });
    expect(await front("paths:\n- *.ts\n- src/**\nkeywords: [a: b, 'c")).toMatchObject({ paths: ["*.ts", "src/**"] });
  });

  it("keeps numbers, booleans and nulls as they are written", async () => {
    expect(await front("title: 1.10\nkeywords: [yes, 012, null]")).toMatchObject({ title: "1.10", keywords: ["yes", "012", "null"] });
  });

  it("reads YAML that needs a parser: folded text, escapes, comments, nested flow", async () => {
    expect(await front('title: >-\n  Folded\n  text\nkeywords: ["a\\u0062c", "d"] # why')).toMatchObject({
      title: "Folded text",
      keywords: ["abc", "d"],
    });
  });

  it("loses nothing of the others when one key is broken or another's key is unknown", async () => {
    expect(await front("other: {\n  deep: [\nkeywords: [a]\ntitle: T")).toEqual({ title: "T", keywords: ["a"], paths: [] });
  });

  it("is text where it is never closed", async () => {
    const { sections } = await parseDocument("---\ntitle: T\n# H\n", "page");
    expect(sections.map((section) => section.text).join()).toContain("title: T");
  });
});
