import { describe, expect, test } from "vitest";
import { namedPaths } from "../../../registry/project/named-paths.ts";
import { workspace } from "../../lib/workspace-project.ts";

const FILES = [
  "packages/ui/label.ts",
  "packages/ui/label.test.ts",
  "packages/api/total.test.ts",
  "src/a b.js",
  "lib/only.rs",
  "node_modules/m/i.js",
  "x/same.ts",
  "y/same.ts",
];

function named(output: string, folder = ""): readonly string[] {
  const { root } = workspace(Object.fromEntries(FILES.map((path) => [path, ""])));
  const text = output.replaceAll("ROOT", root).replaceAll("URL", `file://${encodeURI(root)}`);
  return namedPaths(text, { root, folder: `${root}/${folder}`, module: undefined, files: () => FILES });
}

describe("the files that an output names", () => {
  test.each([
    ["a stack", "    at label (ROOT/packages/ui/label.ts:3:9)", ["packages/ui/label.ts"]],
    ["an address of a file", "    at URL/packages/ui/label.ts:3:9", ["packages/ui/label.ts"]],
    ["a location in quotes", "  location: 'ROOT/src/a b.js:4:1'", ["src/a b.js"]],
    ["Python's traceback", '  File "ROOT/src/a b.js", line 3, in f', ["src/a b.js"]],
    ["a test's id", "FAILED packages/ui/label.test.ts::test_a - Error", ["packages/ui/label.test.ts"]],
    ["vitest", " FAIL  packages/ui/label.test.ts > label > counts", ["packages/ui/label.test.ts"]],
    ["a name without its folder, if it is the only one", "error in only.rs:5 and same.ts:3", ["lib/only.rs"]],
    ["what depends on others", "error at node_modules/m/i.js:1:1", []],
    ["what is not there", "Error: no/such/file.ts failed, see https://example.org/a.html", []],
    ["what lies outside", "Error: /etc/passwd:1 ../../etc/passwd", []],
  ])("%s", (_what, output, paths) => {
    expect(named(output)).toEqual(paths);
  });

  test("relative to where the tests ran, then to the project", () => {
    expect(named("FAIL label.test.ts\nFAIL packages/api/total.test.ts", "packages/ui")).toEqual([
      "packages/ui/label.test.ts",
      "packages/api/total.test.ts",
    ]);
  });

  test("what failed comes first, and what only passed not at all", () => {
    const output = "running packages/ui/label.ts\n ✓ packages/api/total.test.ts (3)\n ✗ packages/ui/label.test.ts (1)\n";
    expect(named(output)).toEqual(["packages/ui/label.test.ts", "packages/ui/label.ts"]);
  });

  test("a line of a megabyte is no trouble", () => {
    expect(named(`${"a/".repeat(500_000)} Error ${"(".repeat(10_000)} packages/ui/label.ts:1`)).toEqual(["packages/ui/label.ts"]);
  });
});
