import { readdirSync } from "node:fs";
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
  try {
    return readdirSync(folder.path, { withFileTypes: true })
      .filter((item) => (item.isFile() || item.isSymbolicLink()) && !item.name.startsWith(".") && !LEFTOVER.test(item.name))
      .map((item) => item.name)
      .sort(byCodePoint);
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
