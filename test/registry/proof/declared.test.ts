import picomatch from "picomatch";
import { describe, expect, test } from "vitest";
import { parseEffect } from "../../../registry/plan/effect.ts";
import { compareEffects, declaredChanges } from "../../../registry/proof/declared.ts";
import type { TreeChange } from "../../../registry/proof/tree.ts";

const created = (path: string): TreeChange => ({ kind: "created", path, folder: false });
const folder = (path: string, kind: TreeChange["kind"] = "created"): TreeChange => ({ kind, path, folder: true });
const changed = (path: string): TreeChange => ({ kind: "changed", path, folder: false });
const deleted = (path: string): TreeChange => ({ kind: "deleted", path, folder: false });

function undeclared(effects: readonly string[], changes: readonly TreeChange[], env: Record<string, string> = {}): string[] {
  const declared = declaredChanges(effects.map(parseEffect), env, "/s/project", "/s");
  return compareEffects(changes, declared, (glob, path) => picomatch.isMatch(path, glob, { dot: true })).undeclared.map(
    ({ kind, path }) => `${kind} ${path}`,
  );
}

describe("a change is declared", () => {
  test.each([
    ["by the path itself", ["writes out.txt"], [changed("project/out.txt"), created("project/out.txt")]],
    ["by a folder above it", ["writes out"], [created("project/out/a/b.txt")]],
    ["by a glob", ["writes out/*.html"], [created("project/out/a.html")]],
    ["by a glob of any depth", ["writes ${PROJECT_ROOT}/**/*.map"], [created("project/a/b/c.map")]],
    ["by a folder that a glob names", ["creates packages/*/dist"], [created("project/packages/x/dist/y.js")]],
    ["by PROJECT_ROOT", ["writes ${PROJECT_ROOT}"], [created("project/x")]],
    ["by a variable", ["writes ${OUT}/x"], [created("project/there/x")]],
    ["with the folders made on the way", ["creates a/b/c.txt"], [folder("project/a"), folder("project/a/b"), created("project/a/b/c.txt")]],
    ["outside of the project, where the header says so", ["writes ${PROJECT_ROOT}/../other/x"], [created("other/x")]],
    ["with the folders that go with it", ["deletes a/b"], [folder("project/a", "deleted"), deleted("project/a/b")]],
  ] as const)("%s", (_, effects, changes) => {
    expect(undeclared(effects, changes, { OUT: "/s/project/there", PROJECT_ROOT: "/s/project" })).toEqual([]);
  });
});

describe("a change is not declared", () => {
  test.each([
    ["by another path that begins alike", ["writes out"], [created("project/output")]],
    ["by `creates`, where it changes what was there", ["creates out.txt"], [changed("project/out.txt")]],
    ["by `writes`, where it deletes", ["writes out"], [deleted("project/out/a")]],
    ["by `deletes`, where it makes", ["deletes out"], [created("project/out/a")]],
    ["by `reads`", ["reads out"], [created("project/out")]],
    ["by a variable that is not set", ["writes ${NOWHERE}"], [created("project/x")]],
    ["by a glob that names others", ["writes out/*.html"], [created("project/out/a.css")]],
  ] as const)("%s", (_, effects, changes) => {
    expect(undeclared(effects, changes)).toEqual(changes.map(({ kind, path }) => `${kind} ${path}`));
  });
});

test("declared changes that nothing showed are told; a folder made on the way shows nothing", () => {
  const declared = declaredChanges(["writes a/x", "writes a/y", "reads b"].map(parseEffect), {}, "/s/project", "/s");
  const { unseen } = compareEffects([folder("project/a"), created("project/a/x")], declared, () => false);
  expect(unseen.map(({ effect }) => effect.text)).toEqual(["writes a/y"]);
});
