import { existsSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { commandLine } from "../error/shell-quote.ts";
import { findProgram } from "./find-program.ts";
import { inProject } from "./in-project.ts";
import { toolFilesNamed } from "./list.ts";
import { packageRoot } from "./package-root.ts";
import type { Project } from "./project.ts";

/**
 * The line that calls a tool of the shared lib, for a Fix: by the subject where it carries the noun, else by the
 * toolkit's own subject, which carries all. `cwd`: where the caller stands; undefined: nobody knows.
 */
export function carriedLine(
  { command, folders, root, env }: Pick<Project, "command" | "folders" | "root" | "env">,
  [noun, verb, ...rest]: readonly [string, string, ...string[]],
  cwd?: string,
): string {
  const words = commandLine([noun, verb, ...rest]);
  const carried = folders.some((folder) => (folder.nouns?.includes(noun) ?? true) && toolFilesNamed(folder, `${noun}-${verb}`).length > 0);
  if (carried) return `${command} ${words}`;
  return inProject(`${commandLine([toolkit(root, env.PATH)])} ${words}`, root, cwd ?? "");
}

/** `niche` as it can be typed at the project's root. */
function toolkit(root: string, path: string | undefined): string {
  const own = join(packageRoot(), "bin/niche");
  const found = findProgram("niche", { path, cwd: root });
  if (found !== undefined && realpathSync(found) === realpathSync(own)) return "niche";
  const installed = "node_modules/.bin/niche";
  return existsSync(join(root, installed)) ? installed : own;
}
