import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ignore, { type Ignore } from "ignore";
import type { PlaceInside } from "./place-inside.ts";

interface Rules {
  /** Folder of the .gitignore, relative to the one where reading began, with `/` behind it; empty: that one. */
  readonly base: string;
  readonly rules: Ignore;
}

/**
 * All files below a folder but those that .gitignore files name, from PROJECT_ROOT down; names relative to the folder. Links
 * are not followed. A folder that cannot be read is left out.
 */
export function walkFiles(folder: PlaceInside, ignored: boolean): string[] {
  const found: string[] = [];
  const visit = (way: string, above: readonly Rules[]): void => {
    const here = join(folder.root, way);
    const rules = ignored ? [] : withRulesOf(here, way, above);
    for (const entry of entriesOf(here)) {
      const path = way + entry.name;
      const isFolder = entry.isDirectory();
      // node_modules is skipped by the caller in any case, and it is large.
      if (entry.name === ".git" || (isFolder && entry.name === "node_modules" && !ignored)) continue;
      if (isIgnored(isFolder ? `${path}/` : path, rules)) continue;
      if (isFolder) visit(`${path}/`, rules);
      else found.push(path);
    }
  };
  const start = folder.path === "." ? "" : `${folder.path}/`;
  visit(start, ignored ? [] : rulesAbove(folder));
  return found.map((path) => path.slice(start.length));
}

/** Rules of the folders from PROJECT_ROOT down to the one above the folder. */
function rulesAbove({ root, path }: PlaceInside): readonly Rules[] {
  if (path === ".") return [];
  const parts = path.split("/");
  return parts.reduce<readonly Rules[]>((rules, _, at) => {
    const way = parts
      .slice(0, at)
      .map((part) => `${part}/`)
      .join("");
    return withRulesOf(join(root, way), way, rules);
  }, []);
}

function withRulesOf(folder: string, base: string, above: readonly Rules[]): readonly Rules[] {
  try {
    return [...above, { base, rules: ignore().add(readFileSync(join(folder, ".gitignore"), "utf8")) }];
  } catch {
    return above;
  }
}

/** The innermost file that says anything of a path decides. */
function isIgnored(path: string, rules: readonly Rules[]): boolean {
  for (const { base, rules: own } of rules.toReversed()) {
    const { ignored, unignored } = own.test(path.slice(base.length));
    if (ignored) return true;
    if (unignored) return false;
  }
  return false;
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
