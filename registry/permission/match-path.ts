import { isAbsolute, join, relative, sep } from "node:path";
import ignore, { type Ignore } from "ignore";
import { placesOf } from "./real-target.ts";
import type { RuleTarget } from "./rule-target.ts";

/**
 * A path pattern as .gitignore has them, below the folder that its beginning names: `//abs` the file system's root, `~/x` the
 * home folder, `/x` PROJECT_ROOT, `./x` the caller's folder; else PROJECT_ROOT, and a name alone at any depth.
 */
interface PathPattern {
  readonly base: string;
  readonly pattern: string;
}

type Ground = Pick<RuleTarget, "cwd" | "root" | "home">;

/** Undefined where the pattern is below a home folder that is not known. */
export function pathPattern(specifier: string, { cwd, root, home }: Ground): PathPattern | undefined {
  if (specifier.startsWith("//")) return { base: "/", pattern: specifier.slice(1) };
  if (specifier.startsWith("~/")) return home === undefined ? undefined : { base: home, pattern: specifier.slice(1) };
  if (specifier.startsWith("/")) return { base: root, pattern: specifier };
  if (specifier.startsWith("./")) return { base: cwd, pattern: specifier.slice(1) };
  return { base: root, pattern: specifier };
}

/** Whether an allow rule covers a path: both its text and where it leads must match, letter by letter. */
export function coversPath(specifier: string, given: string, ground: Ground): boolean {
  const pattern = pathPattern(specifier, ground);
  if (pattern === undefined) return false;
  const matcher = matcherOf(pattern.pattern, false);
  const bases = [pattern.base, ...placesOf(pattern.base, "/", undefined)];
  return placesOf(given, ground.cwd, ground.home).every(
    (place) => place !== undefined && bases.some((base) => base !== undefined && matchesBelow(matcher, base, place, false)),
  );
}

/** Whether a deny or ask rule is about a path: its text or where it leads, in any case. `unknown`: where it leads cannot be told. */
export function concernsPath(specifier: string, given: string, ground: Ground): "yes" | "no" | "unknown" {
  const pattern = pathPattern(specifier, ground);
  if (pattern === undefined) return "unknown";
  const matcher = matcherOf(pattern.pattern.normalize("NFC"), true);
  // A name alone is meant wherever it stands, also outside the project.
  const anywhere = /^[^/]+\/?$/.test(pattern.pattern) ? ["/"] : [];
  const bases = [pattern.base, ...placesOf(pattern.base, "/", undefined), ...anywhere];
  const places = placesOf(given, ground.cwd, ground.home);
  const about = (place: string) =>
    bases.some((base) => base !== undefined && matchesBelow(matcher, base.normalize("NFC"), place.normalize("NFC"), true));
  if (places.some((place) => place !== undefined && about(place))) return "yes";
  return places.includes(undefined) ? "unknown" : "no";
}

/** `folder`: a pattern for folders alone is held against it too, since what it is may not be known yet. */
function matchesBelow(matcher: Ignore, base: string, place: string, folder: boolean): boolean {
  const way = below(base, place, folder);
  if (way === undefined || way === "") return false;
  return matcher.ignores(way) || (folder && matcher.ignores(`${way}/`));
}

function below(base: string, place: string, anyCase: boolean): string | undefined {
  const same = anyCase && place.toLowerCase().startsWith(base.toLowerCase()) ? base + place.slice(base.length) : place;
  const way = relative(base, same);
  if (way === ".." || way.startsWith(`..${sep}`) || isAbsolute(way)) return undefined;
  return way.split(sep).join("/");
}

function matcherOf(pattern: string, anyCase: boolean): Ignore {
  // A comment or an exception would silently match nothing.
  const literal = pattern.replace(/^[#!]/, "\\$&").replace(/ +$/, (spaces) => "\\ ".repeat(spaces.length));
  return ignore({ ignorecase: anyCase, allowRelativePaths: false }).add(literal);
}

/** The one path that a specifier names, if it is no pattern; absolute. */
export function namedPath(specifier: string, ground: Ground): string | undefined {
  if (/[*?[\]\\]/.test(specifier) || !/^(?:\/|~\/|\.\/)/.test(specifier)) return undefined;
  const pattern = pathPattern(specifier, ground);
  return pattern === undefined ? undefined : join(pattern.base, pattern.pattern);
}
