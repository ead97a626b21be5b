import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { openCatalog } from "../../../../registry/catalog/open-catalog.ts";
import { SKILL_FOLDERS } from "../../../../registry/catalog/skill/skill-roots.ts";
import { skillsOnDisk, skillText } from "../skills-on-disk.ts";

describe("skillSource", () => {
  test("makes one card a skill, of the frontmatter alone", async () => {
    const disk = skillsOnDisk({
      ".agents/skills/code-review/SKILL.md": skillText("code-review", [
        "description: |\n  Review code.\n  Use it before merging.",
        "allowed-tools: Read Bash(git:*)",
      ]),
    });
    const { cards, diagnostics } = await disk.read();
    expect(diagnostics).toEqual([]);
    expect(cards).toEqual([
      {
        id: "skill__code-review",
        kind: "skill",
        title: "code-review",
        summary: "Review code. Use it before merging.",
        source: { type: "project", name: "project" },
        risk: "low",
        row: "reads",
        effects: [{ text: "reads .agents/skills/code-review", kind: "reads", path: ".agents/skills/code-review" }],
        execution: { mode: "inline", allowedTools: ["Read", "Bash(git:*)"] },
        tokens: { index: 14, full: 6 },
        digest: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    ]);
  });

  test("reads Claude Code's own keys: when_to_use, paths, context: fork", async () => {
    const disk = skillsOnDisk({
      ".claude/skills/a/SKILL.md": skillText("a", [
        "when_to_use: When a file is red.",
        "paths: ./src/**/*.{ts,tsx}, docs/**",
        "context: fork",
        "hooks:\n  Stop: []",
        "model: opus",
      ]),
      ".claude/skills/b/SKILL.md": skillText("b", ["paths:\n  - /packages/ui/**\n  - '*.css'"]),
    });
    const { cards, diagnostics } = await disk.read();
    expect(diagnostics).toEqual([]);
    expect(cards.map(({ summary, match, execution }) => [summary, match, execution?.mode])).toEqual([
      ["Do a when asked to. When a file is red.", { paths: ["src/**/*.{ts,tsx}", "docs/**"], keywords: [] }, "fork"],
      ["Do b when asked to.", { paths: ["packages/ui/**", "*.css"], keywords: [] }, "inline"],
    ]);
  });

  test("reads the portable spelling of match: paths and keywords as texts under metadata", async () => {
    const disk = skillsOnDisk({
      ".agents/skills/a/SKILL.md": skillText("a", [
        'metadata:\n  paths: "packages/ui/**, *.css"\n  keywords: "button, ボタン"\n  author: me',
      ]),
    });
    expect((await disk.read()).cards[0]?.match).toEqual({ paths: ["packages/ui/**", "*.css"], keywords: ["button", "ボタン"] });
  });

  test.each(["true", "yes", "on", "1", "'true'", "perhaps"])(
    "disable-model-invocation: %s hides the skill entirely, without a word",
    async (value) => {
      const disk = skillsOnDisk({ ".agents/skills/a/SKILL.md": skillText("a", [`disable-model-invocation: ${value}`]) });
      expect(await disk.read()).toEqual({ cards: [], diagnostics: [] });
    },
  );

  test.each(["false", "no", "off", ""])("disable-model-invocation: %s does not hide it", async (value) => {
    const disk = skillsOnDisk({ ".agents/skills/a/SKILL.md": skillText("a", [`disable-model-invocation: ${value}`]) });
    expect((await disk.read()).cards.length).toBe(1);
  });

  test("a long description is cut to 1,024 characters, and told", async () => {
    const disk = skillsOnDisk({ ".agents/skills/a/SKILL.md": skillText("a", [`description: ${"あ".repeat(1100)}`]) });
    const { cards, diagnostics } = await disk.read();
    expect([...(cards[0]?.summary ?? "")].length).toBe(1024);
    expect(diagnostics).toMatchObject([
      { code: "skill_description_long", severity: "warning", file: ".agents/skills/a/SKILL.md", line: 3 },
    ]);
  });

  test("looks in the folders of all clients; of two skills of one name the first folder's is listed, and both are named", async () => {
    const disk = skillsOnDisk(
      Object.fromEntries(SKILL_FOLDERS.map((folder, at) => [`${folder}/s/SKILL.md`, skillText("s", [`description: Number ${at}.`])])),
    );
    const { cards, diagnostics } = await disk.read();
    expect(cards.map(({ summary }) => summary)).toEqual(["Number 0."]);
    expect(diagnostics.map(({ code, file }) => [code, file])).toEqual(
      SKILL_FOLDERS.slice(1).map((folder) => ["skill_same_name", `${folder}/s/SKILL.md`]),
    );
    expect(diagnostics[0]?.message).toContain(".agents/skills/s/SKILL.md");
  });

  test("the project's skill wins over the user's of the same name, whatever their order on the disk, and both are named", async () => {
    const disk = skillsOnDisk({ ".gemini/skills/s/SKILL.md": skillText("s", ["description: Ours."]) });
    user(disk.home, ".agents/skills/s/SKILL.md", skillText("s", ["description: Mine."]));
    user(disk.home, ".agents/skills/t/SKILL.md", skillText("t"));
    const catalog = await openCatalog([disk.source("project"), disk.source("user")]);
    expect([...catalog.cards()].map(({ id, summary, source }) => [id, summary, source.type])).toEqual([
      ["skill__s", "Ours.", "project"],
      ["skill__t", "Do t when asked to.", "user"],
    ]);
    expect(catalog.diagnostics).toMatchObject([
      { code: "capability_same_id", severity: "warning", file: "${HOME}/.agents/skills/s/SKILL.md" },
    ]);
    expect(catalog.diagnostics[0]?.message).toContain(".gemini/skills/s/SKILL.md (source project)");
  });

  test("user_skills: false leaves the home folder alone, and a project in the home folder has them once", async () => {
    const disk = skillsOnDisk({ ".agents/skills/a/SKILL.md": skillText("a") });
    user(disk.home, ".agents/skills/t/SKILL.md", skillText("t"));
    expect((await disk.read("user")).cards.length).toBe(1);
    disk.project.settings = { capabilities: { user_skills: false } };
    expect((await disk.read("user")).cards).toEqual([]);
    disk.project.settings = {};
    disk.project.env = { HOME: disk.root };
    expect((await disk.read("user")).cards).toEqual([]);
  });

  test("skill_folders replaces the usual folders; one that is not there is told", async () => {
    const disk = skillsOnDisk(
      { ".agents/skills/a/SKILL.md": skillText("a"), "skills/b/SKILL.md": skillText("b") },
      { capabilities: { skill_folders: ["skills", "more"] } },
    );
    const { cards, diagnostics } = await disk.read();
    expect(cards.map(({ id }) => id)).toEqual(["skill__b"]);
    expect(diagnostics).toMatchObject([{ code: "skill_folder_missing", severity: "warning", file: "more" }]);
  });

  test("a folder that the project names may lie elsewhere, but no link in it leads further", async () => {
    const disk = skillsOnDisk({}, {});
    user(disk.home, "shared/b/SKILL.md", skillText("b"));
    user(disk.home, "private/c/SKILL.md", skillText("c"));
    disk.project.settings = { capabilities: { skill_folders: [join(disk.home, "shared")] } };
    disk.link("x", disk.home);
    const { cards } = await disk.read();
    expect(cards.map(({ id }) => id)).toEqual(["skill__b"]);
  });

  test("loads the body behind the frontmatter and the list of files", async () => {
    const disk = skillsOnDisk({
      ".agents/skills/a/SKILL.md": `---\r\nname: a\r\ndescription: Do it.\r\n---\r\n\r\n# Body\r\n\r\n---\r\nmore\r\n`,
      ".agents/skills/a/references/x.md": "# X\n",
      ".agents/skills/a/scripts/run.sh": "echo\n",
    });
    const catalog = await openCatalog([disk.source()]);
    const loaded = await catalog.load("skill__a");
    expect(loaded).toMatchObject({ modelProjection: "# Body\n\n---\nmore\n", files: ["references/x.md", "scripts/run.sh"], trusted: true });
    const source = disk.source();
    expect(await source.run(loaded.card, {})).toEqual({
      data: { id: "skill__a", name: "a", body: "# Body\n\n---\nmore\n", files: ["references/x.md", "scripts/run.sh"] },
      text: "# Body\n\n---\nmore\n",
    });
    expect(await source.run(loaded.card, { path: "references/x.md" })).toEqual({
      data: { id: "skill__a", path: "references/x.md", text: "# X\n" },
      text: "# X\n",
    });
    await expect(source.run(loaded.card, { path: "../../../niche.json" })).rejects.toMatchObject({ code: "skill_path_outside" });
  });

  test("a skill's scripts are no capabilities of their own", async () => {
    const disk = skillsOnDisk({
      ".agents/skills/a/SKILL.md": skillText("a"),
      ".agents/skills/a/scripts/docs-fetch.sh": "#!/bin/sh\n# TOOL_META\n",
    });
    const catalog = await openCatalog([disk.source()]);
    expect([...catalog.cards()].map(({ id }) => id)).toEqual(["skill__a"]);
  });

  test("a skill whose frontmatter or body changed since is not loaded: capability_changed; one that is gone: capability_gone", async () => {
    const disk = skillsOnDisk({ ".agents/skills/a/SKILL.md": skillText("a"), ".agents/skills/b/SKILL.md": skillText("b") });
    const catalog = await openCatalog([disk.source()]);
    await new Promise((done) => setTimeout(done, 10));
    disk.write(".agents/skills/a/SKILL.md", skillText("a", [], "# Do something else\n"));
    rmSync(join(disk.root, ".agents/skills/b"), { recursive: true });
    await expect(catalog.load("skill__a")).rejects.toMatchObject({
      code: "capability_changed",
      fix: [expect.stringMatching(/^acme capability list/)],
    });
    await expect(catalog.load("skill__b")).rejects.toMatchObject({ code: "capability_gone" });
    await expect(disk.source().readSkillFile(catalog.card("skill__a") as never, "x")).rejects.toMatchObject({ code: "capability_changed" });
  });

  test("a skill that only moved is found where it is now, but counts as changed, since its folder is part of its card", async () => {
    const disk = skillsOnDisk({ ".agents/skills/a/SKILL.md": skillText("a") });
    const catalog = await openCatalog([disk.source()]);
    rmSync(join(disk.root, ".agents"), { recursive: true });
    disk.write(".claude/skills/a/SKILL.md", skillText("a"));
    await expect(catalog.load("skill__a")).rejects.toMatchObject({ code: "capability_changed" });
    expect((await (await openCatalog([disk.source()])).load("skill__a")).card.id).toBe("skill__a");
  });

  test("a body that is no UTF-8 is refused when it is loaded", async () => {
    const disk = skillsOnDisk({ ".agents/skills/a/SKILL.md": Buffer.concat([Buffer.from(skillText("a")), Buffer.from([0xff])]) });
    const catalog = await openCatalog([disk.source()]);
    await expect(catalog.load("skill__a")).rejects.toMatchObject({ code: "skill_file_not_text" });
  });

  test("describe gives card, file and what was said of it", async () => {
    const disk = skillsOnDisk({ ".agents/skills/other/SKILL.md": skillText("a") });
    expect(await disk.source().describe("skill__a")).toMatchObject({
      card: { id: "skill__a", searched: { aliases: ["other"] } },
      file: ".agents/skills/other/SKILL.md",
      diagnostics: [{ code: "skill_name_not_folder" }],
    });
    expect(await disk.source().describe("skill__none")).toBeUndefined();
  });
});

function user(home: string, path: string, text: string): void {
  mkdirSync(dirname(join(home, path)), { recursive: true });
  writeFileSync(join(home, path), text);
}
