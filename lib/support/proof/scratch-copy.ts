import {
  appendFileSync,
  chmodSync,
  constants,
  copyFileSync,
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { fault } from "../../../registry/error/catalogue.ts";
import { gitText, listedFiles } from "./listed-files.ts";

type Env = Readonly<Record<string, string | undefined>>;

/** What the copy of a project holds. Paths relative to PROJECT_ROOT. */
export interface CopyReport {
  files: number;
  bytes: number;
  /** Folders that the copy shares with the project by a link: dependencies. */
  linked: readonly string[];
  /** What the copy lacks, and why. */
  left_out: readonly { path: string; reason: string }[];
  /** Whether the copy is a git work tree, and how it came to be one. */
  git: "clone" | "new" | "none";
}

/** Where one tool is tried: nothing of it is shared with another tool's. */
export interface Scratch {
  /** All that the tool may change; its tree is what is compared. */
  folder: string;
  /** PROJECT_ROOT. */
  root: string;
  home: string;
  temporary: string;
  /** A folder outside the project to call from. */
  elsewhere: string;
}

export interface ScratchCopy {
  report: CopyReport;
  scratch(): Scratch;
  remove(): void;
}

/** Bytes of one file, of an ignored folder, and of the copy together; what is more is left out and told. */
const LARGEST = { file: 32 * 1024 * 1024, ignored: 64 * 1024 * 1024, all: 512 * 1024 * 1024 };

const DEPENDENCIES = new Set(["node_modules", ".venv", "venv"]);

/**
 * A copy of the project as a clone of its present state would be: what git tracks and would offer to track, committed; ignored
 * builds that are small; dependencies by a link. Caches and logs that git ignores stay behind, so that each tool is tried as in a fresh clone.
 *
 * @throws ToolError `scratch_unwritable`
 */
export function scratchCopy(root: string, temporary: string, env: Env): ScratchCopy {
  let all: string;
  try {
    all = realpathSync(mkdtempSync(join(temporary, "nichekit-verify-")));
  } catch (cause) {
    throw fault("scratch_unwritable", { path: temporary, reason: code(cause) }, { cause });
  }
  const remove = () => rmSync(all, { recursive: true, force: true, maxRetries: 3 });
  try {
    const name = basename(root) || "project";
    const base = join(all, "base", name);
    mkdirSync(dirname(base));
    const report = fill(root, base, env);
    let count = 0;
    const scratch = (): Scratch => {
      const folder = join(all, String(++count));
      const made: Scratch = {
        folder,
        root: join(folder, name),
        home: join(folder, "home"),
        temporary: join(folder, "tmp"),
        elsewhere: join(folder, "elsewhere"),
      };
      try {
        for (const path of [made.folder, made.temporary, made.elsewhere]) mkdirSync(path);
        cpSync(base, made.root, { recursive: true, verbatimSymlinks: true, mode: constants.COPYFILE_FICLONE });
      } catch (cause) {
        throw fault("scratch_unwritable", { path: temporary, reason: code(cause) }, { cause });
      }
      return made;
    };
    return { report, scratch, remove };
  } catch (cause) {
    remove();
    throw fault("scratch_unwritable", { path: temporary, reason: code(cause) }, { cause });
  }
}

function fill(root: string, base: string, env: Env): CopyReport {
  const listed = listedFiles(root, env);
  const linked: string[] = [];
  const left_out: { path: string; reason: string }[] = [];
  const git = listed.git?.top === true && cloned(root, base, env) ? "clone" : "new";
  mkdirSync(base, { recursive: true });
  let bytes = 0;
  let files = 0;
  for (const path of listed.files) {
    const copied = copyFile(root, base, path, LARGEST.all - bytes);
    if (typeof copied === "number") {
      bytes += copied;
      files += 1;
    } else if (copied !== "") left_out.push({ path, reason: copied });
  }
  for (const path of listed.ignored) {
    const name = basename(path);
    if (DEPENDENCIES.has(name)) {
      mkdirSync(dirname(join(base, path)), { recursive: true });
      symlinkSync(realpathSync(join(root, path)), join(base, path));
      linked.push(path);
    } else if (/^logs(?:\/|$)|cache/i.test(path)) left_out.push({ path, reason: "git ignores it: a cache or log" });
    else {
      const small = copyFolder(join(root, path), join(base, path));
      if (small) continue;
      rmSync(join(base, path), { recursive: true, force: true });
      left_out.push({ path, reason: `git ignores it, and it is larger than ${LARGEST.ignored / 1024 / 1024} MiB` });
    }
  }
  return { files, bytes, linked, left_out, git: committed(base, git === "new", linked, env) ? git : "none" };
}

/** Its bytes; else why it was not copied; nothing where it is gone already. */
function copyFile(root: string, base: string, path: string, room: number): number | string {
  const from = join(root, path);
  const to = join(base, path);
  try {
    const stat = lstatSync(from);
    if (stat.isDirectory()) return "a repository within the repository";
    if (!stat.isFile() && !stat.isSymbolicLink()) return "neither a file nor a link";
    if (stat.size > LARGEST.file) return `larger than ${LARGEST.file / 1024 / 1024} MiB`;
    if (stat.size > room) return `the copy would be larger than ${LARGEST.all / 1024 / 1024} MiB`;
    mkdirSync(dirname(to), { recursive: true });
    if (stat.isSymbolicLink()) symlinkSync(readlinkSync(from), to);
    else {
      copyFileSync(from, to, constants.COPYFILE_FICLONE);
      // The copy is to be written, also where the project may only be read.
      if ((stat.mode & 0o200) === 0) chmodSync(to, stat.mode | 0o200);
    }
    return stat.size;
  } catch (cause) {
    if (code(cause) === "ENOENT") return "";
    if (code(cause) === "ENOSPC" || code(cause) === "EROFS") throw cause;
    return code(cause);
  }
}

function copyFolder(from: string, to: string): boolean {
  let room = LARGEST.ignored;
  const filter = (path: string) => {
    const stat = lstatSync(path);
    room -= stat.isFile() ? stat.size : 0;
    return room >= 0 && (stat.isFile() || stat.isDirectory() || stat.isSymbolicLink());
  };
  try {
    cpSync(from, to, { recursive: true, verbatimSymlinks: true, mode: constants.COPYFILE_FICLONE, filter });
  } catch {
    return false;
  }
  return room >= 0;
}

/** The history without a copy of its objects. Fails for a shallow or foreign repository, and without git. */
function cloned(root: string, base: string, env: Env): boolean {
  if (gitText(root, env, ["clone", "--quiet", "--shared", "--no-checkout", "--no-tags", root, base]) !== undefined) return true;
  rmSync(base, { recursive: true, force: true });
  return false;
}

/** Commits what was copied, so that it is as after a clone: nothing is new, and the commit before is the project's last. */
function committed(base: string, fresh: boolean, linked: readonly string[], env: Env): boolean {
  if (fresh && gitText(base, env, ["init", "--quiet"]) === undefined) return false;
  // To .gitignore's eyes a link is no folder.
  appendFileSync(join(base, ".git/info/exclude"), linked.map((path) => `/${path}\n`).join(""));
  const who = [
    "-c",
    "user.name=nichekit",
    "-c",
    "user.email=nichekit@localhost",
    "-c",
    "commit.gpgsign=false",
    "-c",
    "core.hooksPath=/dev/null",
  ];
  gitText(base, env, [...who, "add", "--all"]);
  gitText(base, env, [...who, "commit", "--quiet", "--allow-empty", "--no-verify", "--message", "As it is"]);
  return true;
}

function code(cause: unknown): string {
  return (cause as NodeJS.ErrnoException).code ?? String(cause);
}
