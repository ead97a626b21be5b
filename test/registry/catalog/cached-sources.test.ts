import { utimesSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import type { CatalogSource } from "../../../registry/catalog/catalog.ts";
import { openCatalog } from "../../../registry/catalog/open-catalog.ts";
import { toolSource } from "../../../registry/catalog/sources/tools.ts";
import { bashTool, diskProject } from "../project-on-disk.ts";
import { skillsOnDisk, skillText } from "./skills-on-disk.ts";

/** Files are believed only when they are no longer young. */
const settle = () => new Promise((done) => setTimeout(done, 80));

function counted(source: CatalogSource): { source: CatalogSource; reads: () => number } {
  let count = 0;
  const read = async () => {
    count += 1;
    return source.read();
  };
  return { source: { ...source, read }, reads: () => count };
}

describe("skills from the cache", () => {
  test("are read anew when a skill is written, added, removed or renamed, and else not", async () => {
    const disk = skillsOnDisk({ ".agents/skills/a/SKILL.md": skillText("a") });
    const cache = join(disk.root, "logs/cache/catalog");
    const { source, reads } = counted(disk.source());
    const ids = async () => {
      await settle();
      return [...(await openCatalog([source], cache)).cards()].map(({ summary }) => summary);
    };
    expect([await ids(), await ids(), reads()]).toEqual([["Do a when asked to."], ["Do a when asked to."], 1]);
    disk.write(".agents/skills/a/SKILL.md", skillText("a", ["description: Do b when asked to."]));
    expect([await ids(), reads()]).toEqual([["Do b when asked to."], 2]);
    disk.write(".claude/skills/c/SKILL.md", skillText("c"));
    expect([await ids(), await ids(), reads()]).toEqual([["Do b when asked to.", "Do c when asked to."], expect.anything(), 3]);
  });

  test("a file of the same size with its old modification time is another file", async () => {
    const disk = skillsOnDisk({ ".agents/skills/a/SKILL.md": skillText("a", ["description: One."]) });
    const file = join(disk.root, ".agents/skills/a/SKILL.md");
    const cache = join(disk.root, "logs/cache/catalog");
    utimesSync(file, 1, 1);
    await settle();
    await openCatalog([disk.source()], cache);
    disk.write(".agents/skills/a/SKILL.md", skillText("a", ["description: Two."]));
    utimesSync(file, 1, 1);
    expect((await openCatalog([disk.source()], cache)).card("skill__a")?.summary).toBe("Two.");
  });

  test("one that was loaded from a cached card is held to it", async () => {
    const disk = skillsOnDisk({ ".agents/skills/a/SKILL.md": skillText("a") });
    const cache = join(disk.root, "logs/cache/catalog");
    await settle();
    await openCatalog([disk.source()], cache);
    const { source, reads } = counted(disk.source());
    const catalog = await openCatalog([source], cache);
    expect(reads()).toBe(0);
    expect((await catalog.load("skill__a")).modelProjection).toContain("Step by step");
    disk.write(".agents/skills/a/SKILL.md", skillText("a", [], "Else\n"));
    await expect(catalog.load("skill__a")).rejects.toMatchObject({ code: "capability_changed" });
  });
});

describe("tools from the cache", () => {
  test("are made anew when a header, the registry, a folder or a variable of their effects changes, and else not", async () => {
    const disk = diskProject({ "lib/do-it.sh": bashTool("do", "it", "side_effects: [writes ${PLACE}/x]") });
    onTestFinished(disk.remove);
    const cache = join(disk.root, "logs/cache/catalog");
    let reads = 0;
    const open = async (env: Record<string, string>) => {
      const { source, reads: count } = counted(toolSource({ ...disk.project, env }));
      const catalog = await openCatalog([source], cache);
      reads += count();
      return catalog;
    };
    const inside = { PLACE: join(disk.root, "out"), OTHER: "1" };
    await settle();
    expect([
      (await open(inside)).card("local__do-it")?.row,
      (await open({ ...inside, OTHER: "2" })).card("local__do-it")?.row,
      reads,
    ]).toEqual(["writes", "writes", 1]);
    expect([(await open({ PLACE: "/var" })).card("local__do-it")?.row, reads]).toEqual(["outside", 2]);
    disk.write("lib/do-more.sh", bashTool("do", "more"));
    await settle();
    expect([(await open({ PLACE: "/var" })).size, reads]).toEqual([2, 3]);
    disk.write("lib/do-it.sh", bashTool("do", "it", "side_effects: [deletes ${PLACE}/x]"));
    expect([(await open(inside)).card("local__do-it")?.row, reads]).toEqual(["deletes", 4]);
  });
});
