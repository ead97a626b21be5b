import { closeSync, constants, fstatSync, lstatSync, openSync, readlinkSync, realpathSync, type Stats } from "node:fs";
import { fault } from "../../../registry/error/catalogue.ts";
import type { ToolContext } from "../../../registry/tool-context.ts";
import { errorCode } from "../place/docs-files.ts";
import { isInside, type PlaceInside } from "./place-inside.ts";

const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;

/** What is opened stays open for `use` and is closed behind it. */
export interface OpenFile {
  readonly fd: number;
  readonly stat: Stats;
}

/**
 * Opens an ordinary file of the project for reading. What was opened is looked at once more, so that a link put in its
 * way between the look and the opening is noticed; a fifo or device is not opened at all.
 *
 * @throws ToolError `file_is_folder`, `file_special`, `file_unreadable`, `path_outside_project`; ENOENT as it comes
 */
export function withOpenFile<T>(context: Pick<ToolContext, "command">, place: PlaceInside, use: (file: OpenFile) => T): T {
  let fd: number;
  try {
    refuseSpecial(context, place, lstatSync(place.real));
    fd = openSync(place.real, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  } catch (error) {
    throw readFault(context, place, error);
  }
  const close = () => closeSync(fd);
  let used: T;
  try {
    const stat = fstatSync(fd);
    refuseSpecial(context, place, stat);
    if (!isInside(place.root, openedPath(fd, place.real))) throw outsideFault(context, place);
    used = use({ fd, stat });
  } catch (error) {
    close();
    throw readFault(context, place, error);
  }
  if (!(used instanceof Promise)) {
    close();
    return used;
  }
  return used.finally(close) as T;
}

/** Where an open file really is: by the system's own word (Linux), else by its name looked up again. */
export function openedPath(fd: number, path: string): string {
  try {
    return readlinkSync(`/proc/self/fd/${fd}`);
  } catch {
    return realpathSync.native(path);
  }
}

export function outsideFault(context: Pick<ToolContext, "command">, place: PlaceInside): Error {
  return fault("path_outside_project", { path: place.given, name: "*", command: context.command() });
}

/** @throws ToolError `file_is_folder`, `file_special` */
export function refuseSpecial(context: Pick<ToolContext, "command">, { given }: PlaceInside, stat: Stats): void {
  if (stat.isFile()) return;
  if (stat.isDirectory()) throw fault("file_is_folder", { path: given, command: context.command() });
  throw fault("file_special", { path: given, kind: kindOf(stat) });
}

function kindOf(stat: Stats): string {
  if (stat.isFIFO()) return "a fifo";
  if (stat.isSocket()) return "a socket";
  return stat.isSymbolicLink() ? "a link" : "a device";
}

function readFault(context: Pick<ToolContext, "command">, place: PlaceInside, error: unknown): unknown {
  const code = errorCode(error);
  // O_NOFOLLOW met a link where there was a file a moment ago.
  if (code === "ELOOP") return outsideFault(context, place);
  return code === "EACCES" || code === "EPERM" || code === "EIO"
    ? fault("file_unreadable", { path: place.given, reason: code }, { cause: error })
    : error;
}
