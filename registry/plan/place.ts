import type { Disk } from "./disk.ts";
import { escapeGlob, GLOB, isAnyDepth, type Segment, segmentsMeet } from "./glob-segment.ts";
import type { PathTemplate } from "./precondition.ts";

type Env = Readonly<Record<string, string | undefined>>;

/** Where a template of a header points in the present state. */
export interface Place {
  /** Equal for equal places. */
  readonly key: string;
  /** The variable that is not set and that the path begins with, `${NAME}`; empty: the place is known. */
  readonly head: string;
  /** Steps below `/` or below `head`. */
  readonly segments: readonly Segment[];
  /** Some segment is a pattern. */
  readonly glob: boolean;
  /** A variable in it is not set: where it lies cannot be told. */
  readonly unknown: boolean;
  /** Of a known place: its key and those of the folders above it up to PROJECT_ROOT, nearest first; empty for a folder above that. */
  readonly keys: readonly string[];
  /** As people read it: below PROJECT_ROOT relative to it. */
  readonly text: string;
}

/** How two places lie to each other. `meets`: patterns that can name one path. `unknown`: a variable is not set. */
export type Overlap = "same" | "contains" | "within" | "meets" | "unknown" | "apart";

const REFERENCE = /\$\{(\w+)\}/g;

/**
 * Resolves a template: variables filled in, links followed as far as they exist, a `..` taken where its link leads.
 * `*`, `?`, `[…]` and `{…}` of the header's own text are a pattern unless a file of that very name is there; in a
 * variable's value and in `root` (absolute, real) they are letters. A variable that is not set is what may be anything.
 */
export function placeOf(template: PathTemplate, env: Env, root: string, disk: Disk): Place {
  const value = (_: string, name: string) => env[name] ?? "";
  const literal = template.replace(REFERENCE, value);
  const set = (text: string) => [...text.matchAll(REFERENCE)].every(([, name = ""]) => env[name]);
  const complete = !template.includes("${") || set(template);
  if (complete && !GLOB.test(template.replace(REFERENCE, ""))) return knownPlace(literal, root, disk);
  if (complete && disk.there(absolute(literal, root))) return knownPlace(literal, root, disk);
  const [, head, rest = ""] = /^(\$\{\w+\})(.*)$/s.exec(template) ?? [];
  const pattern = (part: string): Segment => {
    if (!set(part)) return { pattern: "**" };
    const filled = (quoted: boolean) =>
      part.replace(REFERENCE, (_, name: string) => (quoted ? escapeGlob(env[name] ?? "") : (env[name] ?? "")));
    return GLOB.test(part.replace(REFERENCE, "")) ? { pattern: filled(true) } : filled(false);
  };
  const segments = (text: string) =>
    text
      .split("/")
      .filter((part) => part !== "" && part !== ".")
      .map(pattern);
  if (head !== undefined && !set(head))
    return { key: template, head, segments: segments(rest), glob: true, unknown: true, keys: [], text: template };
  const parts = template.split("/");
  const first = parts.findIndex((part) => !set(part) || GLOB.test(part.replace(REFERENCE, "")));
  const before = parts.slice(0, first).join("/").replace(REFERENCE, value);
  const base = knownPlace(first === 1 && before === "" ? "/" : before || ".", root, disk);
  const after = parts.slice(first).join("/");
  return {
    key: `${base.key}\0${after}`,
    head: "",
    segments: [...base.segments, ...segments(after)],
    glob: true,
    unknown: !complete,
    keys: [],
    text: base.text === "." ? after : `${base.text}/${after}`,
  };
}

function absolute(path: string, root: string): string {
  return path.startsWith("/") ? path : `${root}/${path}`;
}

function knownPlace(path: string, root: string, disk: Disk): Place {
  const found = disk.real(absolute(path, root));
  const text = found === root ? "." : found.startsWith(`${root}/`) ? found.slice(root.length + 1) : found;
  const segments = found === "/" ? [] : found.slice(1).split("/");
  return { key: found, head: "", segments, glob: false, unknown: false, keys: withFoldersAbove(found, root), text };
}

function withFoldersAbove(path: string, root: string): string[] {
  if (isBelow(root, path)) return [];
  const paths = [path];
  const last = path === root ? path.length : isBelow(path, root) ? root.length : 1;
  for (let end = path.lastIndexOf("/"); end >= last; end = path.lastIndexOf("/", end - 1)) paths.push(path.slice(0, end));
  return paths;
}

/** Of two absolute paths in plain spelling. */
function isBelow(path: string, folder: string): boolean {
  return folder === "/" ? path !== "/" : path.startsWith(folder) && path.charCodeAt(folder.length) === 47;
}

/** How `a` lies to `b`: `contains` if `b` is in the folder `a`. */
export function overlap(a: Place, b: Place): Overlap {
  if (a.key === b.key) return "same";
  if (!a.glob && !b.glob) {
    // The common case, and there may be a great many.
    if (isBelow(b.key, a.key)) return "contains";
    return isBelow(a.key, b.key) ? "within" : "apart";
  }
  if (a.head !== b.head || a.segments.includes("..") || b.segments.includes("..")) return "unknown";
  if (!meet(a.segments, 0, b.segments, 0)) return "apart";
  return a.unknown || b.unknown ? "unknown" : "meets";
}

/** Whether paths of both can be one, or one lie in the other. */
function meet(a: readonly Segment[], i: number, b: readonly Segment[], j: number): boolean {
  if (i === a.length || j === b.length) return true;
  if (isAnyDepth(a[i])) return meet(a, i + 1, b, j) || meet(a, i, b, j + 1);
  if (isAnyDepth(b[j])) return meet(b, j, a, i);
  return segmentsMeet(a[i] as Segment, b[j] as Segment) && meet(a, i + 1, b, j + 1);
}

/** Where what `a` names lies to the known place `b`. A pattern may name several paths; it counts as naming all of them. */
export type Naming = "itself" | "folder_above" | "inside";

export function names(a: Place, how: Naming, b: Place): boolean {
  if (a.key === b.key) return how === "itself";
  if (a.unknown || b.unknown || b.glob || a.head !== b.head) return false;
  return match(a.segments, 0, b.segments, 0, how);
}

function match(a: readonly Segment[], i: number, b: readonly Segment[], j: number, how: Naming): boolean {
  if (i === a.length) return how === "itself" ? j === b.length : how === "folder_above" && j < b.length;
  if (j === b.length && how === "inside") return true;
  if (isAnyDepth(a[i])) return match(a, i + 1, b, j, how) || (j < b.length && match(a, i, b, j + 1, how));
  return j < b.length && segmentsMeet(a[i] as Segment, b[j] as Segment) && match(a, i + 1, b, j + 1, how);
}
