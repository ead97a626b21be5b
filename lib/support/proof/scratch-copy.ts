import { constants, cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fault } from "../../../registry/error/catalogue.ts";
import { type Filled, fillCopy } from "./fill-copy.ts";
import { escaped } from "./git-config.ts";
import { homeConfig, writeGuards } from "./git-copy.ts";
import { endLeft } from "./left-behind.ts";

type Env = Readonly<Record<string, string | undefined>>;

/** What the copy of a project holds. Paths relative to PROJECT_ROOT. */
export type CopyReport = Filled;

/** Where one tool is tried: nothing of it is shared with another tool's. */
export interface Scratch {
  /** All that the tool may change; its tree is what is compared. */
  folder: string;
  /** PROJECT_ROOT. */
  root: string;
  /** An empty home, but for who the caller is to git: what is written there is seen. */
  home: string;
  temporary: string;
  /** The project's remotes, as bare repositories. */
  remotes: string;
  /** A folder outside the project to call from. */
  elsewhere: string;
}

export interface ScratchCopy {
  report: CopyReport;
  /** All of it lies here. */
  folder: string;
  scratch(): Scratch;
  /** Ends what tools have left running, and removes all. */
  remove(): void;
}

/** Names that stand beside the project in a scratch folder. */
const BESIDE = new Set(["home", "tmp", "elsewhere", "remotes"]);

/**
 * A copy of the project as a clone of its present state would be: what git tracks and would offer to track, committed; ignored
 * builds that are small; dependencies by links. Caches and logs that git ignores stay behind, so that each tool is tried as in a fresh
 * clone. Nothing of it leads out: no remote, no link, no credential.
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
  const remove = () => {
    endLeft(all);
    rmSync(all, { recursive: true, force: true, maxRetries: 3 });
  };
  try {
    const own = basename(root) || "project";
    const name = BESIDE.has(own) ? `${own}-project` : own;
    const base = join(all, "base");
    mkdirSync(base);
    writeGuards(all);
    const report = fillCopy(root, { all, base, project: join(base, name) }, env);
    const git = homeConfig(root, all, env);
    let count = 0;
    const scratch = (): Scratch => {
      const folder = join(all, String(++count));
      const made: Scratch = {
        folder,
        root: join(folder, name),
        home: join(folder, "home"),
        temporary: join(folder, "tmp"),
        remotes: join(folder, "remotes"),
        elsewhere: join(folder, "elsewhere"),
      };
      try {
        cpSync(base, folder, { recursive: true, verbatimSymlinks: true, mode: constants.COPYFILE_FICLONE });
        for (const path of [made.temporary, made.elsewhere, made.home]) mkdirSync(path);
        writeFileSync(join(made.home, ".gitconfig"), git);
        if (report.git === "clone") pointRemotes(join(made.root, ".git/config"), join(base, "remotes"), made.remotes);
      } catch (cause) {
        throw fault("scratch_unwritable", { path: temporary, reason: code(cause) }, { cause });
      }
      return made;
    };
    return { report, folder: all, scratch, remove };
  } catch (cause) {
    remove();
    throw fault("scratch_unwritable", { path: temporary, reason: code(cause) }, { cause });
  }
}

/** Each scratch has remotes of its own: a push shows in its tree, and in no other's. */
function pointRemotes(config: string, from: string, to: string): void {
  writeFileSync(config, readFileSync(config, "utf8").replaceAll(`${escaped(from)}/`, `${escaped(to)}/`));
}

export function code(cause: unknown): string {
  return (cause as NodeJS.ErrnoException).code ?? String(cause);
}
