import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { checkSkill } from "../../../../registry/catalog/skill/check-skill.ts";
import { skillsOnDisk, skillText } from "../skills-on-disk.ts";

/** The findings for a SKILL.md in a folder of this name. */
async function check(folder: string, text: string | Uint8Array, file = "SKILL.md") {
  const disk = skillsOnDisk({ [`s/${folder}/${file}`]: text });
  return checkSkill(join(disk.root, "s", folder), (path) => path.slice(disk.root.length + 1));
}

async function errors(folder: string, text: string): Promise<string[]> {
  return (await check(folder, text)).filter(({ severity }) => severity === "error").map(({ message }) => message);
}

const named = (name: string, ...more: readonly string[]) =>
  `---\nname: ${name}\ndescription: A test skill\n${more.map((line) => `${line}\n`).join("")}---\nBody\n`;

describe("checkSkill: the cases of the official validator", () => {
  test("a sound skill has no findings", async () => {
    expect(await check("my-skill", named("my-skill"))).toEqual([]);
  });

  test("a path that does not exist, a file, and a folder without SKILL.md", async () => {
    const disk = skillsOnDisk({ "a.md": "x" });
    mkdirSync(join(disk.root, "empty"));
    const message = async (path: string) =>
      (await checkSkill(join(disk.root, path), (file) => file.slice(disk.root.length + 1))).map((one) => one.message);
    expect(await message("none")).toEqual(["Path does not exist: none"]);
    expect(await message("a.md")).toEqual(["Not a directory: a.md"]);
    expect(await message("empty")).toEqual(["Missing required file: SKILL.md"]);
  });

  test.each([
    ["in upper case", "MySkill", "must be lowercase"],
    ["of more than 64 characters", "a".repeat(70), "exceeds 64 character limit"],
    ["that begins with a hyphen", "-my-skill", "cannot start or end with a hyphen"],
    ["that ends with a hyphen", "my-skill-", "cannot start or end with a hyphen"],
    ["with two hyphens together", "my--skill", "consecutive hyphens"],
    ["with an underscore", "my_skill", "invalid characters"],
    ["with Cyrillic in upper case", "НАВЫК", "must be lowercase"],
  ])("a name %s", async (_, name, message) => {
    expect(await errors(name, named(name))).toEqual([expect.stringContaining(message)]);
  });

  test("a name that is not its folder's", async () => {
    expect(await errors("wrong-name", named("correct-name"))).toEqual([
      expect.stringContaining("Directory name 'wrong-name' must match skill name 'correct-name'"),
    ]);
  });

  test("a field that the specification does not know", async () => {
    const [message, ...rest] = await errors("my-skill", named("my-skill", "zeta: 1", "model: opus"));
    expect(rest).toEqual([]);
    expect(message).toContain("Unexpected fields in frontmatter: model, zeta");
  });

  test("all six fields, allowed-tools among them, are accepted", async () => {
    const text = named(
      "my-skill",
      "license: MIT",
      "compatibility: Needs git",
      "metadata:\n  author: me\n  version: 1.0",
      "allowed-tools: Bash(jq:*) Bash(git:*)",
    );
    expect(await check("my-skill", text)).toEqual([]);
  });

  test.each(["技能", "мой-навык", "навык"])(
    "the name %s is no error, as its letters have no upper case or are in lower case",
    async (name) => {
      expect(await errors(name, named(name))).toEqual([]);
    },
  );

  test("composed and decomposed letters are one name", async () => {
    expect(await errors("cafe\u0301", named("caf\u00e9"))).toEqual([]);
    expect(await errors("caf\u00e9", named("cafe\u0301"))).toEqual([]);
  });

  test("a description of more than 1,024 characters, and a compatibility of more than 500", async () => {
    const text = skillText("my-skill", [`description: ${"x".repeat(1100)}`, `compatibility: ${"x".repeat(550)}`]);
    expect(await errors("my-skill", text)).toEqual([
      "Description exceeds 1024 character limit (1100 characters)",
      "Compatibility exceeds 500 character limit (550 characters)",
    ]);
    expect(
      await errors("my-skill", skillText("my-skill", [`description: ${"あ".repeat(1024)}`, `compatibility: ${"x".repeat(500)}`])),
    ).toEqual([]);
  });

  test("missing name or description", async () => {
    expect(await errors("my-skill", "---\ndescription: x\n---\n")).toEqual(["Missing required field in frontmatter: name"]);
    expect(await errors("my-skill", "---\nname: my-skill\n---\n")).toEqual(["Missing required field in frontmatter: description"]);
  });

  test("frontmatter that is missing, never closed, no YAML or no mapping", async () => {
    const codes = async (text: string) => (await check("my-skill", text)).map(({ code }) => code);
    expect(await codes("# Title")).toEqual(["skill_frontmatter_missing"]);
    expect(await codes("---\nname: my-skill\n")).toEqual(["skill_frontmatter_unclosed"]);
    expect(await codes("---\nname: [a\n---\n")).toEqual(["skill_yaml_invalid"]);
    expect(await codes("---\n- a\n- b\n---\n")).toEqual(["skill_frontmatter_not_mapping"]);
  });

  test("skill.md is accepted, with a warning, and SKILL.md preferred", async () => {
    expect(await check("my-skill", named("my-skill"), "skill.md")).toMatchObject([
      { code: "skill_file_name", severity: "warning", file: "s/my-skill/skill.md" },
    ]);
  });

  test("metadata's values are texts, whatever they look like", async () => {
    expect(await check("my-skill", named("my-skill", "metadata:\n  version: 1.10\n  draft: yes\n  count: 012"))).toEqual([]);
  });
});

describe("checkSkill: beyond it", () => {
  test("what a lenient reader would put into quotes is an error here, with the line and what to write", async () => {
    expect(await check("kit", skillText("kit", ["description: Prepare the kit: hooks"]))).toMatchObject([
      { severity: "error", line: 3, file: "s/kit/SKILL.md", fix: 'Write: description: "Prepare the kit: hooks"' },
    ]);
  });

  test("stricter clients' rules and long bodies are warnings", async () => {
    const codes = async (folder: string, text: string) => (await check(folder, text)).map(({ code, severity }) => [severity, code]);
    expect(await codes("技能", named("技能"))).toEqual([["warning", "skill_name_ascii"]]);
    expect(await codes("kit", skillText("kit", ["description: Write <b>"]))).toEqual([["warning", "skill_description_brackets"]]);
    expect(await codes("kit", skillText("kit", [], "x\n".repeat(501)))).toEqual([["warning", "skill_body_long"]]);
    expect(await codes("kit", skillText("kit", [], "x".repeat(20_005)))).toEqual([["warning", "skill_body_long"]]);
    expect(await codes("kit", skillText("kit", [], "x\n".repeat(499)))).toEqual([]);
    expect(await codes("kit", skillText("kit", ["allowed-tools: [Read, Grep]"]))).toEqual([["warning", "skill_allowed_tools_spelling"]]);
    expect(await codes("kit", skillText("kit", ["metadata:\n  paths: [a, b]"]))).toEqual([["warning", "skill_field_type"]]);
  });

  test("a field of another type is an error that names the type", async () => {
    expect(await errors("kit", skillText("kit", ["license: [MIT]", "metadata: x", "allowed-tools: {Bash: git}"]))).toEqual([
      "Field 'license' must be a text; it is a list",
      "Field 'metadata' must be a map of texts; it is text",
      "Field 'allowed-tools' is a map",
    ]);
  });
});
