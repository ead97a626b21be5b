import { chmodSync, mkdirSync } from "node:fs";
import { join, relative } from "node:path";
import { describe, expect, test } from "vitest";
import { findSkills, MOST_DEPTH, MOST_FOLDERS } from "../../../../registry/catalog/skill/find-skills.ts";
import { type SkillsOnDisk, skillsOnDisk, skillText } from "../skills-on-disk.ts";

function find({ root }: SkillsOnDisk, folders: readonly string[] = [".agents/skills"]) {
  const shown = (path: string) => relative(root, path);
  const found = findSkills(
    folders.map((folder) => ({ path: join(root, folder), within: [root], configured: false })),
    shown,
  );
  return {
    places: found.places.map(({ found: place, manifest }) => shown(join(place, manifest))),
    diagnostics: found.diagnostics.map(({ code, severity, file }) => [code, severity, file]),
  };
}

describe("findSkills", () => {
  test("finds skills on every level, shallow ones first, then by code point", () => {
    const disk = skillsOnDisk({
      ".agents/skills/b/SKILL.md": "",
      ".agents/skills/Z/SKILL.md": "",
      ".agents/skills/a/group/deep/SKILL.md": "",
      ".agents/skills/あ/SKILL.md": "",
    });
    expect(find(disk)).toEqual({
      places: ["Z/SKILL.md", "b/SKILL.md", "あ/SKILL.md", "a/group/deep/SKILL.md"].map((path) => `.agents/skills/${path}`),
      diagnostics: [],
    });
  });

  test("skips .git and node_modules, and says nothing of folders that are not there", () => {
    const disk = skillsOnDisk({ ".agents/skills/.git/a/SKILL.md": "", ".agents/skills/node_modules/b/SKILL.md": "" });
    expect(find(disk, [".agents/skills", ".claude/skills"])).toEqual({ places: [], diagnostics: [] });
  });

  test("prefers SKILL.md, takes skill.md with a warning, and names any other spelling", () => {
    const disk = skillsOnDisk({
      ".agents/skills/a/SKILL.md": "",
      ".agents/skills/a/skill.md": "",
      ".agents/skills/b/skill.md": "",
      ".agents/skills/c/Skill.md": "",
    });
    expect(find(disk)).toEqual({
      places: [".agents/skills/a/SKILL.md", ".agents/skills/b/skill.md"],
      diagnostics: [
        ["skill_file_name", "warning", ".agents/skills/b/skill.md"],
        ["skill_file_name", "error", ".agents/skills/c/Skill.md"],
      ],
    });
  });

  test("a SKILL.md within a skill's folder belongs to that skill, and is named", () => {
    const disk = skillsOnDisk({ ".agents/skills/a/SKILL.md": "", ".agents/skills/a/assets/template/SKILL.md": "" });
    expect(find(disk)).toEqual({
      places: [".agents/skills/a/SKILL.md"],
      diagnostics: [["skill_nested", "error", ".agents/skills/a/assets/template/SKILL.md"]],
    });
  });

  test("follows a link inside the project, goes into each folder once, and ends in a circle", () => {
    const disk = skillsOnDisk({ "packages/x/skill/SKILL.md": "" });
    disk.link(".agents/skills/linked", "../../packages/x/skill");
    disk.link(".agents/skills/again", "../../packages/x/skill");
    disk.link(".agents/skills/up", "..");
    expect(find(disk)).toEqual({ places: [".agents/skills/again/SKILL.md"], diagnostics: [] });
  });

  test("a folder of skills that is a link to another one is the same folder", () => {
    const disk = skillsOnDisk({ ".agents/skills/a/SKILL.md": "" });
    disk.link(".claude/skills", "../.agents/skills");
    expect(find(disk, [".agents/skills", ".claude/skills"]).places).toEqual([".agents/skills/a/SKILL.md"]);
  });

  test("refuses links that leave the allowed folders, of a skill and of its SKILL.md, and links that lead nowhere, each by name", () => {
    const disk = skillsOnDisk({ "notes/n.md": "", ".agents/skills/b/x": "" });
    mkdirSync(join(disk.home, "skill"));
    disk.link(".agents/skills/a", join(disk.home, "skill"));
    disk.link(".agents/skills/b/SKILL.md", "../../../notes/n.md");
    disk.link(".agents/skills/c", "nowhere");
    disk.link(".agents/skills/d/SKILL.md", "nowhere");
    disk.link(".agents/skills/e", "e");
    expect(find(disk)).toEqual({
      places: [],
      diagnostics: [
        ["skill_link_outside", "error", ".agents/skills/a"],
        ["skill_link_dangling", "error", ".agents/skills/c"],
        ["skill_link_dangling", "error", ".agents/skills/e"],
        ["skill_link_outside", "error", ".agents/skills/b/SKILL.md"],
        ["skill_link_dangling", "error", ".agents/skills/d/SKILL.md"],
      ],
    });
  });

  test("a folder of skills that is itself a link out of the project is refused by name", () => {
    const disk = skillsOnDisk();
    disk.link(".agents/skills", disk.home);
    expect(find(disk).diagnostics).toEqual([["skill_link_outside", "error", ".agents/skills"]]);
  });

  test(`goes ${MOST_DEPTH} folders deep and names the first that lies deeper, unless it is a skill's own`, () => {
    const deep = "1/2/3/4/5/6/7";
    const disk = skillsOnDisk({
      [`.agents/skills/${deep.slice(0, 11)}/SKILL.md`]: "",
      [`.agents/skills/${deep}/SKILL.md`]: "",
      ".agents/skills/s/SKILL.md": "",
      [`.agents/skills/s/${deep}/x`]: "",
    });
    disk.write(".agents/skills/g/2/3/4/5/6/7/x", "");
    expect(find(disk)).toEqual({
      places: [".agents/skills/s/SKILL.md", ".agents/skills/1/2/3/4/5/6/SKILL.md"],
      diagnostics: [["skill_too_deep", "error", ".agents/skills/g/2/3/4/5/6/7"]],
    });
  });

  test(`looks into ${MOST_FOLDERS} folders and says how many were left`, () => {
    const disk = skillsOnDisk();
    for (let at = 0; at < MOST_FOLDERS + 5; at++) disk.write(`.agents/skills/s${String(at).padStart(4, "0")}/SKILL.md`, skillText("x"));
    const { places, diagnostics } = find(disk);
    // The root is one of them.
    expect(places.length).toBe(MOST_FOLDERS - 1);
    expect(diagnostics).toEqual([["skill_folders_many", "error", ".agents/skills/s1999"]]);
  });

  test.skipIf(process.getuid?.() === 0)("a folder that may not be read is named, and the others stay", () => {
    const disk = skillsOnDisk({ ".agents/skills/a/SKILL.md": "", ".agents/skills/b/SKILL.md": "" });
    chmodSync(join(disk.root, ".agents/skills/a"), 0);
    expect(find(disk)).toEqual({ places: [".agents/skills/b/SKILL.md"], diagnostics: [["skill_unreadable", "error", ".agents/skills/a"]] });
    chmodSync(join(disk.root, ".agents/skills/a"), 0o755);
  });
});
