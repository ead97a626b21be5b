import { execFileSync } from "node:child_process";
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { render, run } from "../../lib/file-grep.ts";
import { thrown, type Workspace, workspace } from "./workspace-project.ts";

function inGit(place: Workspace): Workspace {
  execFileSync("git", ["init", "--quiet", place.root]);
  return place;
}

describe("file grep", () => {
  test("gives the lines that match with path and line, by path", async () => {
    const place = workspace({ "b.ts": "let x;\nconst y = 1;\n", "a/日本.ts": "const 名前 = 1;\r\n", "c.md": "nothing" });
    const data = await run({ pattern: "^const .* = \\d;$" }, place.context());
    expect(data).toEqual({
      count: 2,
      files: 2,
      searched: 3,
      matches: [
        { path: "a/日本.ts", line: 1, text: "const 名前 = 1;" },
        { path: "b.ts", line: 2, text: "const y = 1;" },
      ],
      paths: [],
      truncated: false,
      notes: [],
    });
    expect(render(data)).toBe("a/日本.ts:1:const 名前 = 1;\nb.ts:2:const y = 1;");
  });

  test("--fixed takes the pattern as it is written, --ignore-case any case, (?i) is understood", async () => {
    const place = workspace({ "a.txt": "a.b\naxb\nA.B\n" });
    const count = async (args: object) => (await run({ pattern: "a.b", ...args }, place.context())).count;
    expect(await count({})).toBe(2);
    expect(await count({ fixed: true })).toBe(1);
    expect(await count({ fixed: true, "ignore-case": true })).toBe(2);
    expect(await count({ "ignore-case": true })).toBe(3);
    expect(await count({ pattern: "(?i)A\\.b" })).toBe(2);
    expect(await count({ pattern: "\\p{Lu}" })).toBe(1);
  });

  test("--glob, --path and --files-only narrow it", async () => {
    const place = workspace({ "src/a.ts": "x\nx\n", "src/a.test.ts": "x\n", "lib/b.ts": "x\n", "lib/c.js": "x\n" });
    const paths = async (args: object) =>
      (await run({ pattern: "x", "files-only": true, ...args }, place.context())).paths.map(({ path }) => path);
    expect(await paths({ glob: ["*.ts"] })).toEqual(["lib/b.ts", "src/a.test.ts", "src/a.ts"]);
    expect(await paths({ glob: ["*.ts", "!*.test.ts"] })).toEqual(["lib/b.ts", "src/a.ts"]);
    expect(await paths({ path: "src" })).toEqual(["src/a.test.ts", "src/a.ts"]);
    expect(await paths({ path: "lib/c.js" })).toEqual(["lib/c.js"]);
    expect(await paths({ path: "lib", glob: ["lib/*"] })).toEqual([]);
    const data = await run({ pattern: "x", "files-only": true, path: "src" }, place.context());
    expect(data).toMatchObject({ count: 3, files: 2, matches: [], paths: [{ count: 1 }, { count: 2 }] });
    expect(render(data)).toBe("src/a.test.ts: 1\nsrc/a.ts: 2");
  });

  test("--context gives the lines around, also those that another match shares", async () => {
    const place = workspace({ "a.txt": "1\n2 x\n3\n4 x\n5\n" });
    const data = await run({ pattern: "x", context: 1 }, place.context());
    expect(data.matches).toEqual([
      { path: "a.txt", line: 2, text: "2 x", before: ["1"], after: ["3"] },
      { path: "a.txt", line: 4, text: "4 x", before: ["3"], after: ["5"] },
    ]);
    expect(render(data)).toBe("a.txt-1-1\na.txt:2:2 x\na.txt-3-3\n--\na.txt-3-3\na.txt:4:4 x\na.txt-5-5");
  });

  test("shows --limit matches and counts all", async () => {
    const place = workspace({ "a.txt": "x\n".repeat(250), "b.txt": "x\n".repeat(7) });
    const data = await run({ pattern: "x", limit: 5 }, place.context());
    expect(data).toMatchObject({ count: 257, files: 2, truncated: true });
    expect(data.matches.length).toBe(5);
    expect(render(data)).toContain("5 of 257 lines in 2 files");
  });

  test("bounds its answer whatever the lines' length, and shows the part around the match", async () => {
    const place = workspace({ "min.js": `${"y".repeat(100_000)}NEEDLE${"z".repeat(100_000)}\n`.repeat(30) });
    const data = await run({ pattern: "NEEDLE", limit: 10_000, context: 20 }, place.context());
    expect(data.count).toBe(30);
    expect(Buffer.byteLength(JSON.stringify(data))).toBeLessThan(70_000);
    expect(data.matches[0]?.text).toMatch(/^…y+NEEDLEz+…$/);
  });

  test.each([true, false])("leaves out what .gitignore files name, .git and node_modules; --ignored does not (git: %s)", async (git) => {
    const files = {
      ".gitignore": "*.log\n/dist/\n",
      "a.txt": "x",
      "a.log": "x",
      "dist/b.txt": "x",
      "src/dist/c.txt": "x",
      "src/.gitignore": "!keep.log\n/own.txt\n",
      "src/keep.log": "x",
      "src/own.txt": "x",
      "node_modules/m/d.js": "x",
      ".github/e.yml": "x",
    };
    const place = git ? inGit(workspace(files)) : workspace(files);
    const paths = async (args: object) =>
      (await run({ pattern: "^x", "files-only": true, ...args }, place.context())).paths.map(({ path }) => path);
    expect(await paths({})).toEqual([".github/e.yml", "a.txt", "src/dist/c.txt", "src/keep.log"]);
    expect(await paths({ ignored: true })).toEqual([
      ".github/e.yml",
      "a.log",
      "a.txt",
      "dist/b.txt",
      "node_modules/m/d.js",
      "src/dist/c.txt",
      "src/keep.log",
      "src/own.txt",
    ]);
    // What is named itself is searched.
    expect(await paths({ path: "a.log" })).toEqual(["a.log"]);
    expect(await paths({ path: "node_modules/m", ignored: true })).toEqual(["node_modules/m/d.js"]);
  });

  test("tells what it left out: no text, too large, a repository within; follows no link", async () => {
    const place = inGit(workspace({ "a.txt": "x\n", "b.bin": Buffer.from([0, 120]), "big.log": "x\n".repeat(5_000_000) }));
    symlinkSync(join(place.outside, "secret.txt"), join(place.root, "out.txt"));
    symlinkSync("a.txt", join(place.root, "same.txt"));
    execFileSync("git", ["init", "--quiet", join(place.root, "sub")]);
    place.write("sub/inner.txt", "x\n");
    const data = await run({ pattern: "x|SECRET" }, place.context());
    expect(data).toMatchObject({ count: 1, matches: [{ path: "a.txt" }] });
    expect(data.notes).toEqual([
      "Not searched: 1 files that are no text",
      "Not searched, above 8 MiB (name it as --path): big.log",
      "Repositories of their own, to be searched by --path: sub",
    ]);
    expect(await run({ pattern: "x", path: "big.log", limit: 1 }, place.context())).toMatchObject({ count: 5_000_000 });
    expect(await run({ pattern: "x", path: "sub" }, place.context())).toMatchObject({ matches: [{ path: "sub/inner.txt" }] });
  });

  test("nothing found is an answer, and says where else to look", async () => {
    const place = workspace({ "a.txt": "x" });
    expect(await run({ pattern: "a\\nb" }, place.context())).toMatchObject({
      count: 0,
      notes: [
        "None of 1 files holds it; --ignored also looks at what git ignores",
        "A pattern matches within one line, so \\n is never found",
      ],
    });
  });

  test("a pattern that is none is refused with the call that takes it as text", async () => {
    const error = await thrown(() => run({ pattern: "foo(", glob: ["*.ts"] }, workspace().context()));
    expect(error).toMatchObject({ code: "grep_pattern_invalid", layer: "precondition", recoverable: "yes" });
    expect(error.fix).toEqual(["acme file grep --pattern 'foo(' --glob '*.ts' --fixed"]);
  });

  test("a pattern that would take years is stopped, and its line is named", async () => {
    const place = workspace({ "a.txt": "aaa\n", "evil.txt": `fine\n${"a".repeat(60)}!\n` });
    const error = await thrown(() => run({ pattern: "^(a+)+$" }, place.context()));
    expect(error).toMatchObject({ code: "grep_pattern_slow", layer: "runtime" });
    expect(error.message).toContain("evil.txt:2");
    const without = await run({ pattern: "^(a+)+$", glob: ["!/evil.txt"] }, place.context());
    expect(error.fix[0]).toContain("--glob '!/evil.txt'");
    expect(without.count).toBe(1);
  });

  test("counts the lines of a file rightly over its batches", async () => {
    const place = workspace({ "a.txt": `${"日本語テキスト\n".repeat(200_000)}last NEEDLE\nafter\n` });
    expect((await run({ pattern: "NEEDLE", context: 1 }, place.context())).matches).toEqual([
      { path: "a.txt", line: 200_001, text: "last NEEDLE", before: ["日本語テキスト"], after: ["after"] },
    ]);
  });

  test("a place that is not there is told with a near one", async () => {
    const place = workspace({ "packages/ui/a.ts": "" });
    expect((await thrown(() => run({ pattern: "x", path: "ui" }, place.context()))).fix).toEqual([
      "acme file glob --pattern * --path packages/ui",
    ]);
  });
});
