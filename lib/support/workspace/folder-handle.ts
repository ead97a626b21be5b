import { closeSync, constants, existsSync, mkdirSync, openSync } from "node:fs";
import { relative, sep } from "node:path";
import type { ToolContext } from "../../../registry/tool-context.ts";
import { errorCode } from "../place/docs-files.ts";
import { openedPath, outsideFault } from "./open-inside.ts";
import { isInside, type PlaceInside } from "./place-inside.ts";

const { O_RDONLY, O_NOFOLLOW, O_DIRECTORY } = constants;

/** A folder that is held open. */
export interface FolderHandle {
  /** Reaches what is in it whatever is done to the names above it, where the system has such paths (Linux); else its name. */
  readonly path: string;
  /** Folders that were made, relative to PROJECT_ROOT. */
  readonly made: readonly string[];
}

/**
 * Holds a folder of the project open for `use`, and makes what is missing of it. It is gone down to step by step from PROJECT_ROOT, each
 * step held while the next is opened and none through a link: `folder` is a real path, so a link is one that was put there since.
 *
 * @throws ToolError `path_outside_project`; the system's errors as they come
 */
export function withFolder<T>(
  context: Pick<ToolContext, "command">,
  place: PlaceInside,
  folder: string,
  use: (handle: FolderHandle) => T,
): T {
  const steps = relative(place.root, folder)
    .split(sep)
    .filter((step) => step !== "");
  const made: string[] = [];
  let fd = openSync(place.root, O_RDONLY | O_DIRECTORY);
  let path = handleOf(fd, place.root);
  try {
    for (const [at, step] of steps.entries()) {
      const below = `${path}/${step}`;
      const next = stepInto(context, place, below, () => made.push(steps.slice(0, at + 1).join("/")));
      closeSync(fd);
      fd = next;
      path = handleOf(fd, below);
    }
    if (!isInside(place.root, openedPath(fd, path))) throw outsideFault(context, place);
    return use({ path, made });
  } finally {
    closeSync(fd);
  }
}

function handleOf(fd: number, path: string): string {
  const handle = `/proc/self/fd/${fd}`;
  return existsSync(handle) ? handle : path;
}

function stepInto(context: Pick<ToolContext, "command">, place: PlaceInside, path: string, makes: () => void): number {
  const open = () => openSync(path, O_RDONLY | O_NOFOLLOW | O_DIRECTORY);
  try {
    return open();
  } catch (error) {
    const code = errorCode(error);
    // What is opened without following is, as a link, no folder.
    if (code === "ELOOP" || code === "ENOTDIR") throw outsideFault(context, place);
    if (code !== "ENOENT") throw error;
  }
  try {
    mkdirSync(path);
    makes();
  } catch (error) {
    // Somebody else made it meanwhile.
    if (errorCode(error) !== "EEXIST") throw error;
  }
  return open();
}
