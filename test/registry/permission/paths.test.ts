import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { decideByRules, matchRule } from "../../../registry/permission/decide-by-rules.ts";
import { realTarget } from "../../../registry/permission/real-target.ts";
import { NO_RULES } from "../../../registry/permission/rules.ts";
import { target } from "./target.ts";

const base = realpathSync(mkdtempSync(join(tmpdir(), "nichekit-paths-")));
const root = join(base, "project");
const home = join(base, "home");
afterAll(() => rmSync(base, { recursive: true, force: true }));
for (const folder of ["project/src/deep", "project/secrets", "home/.ssh", "outside/sub"])
  mkdirSync(join(base, folder), { recursive: true });
for (const file of ["project/.env", "project/src/a.ts", "project/secrets/key", "home/.ssh/id", "outside/x"])
  writeFileSync(join(base, file), "");
symlinkSync(join(base, "outside"), join(root, "link-out"));
symlinkSync("../outside/sub", join(root, "link-sub"));
symlinkSync(".env", join(root, ".env.example"));
symlinkSync(join(root, "src"), join(base, "outside/link-in"));
symlinkSync("secrets/new", join(root, "to-nothing"));
symlinkSync("loop", join(root, "loop"));

const call = (path: unknown, cwd = root) => target({ path }, { id: "local__file-read", types: { path: "path" }, cwd, root, home });
const allows = (specifier: string, path: unknown, cwd?: string) => matchRule(`local__file-read(${specifier})`, call(path, cwd), "allow");
const denies = (specifier: string, path: unknown, cwd?: string) => {
  const hit = decideByRules({ ...NO_RULES, deny: [`local__file-read(${specifier})`] }, call(path, cwd));
  return hit === undefined ? "no" : hit.undecided ? "unknown" : hit.kind;
};

describe("where a pattern begins", () => {
  test.each([
    ["//etc/**", "/etc/passwd", true],
    ["//etc/**", "etc/passwd", false],
    ["~/.ssh/**", join(home, ".ssh/id"), true],
    ["~/.ssh/**", ".ssh/id", false],
    ["/src/**", "src/a.ts", true],
    ["/src/**", "src/deep/new/b.ts", true],
    ["/src/**", "other/src/a.ts", false],
    ["src/**", "src/a.ts", true],
    ["*.ts", "src/a.ts", true],
    ["/*.ts", "src/a.ts", false],
    ["/src/a.ts", join(root, "src/a.ts"), true],
    ["/src/**", "src", false],
    ["/src", "src/a.ts", true],
  ])("%s and %s: %s", (specifier, path, expected) => expect(allows(specifier, path)).toBe(expected));

  test("./ is the caller's folder, / PROJECT_ROOT wherever he stands", () => {
    const src = join(root, "src");
    expect(allows("./a.ts", "a.ts", src)).toBe(true);
    expect(allows("./a.ts", "src/a.ts", root)).toBe(false);
    expect(allows("/src/a.ts", "a.ts", src)).toBe(true);
    expect(allows("/src/*", "../src/a.ts", src)).toBe(true);
  });

  test("of a list every path must be allowed, and any may be denied", () => {
    expect(allows("/src/**", ["src/a.ts", "src/b.ts"])).toBe(true);
    expect(allows("/src/**", ["src/a.ts", ".env"])).toBe(false);
    expect(allows("/src/**", [])).toBe(false);
    expect(denies(".env", ["src/a.ts", ".env"])).toBe("deny");
    const rules = { ...NO_RULES, allow: ["local__file-read(/src/**)", "local__file-read(/docs/**)"] };
    expect(decideByRules(rules, call(["src/a.ts", "docs/b.md"]))?.kind).toBe("allow");
  });

  test("a pattern that .gitignore would take for a comment or an exception is taken by its letters", () => {
    expect(denies("#x", "#x")).toBe("deny");
    expect(denies("!x", "!x")).toBe("deny");
    expect(allows("!x", "y")).toBe(false);
  });
});

describe("a deny rule meets the text or the target, an allow rule must cover both", () => {
  test.each([
    ["a link out of the project", "//**/outside/**", "link-out/x"],
    ["a link to a denied file", ".env", ".env.example"],
    ["parent hops", ".env", "src/../.env"],
    ["parent hops behind a link, as the system goes", "//**/outside/x", "link-sub/../x"],
    ["changed case", ".env", ".ENV"],
    ["changed case of a folder", "/secrets/**", "Secrets/key"],
    ["an absolute path", ".env", join(root, ".env")],
    ["a path from elsewhere into the project", "/src/**", join(base, "outside/link-in/a.ts")],
    ["a file that does not exist yet", "/secrets/**", "secrets/new/deep/file"],
    ["a file that does not exist yet, behind a link", "//**/outside/**", "link-out/new"],
    ["a link to what does not exist yet", "/secrets/**", "to-nothing"],
    ["a folder itself", "secrets/", "secrets"],
    ["a name wherever it stands, outside too", "id", join(home, ".ssh/id")],
    ["the home folder by its sign", "~/.ssh/**", "~/.ssh/id"],
  ])("%s", (_, specifier, path) => expect(denies(specifier, path)).toBe("deny"));

  test("a path whose target cannot be told asks", () => {
    expect(denies("/secrets/**", "loop")).toBe("unknown");
    expect(denies("/secrets/**", "a\0b")).toBe("unknown");
    expect(denies("/secrets/**", "src/a.ts")).toBe("no");
  });

  test.each([
    ["a link out of the project", "/link-out/**", "link-out/x"],
    ["a link to another file", "/.env.example", ".env.example"],
    ["a target that has the right name behind a link that has not", "/src/**", join(base, "outside/link-in/a.ts")],
    ["changed case", "/src/**", "SRC/a.ts"],
    ["parent hops behind a link", "/**", "link-sub/../x"],
    ["a link to what does not exist yet", "/to-nothing", "to-nothing"],
    ["a loop of links", "/loop", "loop"],
    ["the home folder's sign", "/**", "~/x"],
  ])("%s is not allowed", (_, specifier, path) => expect(allows(specifier, path)).toBe(false));

  test("a link whose own path and target are both allowed is", () => expect(allows("//**", "link-out/x")).toBe(true));
});

test("the target of what is missing is told by its nearest folder that exists", () => {
  expect(realTarget(join(root, "link-out/a/b"))).toBe(join(base, "outside/a/b"));
  expect(realTarget(join(root, "to-nothing"))).toBe(join(root, "secrets/new"));
  expect(realTarget(join(root, "src/a.ts/b"))).toBe(join(root, "src/a.ts/b"));
  expect(realTarget(join(root, "loop/x"))).toBeUndefined();
});

test("a parameter is a path by its declared type, else by its name", () => {
  const by = (input: Record<string, unknown>, types = {}) =>
    matchRule("mcp__fs__read(.env)", target(input, { id: "mcp__fs__read", types, cwd: root, root, home }), "deny");
  expect(by({ where: "src/../.env" }, { where: "path" })).toBe(true);
  for (const name of ["path", "file_path", "filePath", "file", "output-dir", "directory"])
    expect(by({ [name]: "src/../.env" }), name).toBe(true);
  expect(by({ text: "src/../.env" })).toBe(false);
  expect(by({ text: ".env" })).toBe(true);
});
