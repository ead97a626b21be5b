import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { lookingAtDisk } from "../../../registry/plan/disk.ts";
import { type Naming, names, overlap, placeOf } from "../../../registry/plan/place.ts";
import { scratch } from "../../support/project.ts";

/** Two templates in a scratch project, whose own path has brackets, an apostrophe and a space in it. */
function places(one: string, other: string, env: Record<string, string> = {}, prepare: (root: string) => void = () => {}) {
  const root = scratch();
  prepare(root);
  const disk = lookingAtDisk();
  return [one, other].map((template) => placeOf(template, { PROJECT_ROOT: root, ...env }, root, disk)) as [
    ReturnType<typeof placeOf>,
    ReturnType<typeof placeOf>,
  ];
}

describe("two ways to write a path overlap as the paths do:", () => {
  test.each([
    ["a", "a", "same"],
    ["./a//b/", "a/b", "same"],
    ["${PROJECT_ROOT}/a", "a", "same"],
    ["a/../b", "b", "same"],
    ["a", "a/b/c", "contains"],
    ["a/b/c", "a", "within"],
    [".", "a", "contains"],
    ["..", "a", "contains"],
    ["a", "ab", "apart"],
    ["a/b", "a/c", "apart"],
    ["a/*", "a/b", "meets"],
    ["a/*.ts", "a/b.js", "apart"],
    ["a/*.ts", "a", "meets"],
    ["a/*/c", "a/b", "meets"],
    ["a/**/z", "a/b/c/z", "meets"],
    ["**/x", "a/x", "meets"],
    ["a/{b,c}d", "a/cd", "meets"],
    ["a/{b,c}d", "a/bc", "apart"],
    ["a/?b", "a/*c", "apart"],
    ["a/[xy]b", "a/xb", "meets"],
    ["a/x*", "a/*y", "meets"],
    ["a/x*x", "a/x", "apart"],
  ])("%s and %s: %s", (one, other, expected) => {
    expect(overlap(...places(one, other))).toBe(expected);
  });

  test("a variable is what it is set to, its brackets and stars letters", () => {
    const env = { OUT: "out", ODD: "o*t" };
    expect(overlap(...places("${OUT}/x", "out", env))).toBe("within");
    expect(overlap(...places("${ODD}/x", "out/x", env))).toBe("apart");
    expect(overlap(...places("${ODD}-*", "o*t-1", env))).toBe("meets");
    expect(overlap(...places("${ODD}-*", "out-1", env))).toBe("apart");
  });

  test("a variable that is not set may be any place, but for itself", () => {
    expect(overlap(...places("${GONE}/x", "a"))).toBe("unknown");
    expect(overlap(...places("${GONE}/x", "${GONE}/x"))).toBe("same");
    expect(overlap(...places("${GONE}/x", "${GONE}/y"))).toBe("apart");
    expect(overlap(...places("${GONE}/../x", "${GONE}/y"))).toBe("unknown");
    expect(overlap(...places("a/${GONE}", "a/b"))).toBe("unknown");
    expect(overlap(...places("a/${GONE}", "b"))).toBe("apart");
  });

  test("links are followed, also dangling ones and links to links, and .. leaves where a link leads", () => {
    const prepare = (root: string) => {
      mkdirSync(join(root, "store/deep"), { recursive: true });
      symlinkSync("store/deep", join(root, "current"));
      symlinkSync("current", join(root, "latest"));
      symlinkSync("not/yet", join(root, "dangling"));
      symlinkSync("loop", join(root, "loop"));
    };
    expect(overlap(...places("current/x", "store/deep/x", {}, prepare))).toBe("same");
    expect(overlap(...places("latest", "store", {}, prepare))).toBe("within");
    expect(overlap(...places("current/../x", "store/x", {}, prepare))).toBe("same");
    expect(overlap(...places("dangling/x", "not/yet", {}, prepare))).toBe("within");
    expect(overlap(...places("current/*", "store/deep/x", {}, prepare))).toBe("meets");
    expect(overlap(...places("loop/x", "a", {}, prepare))).toBe("apart");
  });

  test("what looks like a pattern is a name where a file of that name is there", () => {
    const prepare = (root: string) => {
      mkdirSync(join(root, "app/[slug]"), { recursive: true });
      writeFileSync(join(root, "app/[slug]/page.tsx"), "");
    };
    expect(overlap(...places("app/[slug]/page.tsx", "app/s/page.tsx", {}, prepare))).toBe("apart");
    expect(overlap(...places("app/[slug]/page.tsx", "app/[slug]", {}, prepare))).toBe("within");
  });
});

test("a pattern with many stars is decided at once", () => {
  const stars = `a/${"*a".repeat(40)}b`;
  expect(overlap(...places(stars, `a/${"a".repeat(200)}`))).toBe("apart");
});

test("a pattern names itself, a folder above, or what lies inside", () => {
  const [made, needed] = places("out/*/x", "out/a/x");
  expect([names(made, "itself", needed), names(made, "folder_above", needed), names(made, "inside", needed)]).toEqual([true, false, false]);
  const naming = (made: string, how: Naming, needed: string) => {
    const [one, other] = places(made, needed);
    return names(one, how, other);
  };
  expect(naming("out/*", "folder_above", "out/a/x")).toBe(true);
  expect(naming("out/*/x", "inside", "out")).toBe(true);
  expect(naming("${GONE}/*", "inside", "out")).toBe(false);
});
