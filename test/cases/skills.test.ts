import { readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { openCatalog } from "../../registry/catalog/open-catalog.ts";
import { skillIdOf } from "../../registry/catalog/skill/skill-name.ts";
import { type SkillsOnDisk, skillsOnDisk, skillText } from "../registry/catalog/skills-on-disk.ts";

const at = (folder: string) => `.agents/skills/${folder}/SKILL.md`;

/** The one skill of a project, as its id and grants, or what was said instead. */
async function only(text: string | Uint8Array, folder = "kit") {
  const { cards, diagnostics } = await skillsOnDisk({ [at(folder)]: text }).read();
  return { card: cards[0], told: diagnostics };
}

describe("a1: the same SKILL.md saved in other ways", () => {
  const text = `---\nname: kit\ndescription: >-\n  Fetch 議事録 and 🎉\n  of the day.\nallowed-tools: Read\nmetadata:\n  keywords: "議事録, day"\n---\n\nBody\n`;

  test("gives the same name, description, grants and words from LF, CRLF and with a byte order mark", async () => {
    const found: unknown[] = [];
    for (const variant of [text, text.replaceAll("\n", "\r\n"), `\uFEFF${text}`, `\uFEFF${text.replaceAll("\n", "\r\n")}`]) {
      const { card, told } = await only(variant);
      expect(told).toEqual([]);
      expect(JSON.stringify(card)).not.toMatch(/\\r|\\ufeff|\uFEFF/);
      // The body is not read, so its size is what the file system says: line ends and mark count there, and in the digest alone.
      const { digest: _, tokens: __, ...rest } = card as NonNullable<typeof card>;
      found.push(rest);
    }
    expect(found[0]).toMatchObject({ summary: "Fetch 議事録 and 🎉 of the day." });
    for (const one of found) expect(one).toEqual(found[0]);
  });

  test("a carriage return or an escape within a text reaches neither card nor terminal", async () => {
    const { card } = await only('---\nname: kit\ndescription: "Do\\e[31m it\\r\\n now"\nmetadata:\n  keywords: "a\rb, c\\rd"\n---\n');
    expect(card?.summary).toBe("Do [31m it now");
    // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what is looked for
    expect(JSON.stringify(card)).not.toMatch(/\\r|\\u001b|[\u0000-\u001f]/);
  });

  test("bytes that are not UTF-8 are told with file and line, and the others stay", async () => {
    const disk = skillsOnDisk({ [at("kit")]: text, [at("old")]: Buffer.from("---\nname: old\ndescription: caf\u00e9\n---\n", "latin1") });
    const { cards, diagnostics } = await disk.read();
    expect(cards.map(({ id }) => id)).toEqual(["skill__kit"]);
    expect(diagnostics).toMatchObject([{ code: "skill_not_utf8", severity: "error", file: at("old"), line: 3 }]);
  });
});

describe("a3: unquoted colon and space", () => {
  test("no skill is lost, and none gets wider rights than it wrote", async () => {
    const disk = skillsOnDisk({
      [at("one")]: skillText("one"),
      [at("kit")]: skillText("kit", ["description: Prepare the kit: hooks and servers", "allowed-tools: Bash(git status:*)"]),
      [at("two")]: skillText("two", ["allowed-tools: Read"]),
    });
    const { cards, diagnostics } = await disk.read();
    expect(cards.map(({ id, execution }) => [id, execution?.allowedTools])).toEqual([
      ["skill__kit", ["Bash(git status:*)"]],
      ["skill__one", []],
      ["skill__two", ["Read"]],
    ]);
    expect(diagnostics).toMatchObject([{ severity: "warning", file: at("kit"), line: 3 }]);
  });

  test.each([
    ["before the limit", ["allowed-tools: Bash(git: status), Read", "description: Prepare the kit: hooks"], ["Bash(git: status)", "Read"]],
    ["with a comment behind the limit", ["description: Prepare: hooks", "allowed-tools: Read # and Write"], ["Read"]],
    ["with the limit as a list", ["description: Prepare: hooks", "allowed-tools:", "  - Read", "  - Bash(git:*)"], ["Read", "Bash(git:*)"]],
  ])("%s the grants are those that were written", async (_, lines, grants) => {
    const { card, told } = await only(skillText("kit", lines));
    expect(card?.execution?.allowedTools).toEqual(grants);
    expect(told.every(({ severity }) => severity === "warning")).toBe(true);
    expect(told.length).toBeGreaterThan(0);
  });

  test.each([
    ["twice", ["allowed-tools: Read", "allowed-tools: Bash"]],
    ["as a map", ["allowed-tools:", "  Bash: git"]],
    ["within the description", ["description: Prepare: hooks", "  allowed-tools: Read"]],
    ["behind a tab", ["description: Prepare: hooks", "\tallowed-tools: Read"]],
    ["in a list that never closes", ["allowed-tools: [Read, Bash"]],
  ])("a limit that stands %s keeps the skill out, with file and line: it is never loaded without it", async (_, lines) => {
    const { card, told } = await only(skillText("kit", lines));
    expect(card).toBeUndefined();
    expect(told).toMatchObject([{ severity: "error", file: at("kit"), line: expect.any(Number), fix: expect.stringMatching(/\S/) }]);
  });
});

describe("g1: a declared name is no path", () => {
  test.each(["../../etc/x", "..", ".", "/etc/passwd", "a/../../b", "a\\..\\b", "nested/name", "~/x"])(
    "the name %s is refused, and nothing is touched",
    async (name) => {
      const disk = skillsOnDisk({ [at("kit")]: skillText(JSON.stringify(name)) });
      const before = tree(disk);
      const { cards, diagnostics } = await disk.read();
      expect(cards).toEqual([]);
      expect(diagnostics).toMatchObject([{ code: "skill_name_is_path", severity: "error", file: at("kit"), line: 2 }]);
      const catalog = await openCatalog([disk.source()]);
      await expect(catalog.load(skillIdOf(name))).rejects.toMatchObject({ code: "capability_gone" });
      expect(tree(disk)).toEqual(before);
      expect(readdirSync(disk.home)).toEqual([]);
    },
  );
});

describe("g3: linked and nested folders", () => {
  test("what is listed can be loaded, what cannot be loaded is named with the reason", async () => {
    const disk = skillsOnDisk({
      "packages/ui/skill/SKILL.md": skillText("linked"),
      [at("group/deep")]: skillText("deep"),
      [at("outer")]: skillText("outer"),
      [at("outer/inner")]: skillText("inner"),
    });
    disk.link(".agents/skills/linked", "../../packages/ui/skill");
    disk.link(".agents/skills/away", disk.home);
    const catalog = await openCatalog([disk.source()]);
    const listed = [...catalog.cards()].map(({ id }) => id);
    expect(listed).toEqual(["skill__deep", "skill__linked", "skill__outer"]);
    for (const id of listed) expect((await catalog.load(id)).card.id).toBe(id);
    expect(catalog.diagnostics.map(({ file, message }) => [file, message])).toEqual([
      [".agents/skills/away", expect.stringContaining("leaves the folders")],
      [at("outer/inner"), expect.stringContaining("belongs to the skill outer")],
    ]);
    await expect(catalog.load("skill__inner")).rejects.toMatchObject({ code: "capability_gone" });
  });
});

describe("g4: the folder's name is another than the declared one", () => {
  test("one identity by the declared name, a warning, and the listed name works everywhere", async () => {
    const disk = skillsOnDisk({ [at("folder-name")]: skillText("declared-name") });
    const catalog = await openCatalog([disk.source()]);
    const [card, ...more] = [...catalog.cards()];
    expect([card?.id, card?.title, more]).toEqual(["skill__declared-name", "declared-name", []]);
    expect(catalog.diagnostics).toMatchObject([{ code: "skill_name_not_folder", severity: "warning", file: at("folder-name"), line: 2 }]);
    for (const name of [card?.title as string, card?.id as string])
      expect((await catalog.load(skillIdOf(name))).modelProjection).toContain("Step by step");
    expect(await disk.source().describe(skillIdOf("declared-name"))).toMatchObject({ card: { id: card?.id } });
    expect(catalog.card("skill__folder-name")).toBeUndefined();
  });

  test("the name of the link by which it was found is as good as the folder's own", async () => {
    const disk = skillsOnDisk({ "vendor/kit-1.2/SKILL.md": skillText("kit") });
    disk.link(".agents/skills/kit", "../../vendor/kit-1.2");
    expect((await disk.read()).diagnostics).toEqual([]);
  });

  test("a name that an id cannot hold has one id all the same, and is found by its listed name", async () => {
    const disk = skillsOnDisk({ [at("kit")]: skillText("My Skill (new)") });
    const catalog = await openCatalog([disk.source()]);
    const [card] = [...catalog.cards()];
    expect(card?.title).toBe("My Skill (new)");
    expect((await catalog.load(skillIdOf("My Skill (new)"))).card.id).toBe(card?.id);
    expect(card?.id).toMatch(/^[^\s()*]+$/);
  });
});

describe("g5: allowed-tools in seven spellings", () => {
  test.each([
    "Bash(git add, git commit) Read",
    "Bash(git add, git commit), Read",
    '"Bash(git add, git commit), Read"',
    "[Bash(git add, git commit), Read]",
    '["Bash(git add, git commit)", "Read"]',
    '"[Bash(git add, git commit), Read]"',
    "\n  - Bash(git add, git commit)\n  - Read",
  ])("%j gives the same two grants", async (written) => {
    const { card, told } = await only(skillText("kit", [`allowed-tools: ${written}`]));
    expect([card?.execution?.allowedTools, told]).toEqual([["Bash(git add, git commit)", "Read"], []]);
  });
});

describe("g6: names and versions that YAML takes for something else", () => {
  test.each(["123", "yes", "012", "1.10", "null", "true", "1e5", "0x1F", "2026-01-01"])("name: %s is kept as text", async (name) => {
    const { card } = await only(skillText(name), name);
    expect([card?.id, card?.title]).toEqual([`skill__${name}`, name]);
  });

  test.each([
    ["", "empty (null to YAML)"],
    ['""', "empty (null to YAML)"],
    ["[a, b]", "a list"],
    ["{a: b}", "a map"],
  ])("name: %s is an error that names the type, and nothing takes its place", async (name, type) => {
    const { card, told } = await only(skillText(name, ["description: Do it."]));
    expect(card).toBeUndefined();
    expect(told).toMatchObject([{ severity: "error", line: 2, message: `name is ${type}, not text` }]);
  });

  test("without a name the folder's is taken, and told", async () => {
    const { card, told } = await only("---\ndescription: Do it.\n---\n");
    expect([card?.id, told.map(({ code, severity }) => [code, severity])]).toEqual(["skill__kit", [["skill_name_missing", "warning"]]]);
  });
});

function tree({ root }: SkillsOnDisk): string[] {
  return readdirSync(root, { recursive: true }).map(String).sort();
}
