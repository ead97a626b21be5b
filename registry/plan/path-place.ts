import { realpathSync } from "node:fs";
import { basename, dirname, isAbsolute, join, posix, relative, resolve, sep } from "node:path";
import type { EnvVariable } from "../tool-meta/tool-meta.ts";
import type { PathTemplate } from "./precondition.ts";

/** Variables that by convention name places outside any project. */
const OUTSIDE = /^(HOME|TMPDIR|TMP|TEMP|XDG_\w+_HOME|XDG_RUNTIME_DIR|PWD|OLDPWD)$/;

/** Most paths are in normal spelling already. */
const NORMAL = /^(?:\$\{(?!PROJECT_ROOT\})\w+\}|[\w-]+)(?:\/[\w-][\w.-]*)*$/;

/**
 * One spelling for each template: `${PROJECT_ROOT}/a/`, `./a`, `a//` and `a/b/..` are all `a`;
 * `$VAR/x` is `${VAR}/x`; PROJECT_ROOT itself is `.`.
 */
export function normalTemplate(path: PathTemplate): PathTemplate {
  if (NORMAL.test(path)) return path;
  const braced = path.trim().replace(/\$(\w+)/g, (_, name: string) => `\${${name}}`);
  const rooted = braced.replace(/^\$\{PROJECT_ROOT\}(?=\/|$)/, ".");
  // A variable may stand for several steps, so a `..` behind it must not swallow it.
  const [, head, rest] = /^(\$\{\w+\}[^/]*)\/+(.*)$/s.exec(rooted) ?? [];
  if (head !== undefined) {
    const tail = trimmed(posix.normalize(rest ?? ""));
    return tail === "." ? head : `${head}/${tail}`;
  }
  return trimmed(posix.normalize(rooted));
}

function trimmed(path: string): string {
  return path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path;
}

/**
 * Whether a template lies inside PROJECT_ROOT as far as its text tells: relative paths do, `..`, `~` and absolute
 * ones do not, a variable does unless its default or its name says otherwise (the project's wrapper sets it).
 */
export function seemsInside(path: PathTemplate, env: readonly EnvVariable[] = [], depth = 0): boolean {
  const plain = normalTemplate(path);
  if (plain === ".." || plain.startsWith("../") || plain.startsWith("~") || isAbsolute(plain)) return false;
  const [, name, rest] = /^\$\{(\w+)\}(.*)$/s.exec(plain) ?? [];
  if (name === undefined) return true;
  if (rest === "/.." || rest?.startsWith("/../")) return false;
  if (OUTSIDE.test(name)) return false;
  const preset = env.find((variable) => variable.name === name)?.default;
  // A default may name another variable; one that names itself in a circle tells nothing.
  if (preset !== undefined && preset !== "" && depth < 8) return seemsInside(preset + (rest ?? ""), env, depth + 1);
  return true;
}

/**
 * Whether `path` (absolute, or relative to `root`) really lies in `root`: `..` is resolved and links are followed
 * as far as the path exists, so that a link out of the project counts as outside.
 */
export function isInside(path: string, root: string): boolean {
  if (path === "" || path.startsWith("~")) return false;
  const place = relative(realPlace(resolve(root)), realPlace(resolve(root, path)));
  return place === "" || (place !== ".." && !place.startsWith(`..${sep}`) && !isAbsolute(place));
}

function realPlace(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(realPlace(parent), basename(path));
  }
}
