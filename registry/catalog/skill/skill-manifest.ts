import { readdirSync } from "node:fs";

/** The name of a folder's manifest: SKILL.md, else skill.md. Undefined where it has neither. */
export function manifestIn(folder: string): string | undefined {
  const names = readdirSync(folder);
  return ["SKILL.md", "skill.md"].find((name) => names.includes(name));
}
