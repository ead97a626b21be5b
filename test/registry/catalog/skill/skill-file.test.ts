import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { FILE_LIMIT, listSkillFiles, readSkillText } from "../../../../registry/catalog/skill/skill-file.ts";
import { isToolError } from "../../../../registry/error/tool-error.ts";
import { skillsOnDisk, skillText } from "../skills-on-disk.ts";

function skill(files: Readonly<Record<string, string | Uint8Array>> = {}) {
  const disk = skillsOnDisk({
    "s/SKILL.md": skillText("s"),
    ...Object.fromEntries(Object.entries(files).map(([path, text]) => [`s/${path}`, text])),
  });
  const folder = { id: "skill__s", folder: join(disk.root, "s"), command: "acme" };
  const code = (path: string) => {
    try {
      readSkillText(folder, path);
    } catch (error) {
      return isToolError(error) ? error.code : error;
    }
    return "read";
  };
  return { disk, folder, code };
}

describe("a skill's files", () => {
  test("are listed without SKILL.md, .git and node_modules, by code point, and none is opened", () => {
    const { disk, folder } = skill({
      "references/b.md": "",
      "references/a.md": "",
      "LICENSE.txt": "",
      ".git/x": "",
      "node_modules/y": "",
      "SKILL.md.bak": "",
    });
    execFileSync("mkfifo", [join(folder.folder, "pipe")]);
    disk.link("s/inside.md", "references/a.md");
    disk.link("s/outside.md", "../niche.json");
    disk.link("s/folder", "references");
    expect(listSkillFiles(folder.folder, "SKILL.md")).toEqual([
      "LICENSE.txt",
      "SKILL.md.bak",
      "inside.md",
      "references/a.md",
      "references/b.md",
    ]);
  });

  test("are read as text: without byte order mark, LF only", () => {
    const { folder } = skill({ "a.md": "\uFEFF一\r\n二\r\n" });
    expect(readSkillText(folder, "a.md")).toBe("一\n二\n");
    expect(readSkillText(folder, "./a.md")).toBe("一\n二\n");
  });

  test.each(["../niche.json", "references/../../niche.json", "/etc/passwd", "..", "", "a\\b", "a\u0000b", "s/../.."])(
    "the path %j leads out and is refused",
    (path) => {
      const { disk, code } = skill({ "references/a.md": "x" });
      disk.write("niche.json", "{}");
      expect(code(path)).toBe("skill_path_outside");
    },
  );

  test("a link that leaves the folder is refused, one that stays is read", () => {
    const { disk, code } = skill({ "a.md": "x" });
    disk.write("secret.md", "secret");
    disk.link("s/out.md", "../secret.md");
    disk.link("s/up", "..");
    disk.link("s/in.md", "a.md");
    expect([code("out.md"), code("up/secret.md"), code("in.md")]).toEqual(["skill_path_outside", "skill_path_outside", "read"]);
  });

  test("what is missing, a folder, binary, too large or a pipe is refused by its own code", () => {
    const { folder, code } = skill({
      "a.png": Buffer.from([0x89, 0x50, 0, 1]),
      "b.txt": Buffer.from([0xff, 0xfe]),
      "large.md": "x".repeat(FILE_LIMIT + 1),
      "d/e": "",
    });
    execFileSync("mkfifo", [join(folder.folder, "pipe")]);
    expect(["none.md", "d", "a.png/x", "pipe", "a.png", "b.txt", "large.md"].map(code)).toEqual([
      "skill_file_missing",
      "skill_file_missing",
      "skill_file_missing",
      "skill_file_missing",
      "skill_file_not_text",
      "skill_file_not_text",
      "skill_file_too_large",
    ]);
  });
});
