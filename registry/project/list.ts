import { lstatSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { fault } from "../error/catalogue.ts";
import type { ToolFolder } from "./project.ts";

/** Editors' and patch's leftovers stand beside a tool and are none. */
const LEFTOVER = /(~|\.(bak|orig|rej|swp|tmp))$/;

/**
 * Names of the files directly in a tool folder that could be tools, by code
 * point. A folder that does not exist holds none; a missing one of TOOL_PATH is
 * told by the caller where it matters.
 *
 * @throws ToolError `tool_folder_unreadable`
 */
export function listToolFiles(folder: ToolFolder): string[] {
  return read(folder, () =>
    readdirSync(folder.path, { withFileTypes: true })
      .filter((item) => (item.isFile() || item.isSymbolicLink()) && isCandidate(item.name))
      .map((item) => item.name),
  );
}

/** Of these, the ones of a stem: what a call looks for, without asking what each of the others is. Throws as `listToolFiles`. */
export function toolFilesNamed(folder: ToolFolder, stem: string): string[] {
  return read(folder, () =>
    readdirSync(folder.path).filter((name) => {
      if (!name.startsWith(stem) || fileStem(name) !== stem || !isCandidate(name)) return false;
      const stat = lstatSync(join(folder.path, name), { throwIfNoEntry: false });
      return stat !== undefined && (stat.isFile() || stat.isSymbolicLink());
    }),
  );
}

function isCandidate(name: string): boolean {
  return !name.startsWith(".") && !LEFTOVER.test(name);
}

function read(folder: ToolFolder, names: () => string[]): string[] {
  try {
    // Most projects have one of the two default folders; an exception costs more than this question.
    if (statSync(folder.path, { throwIfNoEntry: false }) === undefined) return [];
    return names().sort(byCodePoint);
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code;
    if (code === "ENOENT" || code === "ENOTDIR") return [];
    throw fault("tool_folder_unreadable", { path: folder.path, reason: code ?? String(cause) }, { cause });
  }
}

/** The name without its last extension: what `<noun>-<verb>` must equal. */
export function fileStem(name: string): string {
  return name.replace(/\.[A-Za-z0-9]+$/, "");
}

const SURROGATE = /[\ud800-\udfff]/;

/** Order that no locale changes (case e1). UTF-16 order differs from it only beyond the BMP. */
export function byCodePoint(a: string, b: string): number {
  if (!SURROGATE.test(a) && !SURROGATE.test(b)) return a < b ? -1 : a > b ? 1 : 0;
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
