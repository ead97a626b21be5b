import { createHash } from "node:crypto";
import { lstatSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join, relative } from "node:path";

/** Path, mode and content of everything below `root` but for these folders: equal exactly when nothing was changed. */
export function treeDigest(root: string, without: readonly string[] = [".git", "node_modules"]): string {
  const hash = createHash("sha256");
  const paths = readdirSync(root, { recursive: true, withFileTypes: true }).map((item) => join(item.parentPath, item.name));
  for (const path of paths.sort()) {
    const shown = relative(root, path);
    if (without.some((folder) => shown === folder || shown.startsWith(`${folder}/`))) continue;
    const stat = lstatSync(path);
    hash.update(`${shown}\0${stat.mode}\0`);
    hash.update(stat.isFile() ? readFileSync(path) : stat.isSymbolicLink() ? readlinkSync(path) : "");
  }
  return hash.digest("hex");
}
