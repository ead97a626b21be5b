import { describe, expect, test } from "vitest";
import { parseFrontmatter } from "../../../../registry/catalog/skill/frontmatter.ts";

async function fields(source: string) {
  const parsed = await parseFrontmatter(source);
  if (!parsed.ok) throw new Error(parsed.fault.message);
  return parsed.fields;
}

describe("parseFrontmatter", () => {
  test.each([
    ["123", "123"],
    ["yes", "yes"],
    ["012", "012"],
    ["1.10", "1.10"],
    ["null", "null"],
    ["2026-01-01", "2026-01-01"],
  ])("keeps the scalar %s as the text it is written as", async (written, kept) => {
    const read = await fields(`name: ${written}\nmetadata:\n  version: ${written}\n`);
    expect(read.get("name")).toBe(kept);
    expect(read.get("metadata")).toEqual({ version: kept });
  });

  test("retries once with quotes around texts that hold a colon and a blank, and says so with the line and what to write", async () => {
    const read = await fields("name: kit\ndescription: Prepare the kit: hooks and servers\nallowed-tools: Read");
    expect(read.get("description")).toBe("Prepare the kit: hooks and servers");
    expect(read.get("allowed-tools")).toBe("Read");
    expect(read.warnings).toEqual([
      {
        code: "skill_text_unquoted",
        severity: "warning",
        line: 3,
        message: "description is no YAML without quotes; it was read as one text",
        fix: 'Write: description: "Prepare the kit: hooks and servers"',
      },
    ]);
  });

  test("a text that goes on over indented lines is folded, and lines keep their numbers", async () => {
    const read = await fields("description: Prepare: hooks\n  and servers,\n\n  all of them\nname: kit");
    expect(read.get("description")).toBe("Prepare: hooks and servers, all of them");
    expect(read.lineOf("name")).toBe(6);
  });

  test("texts below metadata are quoted as well", async () => {
    const read = await fields("name: kit\ndescription: x\nmetadata:\n  note: one: two\n  other: y");
    expect(read.get("metadata")).toEqual({ note: "one: two", other: "y" });
  });

  test.each([
    ["begins with a star", "*Bold* move", "*Bold* move"],
    ["begins with an at sign", "@team decides", "@team decides"],
    ["goes on behind a quoted word", '"Fix" things', '"Fix" things'],
    ["goes on behind a bracket", "[Beta] Do: it", "[Beta] Do: it"],
  ])("a text that %s is read as meant", async (_, written, meant) => {
    expect((await fields(`description: ${written}\nname: kit`)).get("description")).toBe(meant);
  });

  test("a known key that is indented too deep does not vanish in the text above it", async () => {
    const parsed = await parseFrontmatter("name: kit\ndescription: Prepare: all\n  allowed-tools: Read");
    expect(parsed).toMatchObject({ ok: false, fault: { code: "skill_yaml_invalid", severity: "error", line: 3 } });
  });

  test.each([
    ["a key twice", "name: kit\nallowed-tools: Read\nallowed-tools: Bash", 4],
    ["a bracket that never closes", "name: kit\nallowed-tools: [Read, Bash", 3],
    ["a tab for indentation", "name: kit\nmetadata:\n\tnote: x", 4],
  ])("%s is an error with its line, not a guess", async (_, source, line) => {
    const parsed = await parseFrontmatter(source);
    expect(parsed).toMatchObject({ ok: false, fault: { code: "skill_yaml_invalid", severity: "error", line } });
  });

  test.each([
    ["- a\n- b", "a list"],
    ["just words", "text"],
    ["", "empty"],
  ])("what is no mapping (%j) is an error that names the type", async (source, type) => {
    const parsed = await parseFrontmatter(source);
    expect(parsed).toMatchObject({ ok: false, fault: { code: "skill_frontmatter_not_mapping", message: expect.stringContaining(type) } });
  });
});
