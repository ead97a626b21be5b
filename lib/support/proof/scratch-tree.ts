import { createHash } from "node:crypto";
import { lstatSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { readTree, type Tree, type TreeChange, type TreeItem, treeChanges } from "../../../registry/proof/tree.ts";
import { gitText } from "./listed-files.ts";
import type { Scratch } from "./scratch-copy.ts";

/** What of a repository is a statement, and no cache of git's. Its index and its refs are asked for. */
const GIT_KEPT = /^(?:HEAD|config|hooks|hooks\/.*|info|info\/(?:exclude|attributes|sparse-checkout)|worktrees|worktrees\/[^/]+)$/;
/** Beside its packages, node_modules holds what programs keep for themselves. */
const PROGRAMS_OWN = /(?:^|\/)node_modules\/\.(?!bin(?:\/|$))[^/]+$/;

/**
 * Programs' caches below HOME: not essential by their own standards (XDG, Apple), or npm's and its like. To keep something there says nothing of
 * the tool that started them.
 */
const CACHES =
  /^home\/(?:\.cache|Library\/Caches|\.npm|\.yarn|\.pnpm-store|\.pnpm-state|\.local\/(?:state|share\/pnpm)|\.node-gyp|\.bun|\.deno)(?:\/|$)/;

/** All that lies in the scratch folder, but for what the dispatcher, git, package managers and Python keep for themselves. */
export function treeOf(scratch: Scratch, before?: Tree): Tree {
  const name = basename(scratch.root);
  const apart = new Set(["modules", "results", "catalog"].map((own) => `${name}/logs/cache/${own}`));
  const git = `${name}/.git/`;
  const skip = (path: string) => {
    if (apart.has(path) || path.endsWith("/__pycache__") || PROGRAMS_OWN.test(path)) return true;
    if (path === "remotes") return true;
    return path.startsWith(git) && !GIT_KEPT.test(path.slice(git.length));
  };
  const tree = new Map(readTree(scratch.folder, skip, before));
  const index = indexItem(scratch, before?.get(`${git}index`));
  if (index !== undefined) tree.set(`${git}index`, index);
  if (tree.has(`${git}HEAD`)) addRefs(tree, scratch, scratch.root, git);
  for (const remote of remotesOf(scratch.remotes)) addRefs(tree, scratch, join(scratch.remotes, remote), `remotes/${remote}/`);
  return tree;
}

/** Branches, tags and notes, however git keeps them. What is known of a remote changes by a fetch, which is no change of the project's. */
function addRefs(tree: Map<string, TreeItem>, scratch: Scratch, folder: string, prefix: string): void {
  const refs = gitText(folder, gitEnv(scratch), ["for-each-ref", "--format=%(refname) %(objectname)"]) ?? "";
  for (const line of refs.split("\n")) {
    const [name = "", oid = ""] = line.split(" ");
    if (name !== "" && !name.startsWith("refs/remotes/")) tree.set(prefix + name, { state: `ref ${oid}`, stamp: "" });
  }
}

/** The bare repositories below a folder, each by its path in it. */
function remotesOf(folder: string, path = ""): string[] {
  const items = namesIn(join(folder, path));
  if (items.includes("HEAD") && items.includes("objects")) return [path];
  return items.flatMap((name) => remotesOf(folder, path === "" ? name : `${path}/${name}`));
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function gitEnv(scratch: Scratch) {
  return { PATH: process.env.PATH, HOME: scratch.home };
}

/** What is staged. The bytes of an index change with each `git status`, so git is asked where they did. */
function indexItem(scratch: Scratch, known: TreeItem | undefined): TreeItem | undefined {
  const stat = lstatSync(join(scratch.root, ".git/index"), { throwIfNoEntry: false, bigint: true });
  if (stat === undefined) return undefined;
  const stamp = `${stat.ino} ${stat.size} ${stat.mtimeNs} ${stat.ctimeNs}`;
  if (known?.stamp === stamp) return known;
  const staged = gitText(scratch.root, gitEnv(scratch), ["ls-files", "--stage", "-z"]);
  return {
    state: `file ${createHash("sha256")
      .update(staged ?? stamp)
      .digest("hex")}`,
    stamp,
  };
}

/**
 * What a call changed. Not the tool's: the folders of the dispatcher's own cache, and an empty folder that a program makes in HOME (a folder
 * alone is no content). What a remote got is one change, of the remote. `caches` (a program's below HOME) stand apart.
 */
export function changesOf(scratch: Scratch, before: Tree, after: Tree): TreeChange[] {
  const name = basename(scratch.root);
  const own = new Set([`${name}/logs`, `${name}/logs/cache`]);
  const all = treeChanges(before, after).filter(({ path, folder, kind }) => !(folder && kind === "created" && own.has(path)));
  const pushed = new Set(all.flatMap(({ path }) => (path.startsWith("remotes/") ? [path.slice(0, path.indexOf("/refs/"))] : [])));
  const rest = all.filter((change) => !change.path.startsWith("remotes/") && !CACHES.test(change.path) && !isBare(change, all));
  return [...rest, ...[...pushed].map((path): TreeChange => ({ kind: "changed", path, folder: false }))];
}

/** The caches that a call wrote to, each by its first folders: `home/.npm`. */
export function cachesIn(before: Tree, after: Tree): string[] {
  const written = treeChanges(before, after).filter(({ path, folder }) => !folder && CACHES.test(path));
  return [...new Set(written.map(({ path }) => CACHES.exec(path)?.[0].replace(/\/$/, "") ?? path))];
}

function isBare(change: TreeChange, all: readonly TreeChange[]): boolean {
  if (!change.folder || change.kind !== "created" || !change.path.startsWith("home/")) return false;
  return !all.some(({ path, folder }) => !folder && path.startsWith(`${change.path}/`) && !CACHES.test(path));
}
