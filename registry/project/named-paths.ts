import { realpathSync, statSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { isInside } from "../plan/path-place.ts";

const MOST_PATHS = 20;
const MOST_NAMES = 2000;
/** Characters that are looked at, in all and of one line: a result may be one line of a megabyte. */
const MOST_TEXT = 256 * 1024;
const MOST_LINE = 4_000;

/** A line that tells of what passed, one that tells of what failed; other lines stand between the two. */
const PASSED = /^\s*(?:✓|✔|√|ok\b|PASS\b|--- PASS)|\bPASSED\b|\.\.\. ok$/;
const FAILED = /fail|not ok|panicked|error|Traceback|[✖✗×❌✘]|^\s+at |^E\s|:\d+(?::\d+)?\b/i;
/** Words with a slash or an ending, as compilers and test runners name files; also such as stand in quotes, spaces and all. */
const NAME =
  /"([^"\n]{1,300}?\.\w{1,8})(?::\d+){0,2}"|'([^'\n]{1,300}?\.\w{1,8})(?::\d+){0,2}'|\(([^()\n]{1,300}?\.\w{1,8})(?::\d+){0,2}\)|((?:file:\/\/)?[\p{L}\p{N}\p{M}_@~+./%-]{0,300}[./][\p{L}\p{N}\p{M}_@~+./%-]{0,300})/gu;
const NEVER = /(^|\/)(\.git|node_modules|logs|__pycache__)(\/|$)/;

export interface NamingPlace {
  /** PROJECT_ROOT, absolute and real. */
  readonly root: string;
  /** Where the tests, or the call, ran. */
  readonly folder: string;
  /** How go names the packages of the folder's module. */
  readonly module: string | undefined;
  /** The project's files, for names without their folder; asked for only where there are such. */
  files(): readonly string[];
}

/**
 * The files of the project that an output names, relative to PROJECT_ROOT: those in lines that tell of a failure first, then in
 * the order of their naming; those in lines of what passed not at all. Of go's packages, their folders.
 */
export function namedPaths(output: string, place: NamingPlace): readonly string[] {
  const passed = new Set<string>();
  const failed = new Set<string>();
  const others = new Set<string>();
  let names = 0;
  for (const whole of bothEnds(output, MOST_TEXT).split("\n")) {
    const line = bothEnds(whole, MOST_LINE);
    const kind = FAILED.test(line) && !PASSED.test(line) ? failed : PASSED.test(line) ? passed : others;
    for (const [, a, b, c, d] of line.matchAll(NAME)) {
      if (names >= MOST_NAMES) break;
      const name = a ?? b ?? c ?? d ?? "";
      names += 1;
      kind.add(name);
    }
  }
  const found = new Set<string>();
  for (const name of [...failed, ...others]) {
    if (!failed.has(name) && passed.has(name)) continue;
    const path = pathOf(name, place);
    if (path !== undefined) found.add(path);
    if (found.size === MOST_PATHS) break;
  }
  return [...found];
}

/** Where a long text is looked at: what went wrong stands at its beginning or at its end. */
function bothEnds(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most / 2)}\n${text.slice(-most / 2)}`;
}

function pathOf(name: string, place: NamingPlace): string | undefined {
  const plain = name.startsWith("file://") ? fileOfUrl(name) : name.replace(/[.:,/]+$/, "");
  if (plain === undefined || plain === "" || !/\w/.test(plain)) return undefined;
  const { root, folder, module } = place;
  if (module !== undefined && (plain === module || plain.startsWith(`${module}/`))) {
    return there(root, join(folder, plain.slice(module.length)), true);
  }
  const direct = there(root, resolve(folder, plain), false) ?? there(root, resolve(root, plain), false);
  if (direct !== undefined || plain.startsWith("/") || !/\.\w{1,8}$/.test(plain)) return direct;
  // Some name a file without its folder: it counts if there is no other of that name.
  const ending = `/${plain.replace(/^(\.\.?\/)+/, "")}`;
  const same = place.files().filter((path) => `/${path}`.endsWith(ending));
  const [only] = same;
  return same.length === 1 && only !== undefined && !NEVER.test(only) ? only : undefined;
}

function fileOfUrl(url: string): string | undefined {
  try {
    return fileURLToPath(url.replace(/(?::\d+){1,2}$/, ""));
  } catch {
    return undefined;
  }
}

function there(root: string, path: string, folder: boolean): string | undefined {
  let real: string;
  try {
    real = realpathSync.native(path);
    const stat = statSync(real);
    if (folder ? !stat.isDirectory() : !stat.isFile()) return undefined;
  } catch {
    // Nothing by that name, or no name at all.
    return undefined;
  }
  if (!isInside(real, root)) return undefined;
  const shown = relative(root, real).split(sep).join("/");
  return NEVER.test(shown) ? undefined : shown;
}
