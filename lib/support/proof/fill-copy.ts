import {
  appendFileSync,
  chmodSync,
  constants,
  copyFileSync,
  cpSync,
  lstatSync,
  mkdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { copyDependencies } from "./dependency-copy.ts";
import { configText } from "./git-config.ts";
import { type CopyFolders, copyRepository, gitGuards } from "./git-copy.ts";
import { gitText, listedFiles } from "./listed-files.ts";
import { tameLinks } from "./outward-links.ts";

type Env = Readonly<Record<string, string | undefined>>;

/** What a copy holds. Paths relative to the project. */
export interface Filled {
  files: number;
  bytes: number;
  /** Dependencies, which the copy shares with the project by links. */
  linked: readonly string[];
  /** What the copy lacks, and why. */
  left_out: readonly { path: string; reason: string }[];
  /** Whether the copy is a git work tree, and how it came to be one. */
  git: "clone" | "new" | "none";
}

/** Bytes of one file, of an ignored folder, and of the copy together; what is more is left out and told. */
const LARGEST = { file: 32 * 1024 * 1024, ignored: 64 * 1024 * 1024, all: 512 * 1024 * 1024 };

const DEPENDENCIES = new Set(["node_modules", ".venv", "venv"]);
const NESTED = "a repository within the repository";

export function fillCopy(root: string, folders: CopyFolders, env: Env): Filled {
  const base = folders.project;
  const listed = listedFiles(root, env);
  const linked: string[] = [];
  const left_out: { path: string; reason: string }[] = [];
  const git = listed.git?.top === true && repository(root, folders, env) ? "clone" : "new";
  mkdirSync(base, { recursive: true });
  let bytes = 0;
  let files = 0;
  for (const path of listed.files) {
    const copied = copyFile(root, base, path, LARGEST.all - bytes);
    if (typeof copied === "number") {
      bytes += copied;
      files += 1;
    } else if (copied !== "") left_out.push({ path: path.replace(/\/$/, ""), reason: copied });
  }
  for (const path of listed.ignored) {
    if (DEPENDENCIES.has(basename(path))) {
      copyDependencies(join(root, path), join(base, path), root);
      linked.push(path);
    } else if (/^logs(?:\/|$)|cache/i.test(path)) left_out.push({ path, reason: "git ignores it: a cache or log" });
    else {
      const nested = copyFolder(join(root, path), join(base, path));
      if (nested !== undefined) for (const one of nested) left_out.push({ path: relative(root, one), reason: NESTED });
      else {
        rmSync(join(base, path), { recursive: true, force: true });
        left_out.push({ path, reason: `git ignores it, and it is larger than ${LARGEST.ignored / 1024 / 1024} MiB` });
      }
    }
  }
  const links = tameLinks(base, root, linked);
  left_out.push(...links.left_out);
  const untracked = [...linked, ...links.copied];
  const absent = [...left_out.map(({ path }) => path), ...links.copied];
  return { files, bytes, linked, left_out, git: committed(folders, git === "new", untracked, absent, env) ? git : "none" };
}

function repository(root: string, folders: CopyFolders, env: Env): boolean {
  if (copyRepository(root, folders, env)) return true;
  for (const folder of [folders.project, join(folders.base, "remotes")]) rmSync(folder, { recursive: true, force: true });
  return false;
}

/** Its bytes; else why it was not copied; nothing where it is gone already. */
function copyFile(root: string, base: string, path: string, room: number): number | string {
  const from = join(root, path);
  const to = join(base, path);
  try {
    const stat = lstatSync(from);
    if (stat.isDirectory()) {
      // As a clone has it until its submodules are fetched.
      mkdirSync(to, { recursive: true });
      return NESTED;
    }
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
    const { code } = cause as NodeJS.ErrnoException;
    if (code === "ENOENT") return "";
    if (code === "ENOSPC" || code === "EROFS") throw cause;
    return code ?? String(cause);
  }
}

/** The repositories in it, which were left out: their remotes lead anywhere. Undefined: it is too large, or cannot be read. */
function copyFolder(from: string, to: string): string[] | undefined {
  let room = LARGEST.ignored;
  const nested: string[] = [];
  const filter = (path: string) => {
    if (basename(path) === ".git") {
      nested.push(path);
      return false;
    }
    const stat = lstatSync(path);
    room -= stat.isFile() ? stat.size : 0;
    return room >= 0 && (stat.isFile() || stat.isDirectory() || stat.isSymbolicLink());
  };
  try {
    cpSync(from, to, { recursive: true, verbatimSymlinks: true, mode: constants.COPYFILE_FICLONE, filter });
  } catch {
    return undefined;
  }
  return room >= 0 ? nested : undefined;
}

/**
 * Commits what was copied, so that it is as after a clone: nothing is new, and the commit before is the project's last. Where the
 * project is as its last commit left it, so is the copy. `absent`: tracked files among them do not count as deleted.
 */
function committed(
  { all, project: base }: CopyFolders,
  fresh: boolean,
  untracked: readonly string[],
  absent: readonly string[],
  env: Env,
): boolean {
  if (fresh) {
    if (gitText(base, env, ["init", "--quiet", "--template="]) === undefined) return false;
    appendFileSync(join(base, ".git/config"), configText(gitGuards(all)));
  }
  for (const folder of ["info", "hooks"]) mkdirSync(join(base, ".git", folder), { recursive: true });
  // To .gitignore's eyes a link is no folder.
  appendFileSync(join(base, ".git/info/exclude"), untracked.map((path) => `/${path}\n`).join(""));
  const settings = ["user.name=nichekit", "user.email=nichekit@localhost", "commit.gpgsign=false", "core.hooksPath=/dev/null"];
  const who = settings.flatMap((setting) => ["-c", setting]);
  const hasCommit = gitText(base, env, ["rev-parse", "--verify", "--quiet", "HEAD"]) !== undefined;
  if (hasCommit && gitText(base, env, ["read-tree", "HEAD"]) !== undefined) {
    const tracked = new Set((gitText(base, env, ["ls-files", "-z"]) ?? "").split("\0"));
    const missing = absent.filter((path) => tracked.has(path));
    if (missing.length > 0) gitText(base, env, ["update-index", "-z", "--skip-worktree", "--stdin"], missing.join("\0"));
  }
  gitText(base, env, [...who, "add", "--all"]);
  if (hasCommit && gitText(base, env, ["diff", "--cached", "--quiet", "HEAD"]) !== undefined) return true;
  gitText(base, env, [...who, "commit", "--quiet", "--allow-empty", "--no-verify", "--message", "As it is"]);
  return true;
}
