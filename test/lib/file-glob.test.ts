import { execFileSync } from "node:child_process";
import { rmSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { render, run } from "../../lib/file-glob.ts";
import { thrown, workspace } from "./workspace-project.ts";

const FILES = { "README.md": "", "src/a.ts": "", "src/deep/b.ts": "", "src/deep/B.tsx": "", "docs/日本 語.md": "", ".ci/run": "" };

describe("file glob", () => {
  test.each([
    [["*.md"], ["README.md", "docs/日本 語.md"]],
    [["src/*.ts"], ["src/a.ts"]],
    [["src/**/*.ts"], ["src/a.ts", "src/deep/b.ts"]],
    [["**/*.{ts,tsx}"], ["src/a.ts", "src/deep/B.tsx", "src/deep/b.ts"]],
    [["./src/a.ts"], ["src/a.ts"]],
    [["src/deep"], ["src/deep/B.tsx", "src/deep/b.ts"]],
    [["deep/"], ["src/deep/B.tsx", "src/deep/b.ts"]],
    [["src/**", "!**/deep/**"], ["src/a.ts"]],
    [["*"], [".ci/run", "README.md", "docs/日本 語.md", "src/a.ts", "src/deep/B.tsx", "src/deep/b.ts"]],
    [["docs/日本 語.md"], ["docs/日本 語.md"]],
    [["../outside/*"], []],
  ])("%j gives %j, by path", async (pattern, paths) => {
    expect((await run({ pattern }, workspace(FILES).context())).paths).toEqual(paths);
  });

  test("a name that has brackets in it is found as it stands", async () => {
    const place = workspace({ "app/[id]/page (1).tsx": "", "app/i/page.tsx": "" });
    for (const pattern of ["app/[id]/page (1).tsx", "page (1).tsx", "[id]", "app/[id]"])
      expect((await run({ pattern: [pattern] }, place.context())).paths).toContain("app/[id]/page (1).tsx");
    expect((await run({ pattern: ["app/[id]/*.tsx"] }, place.context())).paths).toEqual(["app/[id]/page (1).tsx", "app/i/page.tsx"]);
  });

  test("globs are relative to --path; an absolute one within it is understood", async () => {
    const place = workspace(FILES);
    expect((await run({ pattern: ["*/b.ts"], path: "src" }, place.context())).paths).toEqual(["src/deep/b.ts"]);
    expect((await run({ pattern: [join(place.root, "src/*.ts")] }, place.context())).paths).toEqual(["src/a.ts"]);
    expect((await run({ pattern: ["*.ts"], path: "." }, place.context({ cwd: join(place.root, "src/deep") }))).paths).toEqual([
      "src/deep/b.ts",
    ]);
  });

  test("--sort modified gives the last changed first, --limit bounds, the total is told", async () => {
    const place = workspace({ "a.txt": "", "b.txt": "", "c.txt": "" });
    for (const [at, name] of ["b.txt", "c.txt", "a.txt"].entries()) utimesSync(join(place.root, name), 1000 - at, 1000 - at);
    const data = await run({ pattern: ["*.txt"], sort: "modified", limit: 2 }, place.context());
    expect(data).toMatchObject({ paths: ["b.txt", "c.txt"], total: 3 });
    expect(render(data)).toBe("b.txt\nc.txt\n2 of 3; --limit shows more");
  });

  test("lists what git tracks and would offer to, and not what is gone from the disk", async () => {
    const place = workspace({ "a.txt": "", "b.txt": "", "c.log": "", ".gitignore": "*.log\n" });
    const git = (...words: string[]) => execFileSync("git", ["-C", place.root, ...words]);
    git("init", "--quiet");
    git("add", "a.txt", "b.txt");
    rmSync(join(place.root, "b.txt"));
    place.write("new.txt", "");
    expect((await run({ pattern: ["*.txt", "*.log"] }, place.context())).paths).toEqual(["a.txt", "new.txt"]);
    expect((await run({ pattern: ["*.log"], ignored: true }, place.context())).paths).toEqual(["c.log"]);
    expect((await run({ pattern: ["*.log"] }, place.context())).notes[0]).toContain("--ignored");
  });

  test("a project in a folder that a repository around it ignores has its files all the same", async () => {
    const place = workspace({ "tmp/project/a.txt": "", ".gitignore": "tmp/\n" });
    execFileSync("git", ["init", "--quiet", place.root]);
    const inner = join(place.root, "tmp/project");
    expect(
      (await run({ pattern: ["*"] }, place.context({ env: { PROJECT_ROOT: inner, PATH: process.env.PATH ?? "" }, cwd: inner }))).paths,
    ).toEqual(["a.txt"]);
  });

  test("runs no program that the repository's own settings name", async () => {
    const place = workspace({ "a.txt": "" });
    execFileSync("git", ["init", "--quiet", place.root]);
    execFileSync("git", ["-C", place.root, "config", "core.fsmonitor", "touch ran.txt; true"]);
    expect((await run({ pattern: ["*"] }, place.context())).paths).toEqual(["a.txt"]);
  });

  test("a glob that is none, or takes too long, is refused; a file is no folder", async () => {
    const place = workspace({ [`${"a".repeat(200)}b`]: "", "f.txt": "" });
    expect(await thrown(() => run({ pattern: ["x".repeat(60_000)] }, place.context()))).toMatchObject({
      code: "glob_invalid",
      recoverable: "yes",
    });
    expect((await thrown(() => run({ pattern: [`${"*a".repeat(40)}*c`] }, place.context()))).code).toBe("glob_invalid");
    expect((await thrown(() => run({ pattern: ["*"], path: "f.txt" }, place.context()))).code).toBe("path_malformed");
    expect((await thrown(() => run({ pattern: ["*"], path: "none" }, place.context()))).code).toBe("file_missing");
  });
});
