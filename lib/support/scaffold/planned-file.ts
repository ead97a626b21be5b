import { chmodSync, existsSync, lstatSync, readFileSync, realpathSync, statSync } from "node:fs";
import { dirname, isAbsolute, join } from "node:path";
import { fault } from "../../../registry/error/catalogue.ts";

/** A file that a scaffold wants, and what it makes of the one that is there. */
export interface WantedFile {
  /** Relative to PROJECT_ROOT, with `/`. */
  path: string;
  executable?: boolean;
  /**
   * The text it should have, given what it has. `replaces`: words of somebody else's would be lost. Undefined: nothing
   * is wanted, the file is left as it is.
   */
  text(existing: string | undefined): { text: string; replaces: boolean } | undefined;
}

/** What becomes of one file. `extended`: all it held stays; `replaced`: only with `--yes`. */
export interface PlannedFile {
  path: string;
  action: "created" | "extended" | "replaced" | "made_executable" | "unchanged";
  /** Absolute, links followed. */
  file: string;
  text: string;
  executable: boolean;
}

/**
 * Looks at what is there and says what would become of each file; writes nothing. A link to another wanted file (a
 * CLAUDE.md that is AGENTS.md) is that file, and planned once.
 *
 * @throws ToolError `scaffold_blocked`, and what `text` throws
 */
export function planFiles(root: string, wanted: readonly WantedFile[]): PlannedFile[] {
  const plan = new Map<string, PlannedFile>();
  for (const want of wanted) {
    const file = realFile(root, want.path);
    if (plan.has(file)) continue;
    const existing = readExisting(file, want.path);
    const wish = want.text(existing);
    const executable = want.executable === true;
    const text = wish?.text ?? existing ?? "";
    plan.set(file, { path: want.path, action: actionOf(file, existing, wish, executable), file, text, executable });
  }
  return [...plan.values()];
}

function actionOf(
  file: string,
  existing: string | undefined,
  wish: { text: string; replaces: boolean } | undefined,
  executable: boolean,
): PlannedFile["action"] {
  if (wish === undefined) return "unchanged";
  if (existing === undefined) return "created";
  if (existing !== wish.text) return wish.replaces ? "replaced" : "extended";
  return executable && (statSync(file).mode & 0o111) === 0 ? "made_executable" : "unchanged";
}

/**
 * Writes what is planned, each file whole or not at all; the old text of a replaced file stays beside it as `.bak`.
 *
 * @throws ToolError `scaffold_unwritable`, which names what was written before it
 */
export async function writeFiles(plan: readonly PlannedFile[]): Promise<void> {
  const { writeWhole } = await import("./write-whole.ts");
  const written: string[] = [];
  for (const { path, file, text, action, executable } of plan) {
    if (action === "unchanged") continue;
    try {
      if (action === "made_executable") chmodSync(file, statSync(file).mode | 0o111);
      else {
        if (action === "replaced") await writeWhole(backupOf(file), readFileSync(file, "utf8"), undefined);
        await writeWhole(file, text, action === "created" ? (executable ? 0o755 : 0o644) : executable ? 0o755 : undefined);
      }
      written.push(path);
    } catch (cause) {
      const reason = (cause as NodeJS.ErrnoException).code ?? String(cause);
      throw fault("scaffold_unwritable", { path, reason, written: written.join(", ") || "nothing" }, { cause, detail: { written } });
    }
  }
}

/** The first free name, so that an older backup stays. */
function backupOf(file: string): string {
  for (let count = 1; ; count++) {
    const backup = `${file}${count === 1 ? "" : `.${count}`}.bak`;
    if (!existsSync(backup)) return backup;
  }
}

function realFile(root: string, path: string): string {
  const file = isAbsolute(path) ? path : join(root, path);
  try {
    return realpathSync(file);
  } catch {
    if (isLink(file)) throw blocked(path, "it is a link to nothing");
    return file;
  }
}

function isLink(file: string): boolean {
  try {
    return lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  } catch {
    // ENOTDIR: a folder of its path is a file, which whoever reads it tells.
    return false;
  }
}

function readExisting(file: string, path: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code;
    if (code === "ENOENT") {
      const above = firstAbove(file);
      if (statSync(above).isDirectory()) return undefined;
      throw blocked(path, `${above} is no folder`);
    }
    if (code === "EISDIR") throw blocked(path, "it is a folder");
    throw blocked(path, code === "ENOTDIR" ? `${firstAbove(file)} is no folder` : (code ?? String(cause)));
  }
}

function firstAbove(file: string): string {
  let folder = dirname(file);
  while (!existsSync(folder)) folder = dirname(folder);
  return folder;
}

function blocked(path: string, reason: string) {
  return fault("scaffold_blocked", { path, reason });
}
