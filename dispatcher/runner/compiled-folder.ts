import { accessSync, constants, existsSync, lstatSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, isAbsolute, join } from "node:path";

export interface CompiledFolder {
  readonly path: string;
  /** Made for this one call, to be removed after the import. */
  readonly volatile: boolean;
}

export function projectFolder(projectRoot: string): string {
  return join(projectRoot, "logs/cache/modules");
}

/** Of this user alone; undefined where that cannot be had. Never under /proc, where a recursive mkdir does not end. */
export function userFolder(): string | undefined {
  const { XDG_CACHE_HOME, HOME } = process.env;
  const base = XDG_CACHE_HOME || (HOME && join(HOME, ".cache"));
  return base && isAbsolute(base) && !base.startsWith("/proc") ? join(base, "nichekit/modules") : undefined;
}

/** Where compiled tools are kept: in the project; where that cannot be written, with the user; else only for this call. */
export function compiledFolder(projectRoot: string): CompiledFolder {
  const inProject = projectFolder(projectRoot);
  if (prepared(inProject)) {
    const ignore = join(inProject, ".gitignore");
    if (!existsSync(ignore)) writeWhole(ignore, "*\n");
    return { path: inProject, volatile: false };
  }
  const ofUser = userFolder();
  if (ofUser !== undefined && prepared(ofUser) && isPrivate(ofUser)) return { path: ofUser, volatile: false };
  return { path: mkdtempSync(join(tmpdir(), "nichekit-modules-")), volatile: true };
}

/** Writes under another name first, so that nobody ever reads half a file. */
export function writeWhole(path: string, text: string): void {
  const temporary = join(dirname(path), `.${basename(path)}.${process.pid}.${Math.random().toString(36).slice(2)}`);
  try {
    writeFileSync(temporary, text, { flag: "wx", mode: 0o600 });
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

function prepared(folder: string): boolean {
  try {
    // The folders above are shared with others (an index that they may read lies there); this one holds code.
    mkdirSync(dirname(folder), { recursive: true });
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function isPrivate(folder: string): boolean {
  const stat = lstatSync(folder);
  return stat.isDirectory() && stat.uid === process.getuid?.() && (stat.mode & 0o022) === 0;
}
