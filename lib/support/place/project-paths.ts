import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { shownPath } from "./docs-place.ts";

/**
 * Files as the caller names them, made relative to the project with `/`: globs are written so. A relative name is meant from the caller's
 * folder; one that is not there but is from PROJECT_ROOT (agents take names from listings of the whole project) is meant from there.
 */
export function projectPaths(root: string, cwd: string, files: readonly string[]): string[] {
  const named = files.filter((file) => file !== "");
  return [...new Set(named.map((file) => shownPath(root, absolute(root, cwd, file))))];
}

function absolute(root: string, cwd: string, file: string): string {
  const here = resolve(cwd, file);
  const inProject = !shownPath(root, here).startsWith("/");
  return (inProject && existsSync(here)) || (inProject && !existsSync(join(root, file))) ? here : resolve(root, file);
}
