import { relative, sep } from "node:path";
import type { Effect } from "../plan/effect.ts";
import { resolvePath } from "../plan/resolve.ts";
import type { TreeChange } from "./tree.ts";

type Env = Readonly<Record<string, string | undefined>>;

/** A change that a header declares, as a place in a tree. */
export interface DeclaredChange {
  effect: Effect;
  kind: "writes" | "creates" | "deletes";
  /** Relative to the tree's root; undefined where a variable is not set: then it covers nothing. */
  path: string | undefined;
}

/** Which changes a declared one covers: who creates a thing may not touch what was there; who writes it may make it. */
const COVERS: Readonly<Record<DeclaredChange["kind"], readonly TreeChange["kind"][]>> = {
  creates: ["created"],
  writes: ["created", "changed"],
  deletes: ["deleted"],
};

/** The declared changes of a call. `root` is PROJECT_ROOT, `tree` the folder whose tree is compared. */
export function declaredChanges(effects: readonly Effect[], env: Env, root: string, tree: string): DeclaredChange[] {
  return effects.flatMap((effect) => {
    if (effect.kind !== "writes" && effect.kind !== "creates" && effect.kind !== "deletes") return [];
    const place = resolvePath(effect.path, env, root);
    return [{ effect, kind: effect.kind, path: place === undefined ? undefined : relative(tree, place).split(sep).join("/") }];
  });
}

/**
 * Splits the changes of a run into those that no declared effect covers, and the declared ones that nothing showed. A declared
 * path stands for itself and all in it, a glob for what it matches and all in that; a folder made on the way to a declared path,
 * or gone with the last that was in it, is covered with it.
 *
 * `matches(glob, path)` decides globs.
 */
export function compareEffects(
  changes: readonly TreeChange[],
  declared: readonly DeclaredChange[],
  matches: (glob: string, path: string) => boolean,
): { undeclared: TreeChange[]; unseen: DeclaredChange[] } {
  const seen = new Set<DeclaredChange>();
  const undeclared = changes.filter((change) => {
    const covering = declared.filter((one) => covers(one, change, matches));
    for (const one of covering) if (!isOnTheWay(one, change)) seen.add(one);
    return covering.length === 0;
  });
  return { undeclared, unseen: declared.filter((one) => !seen.has(one)) };
}

function covers(declared: DeclaredChange, change: TreeChange, matches: (glob: string, path: string) => boolean): boolean {
  const { kind, path } = declared;
  if (path === undefined) return false;
  if (isOnTheWay(declared, change)) return change.kind === "created" ? kind !== "deletes" : change.kind === "deleted" && kind === "deletes";
  if (!COVERS[kind].includes(change.kind)) return false;
  if (path === "" || change.path === path || change.path.startsWith(`${path}/`)) return true;
  return isGlob(path) && parents(change.path).some((one) => matches(path, one));
}

function isOnTheWay({ path }: DeclaredChange, change: TreeChange): boolean {
  if (!change.folder || path === undefined) return false;
  const fixed = isGlob(path) ? path.slice(0, path.search(/[*?[{]/)) : path;
  return fixed.startsWith(`${change.path}/`);
}

export function isGlob(path: string): boolean {
  return /[*?]|\[[^\]]+\]|\{[^}]*,[^}]*\}/.test(path);
}

function parents(path: string): string[] {
  const steps = path.split("/");
  return steps.map((_, at) => steps.slice(0, at + 1).join("/"));
}
