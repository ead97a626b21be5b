import { existsSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative, resolve } from "node:path";
import { fault } from "../error/catalogue.ts";
import { packageRoot } from "./package-root.ts";
import { DEFAULT_SHARED_NOUNS, DEFAULT_TOOL_PATH, type Project, type Settings, type ToolFolder } from "./project.ts";
import { readSettings, SETTINGS_FILE } from "./settings.ts";
import { subjectCommand } from "./subject-command.ts";

type Env = Readonly<Record<string, string | undefined>>;

/**
 * The project that the wrapper named by its exported variables.
 *
 * `everyNoun`: the whole shared lib is carried, as the subject `niche` does;
 * otherwise `shared_nouns` of niche.json decides, so that a registry's bytes
 * don't depend on which subject wrote it.
 *
 * @throws ToolError `project_root_missing`, `settings_*`
 */
export async function openProject(env: Env, cwd: string, options: { everyNoun?: boolean } = {}): Promise<Project> {
  const root = projectRoot(env, cwd);
  const settings = await readSettings(root);
  const subject = env.SUBJECT || settings.subject || "niche-dispatch";
  return {
    root,
    subject,
    command: subjectCommand(env, root, settings.subject, cwd),
    settings,
    folders: toolFolders(root, settings, env.TOOL_PATH, options.everyNoun === true),
    env: { ...env, PROJECT_ROOT: root },
  };
}

function projectRoot(env: Env, cwd: string): string {
  const named = env.PROJECT_ROOT;
  if (named === undefined || named === "") return nearestProject(cwd);
  try {
    return realpathSync.native(resolve(cwd, named));
  } catch {
    throw fault("project_root_missing", { path: named });
  }
}

/** The nearest folder above that has settings; without one, the folder itself. */
function nearestProject(cwd: string): string {
  for (let folder = cwd; ; folder = dirname(folder)) {
    if (existsSync(join(folder, SETTINGS_FILE))) return realpathSync(folder);
    if (folder === dirname(folder)) return cwd;
  }
}

function toolFolders(root: string, settings: Settings, toolPath: string | undefined, everyNoun: boolean): ToolFolder[] {
  const own = toolPath ? toolPath.split(":").filter((part) => part !== "") : (settings.tool_path ?? DEFAULT_TOOL_PATH);
  const folders: ToolFolder[] = [];
  const known = new Set<string>();
  for (const part of own) {
    const path = real(resolve(root, part));
    if (known.has(path)) continue;
    known.add(path);
    folders.push({ path, prefix: prefixOf(root, path) });
  }
  const shared = real(join(packageRoot(), "lib"));
  if (known.has(shared)) return folders;
  const nouns = everyNoun ? {} : { nouns: settings.shared_nouns ?? DEFAULT_SHARED_NOUNS };
  return [...folders, { path: shared, prefix: `nichekit:${basename(shared)}/`, ...nouns }];
}

function prefixOf(root: string, path: string): string {
  const way = relative(root, path);
  if (way === "") return "";
  return isAbsolute(way) ? `${path}/` : `${way.split("\\").join("/")}/`;
}

function real(path: string): string {
  try {
    // A folder that is not there is told by a question, since an exception costs more.
    return statSync(path, { throwIfNoEntry: false }) === undefined ? path : realpathSync.native(path);
  } catch {
    return path;
  }
}
