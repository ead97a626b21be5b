import { createHash } from "node:crypto";
import { lstatSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";

/** One thing in a tree: what it is, with its mode and a digest of its content or its link's target. */
export interface TreeItem {
  /** `folder`, `file` or `link`, octal mode, and SHA-256 or target. */
  state: string;
  /** Size, times and inode: while they stay, the content is not read again. */
  stamp: string;
}

/** By path relative to the tree's root, with `/`. */
export type Tree = ReadonlyMap<string, TreeItem>;

export interface TreeChange {
  kind: "created" | "changed" | "deleted";
  path: string;
  /** What stands there, or stood there: a folder that is made on the way is no content. */
  folder: boolean;
}

/**
 * Everything below `root` by content, mode and link target; links are not followed. `skip` names what is not looked at, nor what is
 * in it. `before` is an earlier tree of the same root, from which digests of untouched files are taken over.
 * What vanishes while it is read is left out; what cannot be read counts by its stamp.
 */
export function readTree(root: string, skip: (path: string) => boolean = () => false, before?: Tree): Tree {
  const items = new Map<string, TreeItem>();
  const walk = (folder: string) => {
    for (const name of names(join(root, folder))) {
      const path = folder === "" ? name : `${folder}/${name}`;
      if (skip(path)) continue;
      const item = itemAt(join(root, path), before?.get(path));
      if (item === undefined) continue;
      items.set(path, item);
      if (item.state.startsWith("folder")) walk(path);
    }
  };
  walk("");
  return items;
}

function names(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}

function itemAt(path: string, known: TreeItem | undefined): TreeItem | undefined {
  try {
    const stat = lstatSync(path, { bigint: true });
    const mode = (stat.mode & 0o7777n).toString(8);
    if (stat.isDirectory()) return { state: `folder ${mode}`, stamp: "" };
    if (stat.isSymbolicLink()) return { state: `link ${readlinkSync(path)}`, stamp: "" };
    const stamp = `${stat.ino} ${stat.size} ${stat.mtimeNs} ${stat.ctimeNs}`;
    if (known?.stamp === stamp) return known;
    return { state: `file ${mode} ${stat.isFile() ? digest(path, stamp) : "special"}`, stamp };
  } catch {
    return undefined;
  }
}

function digest(path: string, stamp: string): string {
  try {
    return createHash("sha256").update(readFileSync(path)).digest("hex");
  } catch {
    return stamp;
  }
}

/** What differs, by path. */
export function treeChanges(before: Tree, after: Tree): TreeChange[] {
  const changes: TreeChange[] = [];
  const isFolder = (item: TreeItem) => item.state.startsWith("folder");
  for (const [path, item] of after) {
    const old = before.get(path);
    if (old === undefined) changes.push({ kind: "created", path, folder: isFolder(item) });
    else if (old.state !== item.state) changes.push({ kind: "changed", path, folder: isFolder(item) && isFolder(old) });
  }
  for (const [path, item] of before) if (!after.has(path)) changes.push({ kind: "deleted", path, folder: isFolder(item) });
  return changes.sort((a, b) => (a.path < b.path ? -1 : 1));
}
