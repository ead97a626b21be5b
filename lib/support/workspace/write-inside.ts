import { randomBytes } from "node:crypto";
import {
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fsyncSync,
  linkSync,
  lstatSync,
  openSync,
  renameSync,
  rmSync,
  type Stats,
  writeSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { fault } from "../../../registry/error/catalogue.ts";
import { isToolError } from "../../../registry/error/tool-error.ts";
import type { ToolContext } from "../../../registry/tool-context.ts";
import { errorCode } from "../place/docs-files.ts";
import { withFolder } from "./folder-handle.ts";
import type { PlaceInside } from "./place-inside.ts";

const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW } = constants;

/**
 * Writes a file of the project whole or not at all: into a file beside it (`.niche-….tmp`), which then takes its name. Its mode and
 * owner stay. `was` is the file as it was read, null where there was none: if that is not what stands there at the end,
 * nothing is written. Own code instead of write-file-atomic, which follows links to wherever they lead.
 *
 * @returns the folders that were made for it, relative to PROJECT_ROOT
 * @throws ToolError `file_unwritable`, `path_outside_project`; `written_meanwhile` if the file is not what it was
 */
export function writeInside(
  context: Pick<ToolContext, "command">,
  place: PlaceInside,
  bytes: Uint8Array,
  was: Stats | null,
): readonly string[] {
  try {
    return withFolder(context, place, dirname(place.real), ({ path, made }) => {
      replace(join(path, basename(place.real)), join(path, `.niche-${randomBytes(6).toString("hex")}.tmp`), bytes, was);
      return made;
    });
  } catch (error) {
    if (isToolError(error) || error instanceof WrittenMeanwhile) throw error;
    throw fault("file_unwritable", { path: place.given, reason: errorCode(error) }, { cause: error });
  }
}

/** The file is not the one that was read. */
export class WrittenMeanwhile extends Error {}

function replace(file: string, temporary: string, bytes: Uint8Array, was: Stats | null): void {
  const fd = openSync(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o666);
  try {
    try {
      for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at);
      if (was !== null) keepRights(fd, was);
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
    if (was === null) create(temporary, file);
    else {
      if (!same(lstatSync(file, { throwIfNoEntry: false }), was)) throw new WrittenMeanwhile();
      renameSync(temporary, file);
    }
  } finally {
    rmSync(temporary, { force: true });
  }
}

/** Takes the name only if nobody has it: a link is made, which fails where one is. */
function create(temporary: string, file: string): void {
  try {
    linkSync(temporary, file);
  } catch (error) {
    const code = errorCode(error);
    if (code === "EEXIST") throw new WrittenMeanwhile();
    // Some file systems have no links between names.
    if (code !== "EPERM" && code !== "ENOTSUP" && code !== "ENOSYS" && code !== "EMLINK") throw error;
    if (lstatSync(file, { throwIfNoEntry: false }) !== undefined) throw new WrittenMeanwhile();
    renameSync(temporary, file);
  }
}

function keepRights(fd: number, was: Stats): void {
  try {
    if (was.uid !== process.getuid?.() || was.gid !== process.getgid?.()) fchownSync(fd, was.uid, was.gid);
  } catch {
    // Only root may give a file away; the writer then owns it, as with any editor.
  }
  fchmodSync(fd, was.mode & 0o7777);
}

function same(now: Stats | undefined, was: Stats): boolean {
  return now !== undefined && now.ino === was.ino && now.dev === was.dev && now.size === was.size && now.mtimeMs === was.mtimeMs;
}
