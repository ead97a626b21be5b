import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import type { CatalogDiagnostic } from "../../../registry/catalog/catalog.ts";
import type { CapabilityCard } from "../../../registry/catalog/descriptor.ts";
import type { SkillScope } from "../../../registry/catalog/skill/skill-roots.ts";
import { type SkillSource, skillSource } from "../../../registry/catalog/sources/skills.ts";
import type { Project, Settings } from "../../../registry/project/project.ts";
import { diskProject } from "../project-on-disk.ts";

export interface SkillsOnDisk {
  root: string;
  home: string;
  project: Project;
  write(path: string, text: string | Uint8Array): string;
  link(path: string, target: string): void;
  source(scope?: SkillScope): SkillSource;
  /** The cards of a scope, and what was said. */
  read(scope?: SkillScope): Promise<{ cards: readonly CapabilityCard[]; diagnostics: readonly CatalogDiagnostic[] }>;
}

/** A project and a home folder of the test's own, gone when the test is over. */
export function skillsOnDisk(files: Readonly<Record<string, string | Uint8Array>> = {}, settings: Settings = {}): SkillsOnDisk {
  const disk = diskProject();
  const home = realpathSync(mkdtempSync(join(tmpdir(), "niche-home-")));
  onTestFinished(() => {
    disk.remove();
    rmSync(home, { recursive: true, force: true });
  });
  for (const [path, text] of Object.entries(files)) disk.write(path, text);
  const project: Project = { ...disk.project, settings, env: { HOME: home, PROJECT_ROOT: disk.root } };
  return {
    root: disk.root,
    home,
    project,
    write: disk.write,
    link: (path, target) => {
      mkdirSync(dirname(join(disk.root, path)), { recursive: true });
      symlinkSync(target, join(disk.root, path));
    },
    source: (scope = "project") => skillSource(project, scope),
    read: async (scope = "project") => {
      const { cards, diagnostics } = await skillSource(project, scope).read();
      const all: CapabilityCard[] = [];
      for await (const card of cards) all.push(card);
      return { cards: all, diagnostics };
    },
  };
}

/** A sound SKILL.md; `more` are further lines of its frontmatter. */
export function skillText(name: string, more: readonly string[] = [], body = "# Do it\n\nStep by step.\n"): string {
  const lines = [
    `name: ${name}`,
    ...(more.some((line) => line.startsWith("description:")) ? [] : [`description: Do ${name} when asked to.`]),
    ...more,
  ];
  return `---\n${lines.join("\n")}\n---\n\n${body}`;
}
