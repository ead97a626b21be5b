import type { Project } from "../project/project.ts";

/**
 * Whether mode, rules, hooks or a session stand over the calls of a command
 * line; else only grave effects are confirmed, and nothing of it is loaded.
 */
export function isGoverned({ settings, env }: Pick<Project, "settings" | "env">): boolean {
  return settings.permissions !== undefined || settings.hooks !== undefined || Boolean(env.NICHE_SESSION) || Boolean(env.NICHE_MODE);
}
