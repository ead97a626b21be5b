import { type Dirent, readdirSync, realpathSync, statSync } from "node:fs";
import { basename, join, sep } from "node:path";
import { byCodePoint } from "../../project/list.ts";
import type { CatalogDiagnostic } from "../catalog.ts";

/** A folder below which skills are looked for. */
export interface SkillRoot {
  /** Absolute. */
  readonly path: string;
  /** Real paths within which it, and every link below it, must lie. */
  readonly within: readonly string[];
  /** The project names it: that it is missing is told. */
  readonly configured: boolean;
}

/** A folder with a SKILL.md. */
export interface SkillPlace {
  /** Real path of the folder: nothing outside of it belongs to the skill. */
  readonly folder: string;
  /** SKILL.md or skill.md in it. */
  readonly manifest: string;
  /** As it was found, through a link perhaps; absolute. */
  readonly found: string;
}

export interface FoundSkills {
  readonly places: readonly SkillPlace[];
  readonly diagnostics: readonly CatalogDiagnostic[];
}

/** Folders below a root that are gone into: this deep, and this many. */
export const MOST_DEPTH = 6;
export const MOST_FOLDERS = 2000;

const SKIPPED = new Set([".git", "node_modules"]);
const MANIFEST = /^skill\.md$/i;

interface Visit {
  readonly path: string;
  readonly depth: number;
  /** The skill whose folder this lies in. */
  readonly inside?: string;
}

/**
 * Every skill below the roots, shallow ones first, then by code point: the same
 * on every machine. Links are followed as long as they stay within; a folder
 * is gone into once, so that a circle ends. What is passed over is told.
 *
 * @param shown how messages name an absolute path
 */
