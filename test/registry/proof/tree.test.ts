import { chmodSync, mkdirSync, renameSync, rmSync, symlinkSync, unlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readTree, treeChanges } from "../../../registry/proof/tree.ts";
import { scratch } from "../../support/project.ts";

function differences(change: (root: string) => void): string[] {
  const root = scratch();
  mkdirSync(join(root, "a"));
  writeFileSync(join(root, "a/one"), "1");
  writeFileSync(join(root, "two"), "2");
  symlinkSync("two", join(root, "link"));
  const before = readTree(root);
  change(root);
  const again = treeChanges(before, readTree(root, undefined, before));
  expect(again).toEqual(treeChanges(before, readTree(root)));
  return again.map(({ kind, path, folder }) => `${kind} ${path}${folder ? "/" : ""}`);
}

test("a tree tells what was created, changed and deleted, by content, mode and link target", () => {
  expect(differences((root) => writeFileSync(join(root, "a/new"), ""))).toEqual(["created a/new"]);
  expect(differences((root) => mkdirSync(join(root, "b")))).toEqual(["created b/"]);
  expect(differences((root) => writeFileSync(join(root, "two"), "3"))).toEqual(["changed two"]);
  expect(differences((root) => chmodSync(join(root, "two"), 0o700))).toEqual(["changed two"]);
  expect(differences((root) => rmSync(join(root, "a"), { recursive: true }))).toEqual(["deleted a/", "deleted a/one"]);
  expect(
    differences((root) => {
      unlinkSync(join(root, "link"));
      symlinkSync("a", join(root, "link"));
    }),
  ).toEqual(["changed link"]);
});

test("what has another time or inode and the same content is unchanged", () => {
  expect(differences((root) => utimesSync(join(root, "two"), 1, 1))).toEqual([]);
  expect(
    differences((root) => {
      writeFileSync(join(root, "copy"), "2");
      renameSync(join(root, "copy"), join(root, "two"));
    }),
  ).toEqual([]);
});

test("the same length and time do not hide another content", () => {
  expect(
    differences((root) => {
      writeFileSync(join(root, "two"), "3");
      utimesSync(join(root, "two"), 1, 1);
    }),
  ).toEqual(["changed two"]);
});

test("what is skipped is not looked at, nor what is in it", () => {
  const root = scratch();
  mkdirSync(join(root, "a"));
  writeFileSync(join(root, "a/one"), "1");
  expect([...readTree(root, (path) => path === "a").keys()]).toEqual([]);
});
