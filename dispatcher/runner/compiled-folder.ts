import { accessSync, constants, existsSync, mkdirSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { isPrivateFolder, userCache, writeWhole } from "../../registry/project/user-cache.ts";
import { projectFolder } from "./compiled-record.ts";

export interface CompiledFolder {
  readonly path: string;
  /** Made for this one call, to be removed after the import. */
  readonly volatile: boolean;
}

/** Where compiled tools are kept: in the project; where that cannot be written, or others can write, with the user; else only for this call. */
export function compiledFolder(projectRoot: string): CompiledFolder {
  const inProject = projectFolder(projectRoot);
  if (prepared(inProject)) {
    const ignore = join(inProject, ".gitignore");
    if (!existsSync(ignore)) writeWhole(ignore, "*\n");
    return { path: inProject, volatile: false };
  }
  const ofUser = userCache("modules");
  if (ofUser !== undefined && prepared(ofUser)) return { path: ofUser, volatile: false };
  return { path: mkdtempSync(join(tmpdir(), "nichekit-modules-")), volatile: true };
}

function prepared(folder: string): boolean {
  try {
    // The folders above are shared with others (an index that they may read lies there); this one holds code.
    mkdirSync(dirname(folder), { recursive: true });
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.W_OK);
    return isPrivateFolder(folder);
  } catch {
    return false;
  }
}
