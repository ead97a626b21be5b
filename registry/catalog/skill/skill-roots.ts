import { realpathSync } from "node:fs";
import { isAbsolute, join, relative, resolve, sep } from "node:path";
import type { Project } from "../../project/project.ts";
import { liesIn, type SkillRoot } from "./find-skills.ts";

export type SkillScope = "project" | "user";

/**
 * Where skills are looked for, below PROJECT_ROOT and below HOME, in the order
 * in which one of two equal names wins: the folder that all clients share, then
 * those of single clients.
 */
export const SKILL_FOLDERS: readonly string[] = [".agents/skills", ".claude/skills", ".codex/skills", ".cursor/skills", ".gemini/skills"];

/** The folders of a scope, as the project's settings have them. */
export function skillRoots({ root, settings, env }: Project, scope: SkillScope): SkillRoot[] {
  const home = realOf(env.HOME);
  const { skill_folders, user_skills } = settings.capabilities ?? {};
  if (scope === "user") {
    // In a home folder that is itself the project, they are the project's.
    if (home === undefined || home === root || user_skills === false) return [];
    return SKILL_FOLDERS.map((folder) => ({ path: join(home, folder), within: [home], configured: false }));
  }
  if (skill_folders === undefined) return SKILL_FOLDERS.map((folder) => ({ path: join(root, folder), within: [root], configured: false }));
  return skill_folders.map((folder) => {
    const path = resolve(root, folder);
    // A folder elsewhere is named by the project itself; a link in it that leads elsewhere again is not.
    const real = liesIn(path, root) ? undefined : realOf(path);
    return { path, within: real === undefined ? [root] : [root, real], configured: true };
  });
}

function realOf(path: string | undefined): string | undefined {
  if (path === undefined || path === "" || !isAbsolute(path)) return undefined;
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

/** Relative to PROJECT_ROOT where it lies inside, else absolute. */
export function shownPath(root: string, path: string): string {
  return liesIn(path, root) ? relative(root, path).split(sep).join("/") || "." : path;
}

/** A folder as a header writes it. */
export function headerPath({ root, env }: Project, scope: SkillScope, found: string): string {
  const home = scope === "user" ? realOf(env.HOME) : undefined;
  if (home !== undefined && liesIn(found, home)) return `\${HOME}/${shownPath(home, found)}`;
  return shownPath(root, found);
}