export function findSkills(roots: readonly SkillRoot[], shown: (path: string) => string): FoundSkills {
  const places: SkillPlace[] = [];
  const diagnostics: CatalogDiagnostic[] = [];
  const seen = new Set<string>();
  const tell = (severity: "error" | "warning", code: string, path: string, message: string, fix: string) =>
    diagnostics.push({ code, severity, file: shown(path), message, fix });
  for (const root of roots) walk(root);
  return { places, diagnostics };

  function walk(root: SkillRoot): void {
    const start = enter(root.path, root);
    if (start === undefined) {
      if (root.configured)
        tell(
          "warning",
          "skill_folder_missing",
          root.path,
          "There is no such folder",
          "Make it, or take it out of capabilities.skill_folders",
        );
      return;
    }
    const queue: Visit[] = start === "refused" ? [] : [{ path: root.path, depth: 0 }];
    let count = 0;
    let deep: string | undefined;
    for (let visit = queue.shift(); visit !== undefined; visit = queue.shift()) {
      if (count++ >= MOST_FOLDERS) {
        const left = [visit, ...queue].filter(({ inside }) => inside === undefined);
        if (left[0] !== undefined)
          tell(
            "error",
            "skill_folders_many",
            left[0].path,
            `More than ${MOST_FOLDERS} folders below ${shown(root.path)}: this one and ${left.length - 1} more were not looked into`,
            "Move the skills to a folder of their own",
          );
        break;
      }
      const items = list(visit.path);
      const skill = items && manifestOf(visit, items);
      const inside = visit.inside ?? (visit.depth > 0 ? skill : undefined);
      for (const item of items ?? []) {
        const path = join(visit.path, item.name);
        if (SKIPPED.has(item.name) || MANIFEST.test(item.name) || !isFolder(item, path, root, inside)) continue;
        if (visit.depth < MOST_DEPTH) queue.push({ path, depth: visit.depth + 1, ...(inside === undefined ? {} : { inside }) });
        else if (inside === undefined) deep ??= path;
      }
    }
    if (deep !== undefined)
      tell(
        "error",
        "skill_too_deep",
        deep,
        `It lies more than ${MOST_DEPTH} folders below ${shown(root.path)} and was not looked into`,
        "Move its skills further up",
      );
  }

  function list(path: string): Dirent[] | undefined {
    try {
      return readdirSync(path, { withFileTypes: true }).sort((a, b) => byCodePoint(a.name, b.name));
    } catch (error) {
      tell("error", "skill_unreadable", path, `The folder cannot be read (${codeOf(error)})`, "Let this account read it");
      return undefined;
    }
  }

  /** The real path of a folder that was not seen before; `refused` where it lies outside. */
  function enter(path: string, root: SkillRoot): "new" | "refused" | undefined {
    let real: string;
    try {
      real = realpathSync(path);
      if (!statSync(real).isDirectory()) throw Object.assign(new Error(), { code: "ENOTDIR" });
    } catch (error) {
      if (codeOf(error) === "ENOENT") return undefined;
      tell("error", "skill_unreadable", path, `The folder cannot be read (${codeOf(error)})`, "Let this account read it");
      return "refused";
    }
    if (!root.within.some((place) => liesIn(real, place))) {
      tell(
        "error",
        "skill_link_outside",
        path,
        "The link leaves the folders that skills may lie in; it was not followed",
        "Copy the skill there in its place",
      );
      return "refused";
    }
    if (seen.has(real)) return "refused";
    seen.add(real);
    return "new";
  }

  function isFolder(item: Dirent, path: string, root: SkillRoot, inside: string | undefined): boolean {
    if (item.isDirectory()) return enter(path, root) === "new";
    // A skill's own files may be links; whether they may be read is asked when they are.
    if (!item.isSymbolicLink() || inside !== undefined) return false;
    try {
      if (!statSync(path).isDirectory()) return false;
    } catch (error) {
      tell(
        "error",
        "skill_link_dangling",
        path,
        codeOf(error) === "ELOOP" ? "The link leads to itself" : "The link leads nowhere",
        "Remove it, or make its target",
      );
      return false;
    }
    return enter(path, root) === "new";
  }

  /** Notes the skill of a folder; returns how it is shown. */
  function manifestOf({ path, inside }: Visit, items: readonly Dirent[]): string | undefined {
    const named = items.filter((item) => MANIFEST.test(item.name) && !item.isDirectory());
    const manifest = named.find(({ name }) => name === "SKILL.md") ?? named.find(({ name }) => name === "skill.md");
    if (manifest === undefined) {
      const [other] = named;
      if (other !== undefined && inside === undefined)
        tell("error", "skill_file_name", join(path, other.name), `${other.name} is not read`, `Rename it: SKILL.md`);
      return undefined;
    }
    const file = join(path, manifest.name);
    if (inside !== undefined) {
      tell(
        "error",
        "skill_nested",
        file,
        `It belongs to the skill ${inside} and is no skill of its own`,
        "Move its folder beside that skill's",
      );
      return undefined;
    }
    const folder = realpathSync(path);
    const refusal = manifest.isSymbolicLink() ? linkFault(file, folder) : undefined;
    if (refusal !== undefined) {
      tell("error", ...refusal);
      return undefined;
    }
    if (manifest.name !== "SKILL.md") tell("warning", "skill_file_name", file, "Not every client finds skill.md", "Rename it: SKILL.md");
    places.push({ folder, manifest: manifest.name, found: path });
    return basename(path);
  }

  function linkFault(file: string, folder: string): [string, string, string, string] | undefined {
    try {
      if (liesIn(realpathSync(file), folder)) return undefined;
      return ["skill_link_outside", file, "The link leaves the skill's folder; it was not read", "Copy the file there in its place"];
    } catch {
      return ["skill_link_dangling", file, "The link leads nowhere", "Remove it, or make its target"];
    }
  }
}

/** Whether a real path is `place` or lies in it. */
export function liesIn(real: string, place: string): boolean {
  return real === place || real.startsWith(place.endsWith(sep) ? place : place + sep);
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? String(error);
}
