import { isUtf8 } from "node:buffer";
import { closeSync, constants, fstatSync, openSync, readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { join, posix } from "node:path";
import { fault } from "../../error/catalogue.ts";
import { byCodePoint } from "../../project/list.ts";
import { liesIn } from "./find-skills.ts";

/** Largest file that is given out, in bytes. */
export const FILE_LIMIT = 1024 * 1024;

const SKIPPED = new Set([".git", "node_modules"]);

/** Which skill a file belongs to, and the subject for Fix lines. */
export interface SkillFolder {
  readonly id: string;
  /** Real path. */
  readonly folder: string;
  readonly command: string;
}

/**
 * The files of a skill besides its SKILL.md, relative with `/`, by code point;
 * none is opened. Links to folders are not followed, links to files are listed
 * where they stay in the folder.
 */
export function listSkillFiles(folder: string, manifest: string): string[] {
  const files: string[] = [];
  const queue = [""];
  for (let here = queue.shift(); here !== undefined; here = queue.shift()) {
    for (const item of itemsOf(join(folder, here))) {
      const path = here === "" ? item.name : `${here}/${item.name}`;
      if (SKIPPED.has(item.name) || path === manifest) continue;
      if (item.isDirectory()) queue.push(path);
      else if (item.isFile() || (item.isSymbolicLink() && isFileWithin(join(folder, path), folder))) files.push(path);
    }
  }
  return files.sort(byCodePoint);
}

function itemsOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    // What may not be read cannot be offered; reading it by name tells why.
    return [];
  }
}

function isFileWithin(path: string, folder: string): boolean {
  try {
    return liesIn(realpathSync(path), folder) && statSync(path).isFile();
  } catch {
    return false;
  }
}

/**
 * The text of a file of a skill. `path` is relative to the skill's folder.
 *
 * @throws ToolError `skill_path_outside` (`..`, an absolute path, a link that
 *   leaves the folder), `skill_file_missing`, `skill_file_not_text`,
 *   `skill_file_too_large`, `skill_file_unreadable`
 */
export function readSkillText(skill: SkillFolder, path: string, limit: number = FILE_LIMIT): string {
  const { id, folder, command } = skill;
  const outside = () => fault("skill_path_outside", { id, path, command });
  // biome-ignore lint/suspicious/noControlCharactersInRegex: no path of a skill holds them
  if (path === "" || /[\\\u0000-\u001f]/.test(path) || posix.isAbsolute(path) || path.split("/").includes("..")) throw outside();
  let real: string;
  try {
    real = realpathSync(join(folder, path));
  } catch (cause) {
    if (!["ENOENT", "ENOTDIR", "ELOOP"].includes(codeOf(cause))) throw unreadable(skill, path, cause);
    throw fault("skill_file_missing", { id, path, command }, { cause });
  }
  if (!liesIn(real, folder)) throw outside();
  const bytes = readBytes(skill, path, real, limit);
  const text = bytes.toString("utf8");
  if (!isUtf8(bytes) || text.includes("\0")) throw fault("skill_file_not_text", { id, path, command });
  return (text.charCodeAt(0) === 0xfeff ? text.slice(1) : text).replaceAll("\r\n", "\n");
}

function readBytes(skill: SkillFolder, path: string, real: string, limit: number): Buffer {
  const { id, command } = skill;
  let handle: number | undefined;
  try {
    // The real path is no link; one that has taken its place meanwhile is refused, and a named pipe is not waited for.
    handle = openSync(real, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    const stat = fstatSync(handle);
    if (stat.isDirectory() || !stat.isFile()) throw fault("skill_file_missing", { id, path, command });
    if (stat.size > limit) throw fault("skill_file_too_large", { id, path, size: stat.size, limit, command });
    return readFileSync(handle);
  } catch (cause) {
    if ((cause as { code?: unknown }).code === undefined || "layer" in (cause as object)) throw cause;
    throw unreadable(skill, path, cause);
  } finally {
    if (handle !== undefined) closeSync(handle);
  }
}

function unreadable({ id }: SkillFolder, path: string, cause: unknown) {
  return fault("skill_file_unreadable", { id, path, reason: codeOf(cause) }, { cause });
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? String(error);
}
