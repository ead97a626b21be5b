import { lstatSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { fault } from "../../../registry/error/catalogue.ts";
import type { ToolContext } from "../../../registry/tool-context.ts";
import { errorCode } from "../place/docs-files.ts";

/** A path of the project, every link of it followed. */
export interface PlaceInside {
  /** PROJECT_ROOT, absolute and real. */
  readonly root: string;
  /** Absolute and real as far as it exists; what is missing behind that is plain names. */
  readonly real: string;
  /** Relative to PROJECT_ROOT with `/`; the root itself is `.`. */
  readonly path: string;
  /** As the caller wrote it, for commands that he can run where he stands. */
  readonly given: string;
  readonly exists: boolean;
}

type Ground = Pick<ToolContext, "env" | "cwd" | "command">;

/**
 * Where a path of the caller's leads: relative to his folder and nothing else, since that is how the permission gate
 * reads it. All of it, links included, must lie in PROJECT_ROOT; PROJECT_ROOT itself may be reached through links.
 *
 * @throws ToolError `path_outside_project`, `path_malformed`, `path_link_broken`, `file_unreadable`
 */
export function placeInside(context: Ground, given: string): PlaceInside {
  const root = realRoot(context);
  const outside = () => fault("path_outside_project", { path: given, name: basename(given) || "*", command: context.command() });
  if (given.includes("\0"))
    throw fault("path_malformed", { path: JSON.stringify(given), reason: "it holds a NUL", command: context.command() });
  const absolute = resolve(context.cwd, given);
  const missing: string[] = [];
  for (let at = absolute; ; at = dirname(at)) {
    const found = realOf(at);
    if (found.kind === "missing" && at !== dirname(at)) {
      missing.unshift(basename(at));
      continue;
    }
    const real = found.kind === "real" ? join(found.path, ...missing) : at;
    // A folder above that may not be entered says nothing of what lies behind it.
    if (!isInside(root, found.kind === "real" ? real : realParent(at))) throw outside();
    if (found.kind === "broken") throw fault("path_link_broken", { path: given });
    if (found.kind === "long")
      throw fault("path_malformed", { path: given, reason: "a name in it is too long", command: context.command() });
    if (found.kind === "real" && missing.length > 0 && !statSync(found.path).isDirectory()) {
      throw fault("path_malformed", { path: given, reason: `${shownInside(root, found.path)} is no folder`, command: context.command() });
    }
    if (found.kind === "refused") throw fault("file_unreadable", { path: given, reason: found.reason });
    return { root, real, path: shownInside(root, real), given, exists: missing.length === 0 };
  }
}

/** PROJECT_ROOT itself. */
export function wholeProject(context: Pick<Ground, "env" | "cwd">): PlaceInside {
  const root = realRoot(context);
  return { root, real: root, path: ".", given: ".", exists: true };
}

export function realRoot({ env, cwd }: Pick<Ground, "env" | "cwd">): string {
  return realpathSync(resolve(cwd, env.PROJECT_ROOT ?? "."));
}

/** Of two absolute real paths. */
export function isInside(root: string, path: string): boolean {
  return path === root || path.startsWith(root.endsWith(sep) ? root : root + sep);
}

/** Relative to PROJECT_ROOT with `/`, of a path that lies in it. */
export function shownInside(root: string, real: string): string {
  return real === root ? "." : relative(root, real).split(sep).join("/");
}

/** How the caller can write a path of the project where he stands. */
export function fromCaller({ env, cwd }: Pick<Ground, "env" | "cwd">, path: string): string {
  const root = realRoot({ env, cwd });
  const here = realParent(join(cwd, "x"));
  const file = join(root, path);
  if (!isInside(root, here)) return file;
  const way = relative(here, file).split(sep).join("/") || ".";
  return isAbsolute(way) ? file : way;
}

type Found =
  | { readonly kind: "real"; readonly path: string }
  | { readonly kind: "missing" | "broken" | "long" }
  | { readonly kind: "refused"; readonly reason: string };

function realOf(path: string): Found {
  try {
    return { kind: "real", path: realpathSync.native(path) };
  } catch (error) {
    const code = errorCode(error);
    if (code === "ELOOP") return { kind: "broken" };
    if (code === "ENAMETOOLONG") return { kind: "long" };
    if (code !== "ENOENT" && code !== "ENOTDIR") return { kind: "refused", reason: code };
    return isLink(path) ? { kind: "broken" } : { kind: "missing" };
  }
}

function isLink(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink();
  } catch {
    return false;
  }
}

/** The real path of the folder that something lies in, as far as it can be known. */
function realParent(path: string): string {
  for (let at = dirname(path); ; at = dirname(at)) {
    const found = realOf(at);
    if (found.kind === "real") return found.path;
    if (at === dirname(at)) return at;
  }
}
