import { createHash } from "node:crypto";
import { chmodSync, existsSync, readdirSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { render, run } from "../../lib/file-edit.ts";
import { thrown, workspace } from "./workspace-project.ts";

describe("file edit", () => {
  test("replaces a text that stands there once, and gives the diff and the new digest", async () => {
    const place = workspace({ "src/a.ts": "one\ntwo\nthree\nfour\nfive\nsix\n" });
    const data = await run({ path: "src/a.ts", old: "three", new: "THREE\nand more" }, place.context());
    const text = readFileSync(join(place.root, "src/a.ts"), "utf8");
    expect(text).toBe("one\ntwo\nTHREE\nand more\nfour\nfive\nsix\n");
    expect(data).toEqual({
      path: "src/a.ts",
      replaced: 1,
      sha256: createHash("sha256").update(text).digest("hex"),
      diff: "--- a/src/a.ts\n+++ b/src/a.ts\n@@ -1,6 +1,7 @@\n one\n two\n-three\n+THREE\n+and more\n four\n five\n six\n",
    });
    expect(render(data)).toContain("src/a.ts: 1 replaced");
  });

  test("takes the text literally, in --old and in --new", async () => {
    const place = workspace({ "a.txt": "a.*b $& \\n [x]\n" });
    await run({ path: "a.txt", old: ".*b $& \\n [", new: "$1$&$$`\\" }, place.context());
    expect(readFileSync(join(place.root, "a.txt"), "utf8")).toBe("a$1$&$$`\\x]\n");
  });

  test.each([
    ["CRLF", "a\r\nb\r\nc\r\n", "a\nb", "x\ny\nz", "x\r\ny\r\nz\r\nc\r\n"],
    ["CRLF given", "a\r\nb\r\nc\r\n", "a\r\nb", "x\ny", "x\r\ny\r\nc\r\n"],
    ["LF, CRLF given", "a\nb\nc\n", "a\r\nb", "x\r\ny", "x\ny\nc\n"],
    ["mixed, where it is CRLF", "a\r\nb\r\nc\nd\ne\nf\n", "a\nb", "x\ny", "x\r\ny\r\nc\nd\ne\nf\n"],
    ["mixed, where it is LF", "a\r\nb\r\nc\r\nd\ne\nf\r\n", "d\ne", "x\ny", "a\r\nb\r\nc\r\nx\ny\nf\r\n"],
    ["byte order mark", "\uFEFFa\r\nb\r\n", "a\n", "x\n", "\uFEFFx\r\nb\r\n"],
    ["no newline at the end", "a\nb", "b", "c", "a\nc"],
  ])("keeps %s", async (_what, before, old, now, after) => {
    const place = workspace({ "a.txt": before });
    await run({ path: "a.txt", old, new: now }, place.context());
    expect(readFileSync(join(place.root, "a.txt"), "utf8")).toBe(after);
  });

  test("keeps the file's mode, and leaves nothing beside it", async () => {
    const place = workspace({ "a.sh": "echo a\n" });
    chmodSync(join(place.root, "a.sh"), 0o750);
    await run({ path: "a.sh", old: "echo a", new: "echo b" }, place.context());
    expect(statSync(join(place.root, "a.sh")).mode & 0o777).toBe(0o750);
    expect(readdirSync(place.root)).toEqual(["a.sh"]);
  });

  test("refuses a text that stands there more than once, unless --all is meant", async () => {
    const place = workspace({ "a.txt": "x = 1\ny\nx = 1\n" });
    const error = await thrown(() => run({ path: "a.txt", old: "x = 1", new: "x = 2" }, place.context()));
    expect(error).toMatchObject({ code: "edit_old_ambiguous", recoverable: "yes", detail: { count: 2, lines: [1, 3] } });
    expect(error.fix[0]).toMatch(/^acme file read --path a.txt --offset 1 --limit 11/);
    expect(readFileSync(join(place.root, "a.txt"), "utf8")).toContain("x = 1");
    expect(await run({ path: "a.txt", old: "x = 1", new: "x = 2", all: true }, place.context())).toMatchObject({ replaced: 2 });
    expect(readFileSync(join(place.root, "a.txt"), "utf8")).toBe("x = 2\ny\nx = 2\n");
    // Two places that overlap are two places.
    place.write("b.txt", "aaa");
    expect((await thrown(() => run({ path: "b.txt", old: "aa", new: "b" }, place.context()))).code).toBe("edit_old_ambiguous");
    await run({ path: "b.txt", old: "aa", new: "b", all: true }, place.context());
    expect(readFileSync(join(place.root, "b.txt"), "utf8")).toBe("ba");
  });

  const code = "function a() {\n\tif (x) {\n\t\treturn 1;\n\t}\n}\n\nconst label = “quoted”;\n";
  test.each([
    ["indentation", "  if (x) {\n    return 1;\n  }", "indentation", 2, 4],
    ["spaces at the end", "function a() { \n\tif (x) {", "whitespace at the end of a line", 1, 2],
    ["spaces within", "if(x)  {", "whitespace", 2, 2],
    ["line numbers that were pasted with it", "2\t\tif (x) {\n3\t\t\treturn 1;", "line numbers", 2, 3],
    ["a newline that was written as \\n", "function a() {\\n\tif (x) {", "\\n", 1, 2],
    ["case", "Function A() {", "case", 1, 1],
    ["quotes", 'label = "quoted";', "quotes", 7, 7],
    ["another line in the middle", "function a() {\n\tif (y) {\n\t\treturn 1;", "other text in line 2", 1, 3],
    ["a misspelt line", "const lable = “quoted“", "", 7, 7],
  ])("not found: shows the nearest passage and what differs: %s", async (_what, old, differs, start, end) => {
    const place = workspace({ "a.ts": code });
    const error = await thrown(() => run({ path: "a.ts", old, new: "z" }, place.context()));
    expect(error).toMatchObject({ code: "edit_old_missing", layer: "precondition", recoverable: "yes" });
    const { nearest } = error.detail as { nearest: { start_line: number; end_line: number; differs: string; text: string } };
    expect(nearest).toMatchObject({ start_line: start, end_line: end });
    expect(nearest.differs).toContain(differs);
    expect(nearest.text.startsWith(`${start}\t`)).toBe(true);
    expect(error.fix[0]).toMatch(/^acme file read --path a.ts --offset \d+ --limit \d+/);
  });

  test("not found, and nothing near: says so; that the new text is there already is told", async () => {
    const place = workspace({ "a.ts": "alpha\n" });
    const error = await thrown(() => run({ path: "a.ts", old: "entirely different things", new: "alpha" }, place.context()));
    expect(error.detail).toEqual({ nearest: null, new_is_at_line: 1 });
    expect(error.message).toContain("is there already, in line 1");
  });

  test("without --json the nearest passage is told to people", async () => {
    const place = workspace({ "a.ts": code });
    const context = place.context({ json: false });
    await thrown(() => run({ path: "a.ts", old: "Function A() {", new: "z" }, context));
    expect(context.logs).toEqual(["1\tfunction a() {"]);
  });

  test("writes only the file that was expected", async () => {
    const place = workspace({ "a.txt": "a\n" });
    const sha = createHash("sha256").update("a\n").digest("hex");
    const wrong = { path: "a.txt", old: "a", new: "b", expect: sha.replace(/^./, (digit) => (digit === "0" ? "1" : "0")) };
    expect(await thrown(() => run(wrong, place.context()))).toMatchObject({ code: "file_changed", detail: { actual: sha } });
    expect(readFileSync(join(place.root, "a.txt"), "utf8")).toBe("a\n");
    await run({ ...wrong, expect: sha }, place.context());
    expect(readFileSync(join(place.root, "a.txt"), "utf8")).toBe("b\n");
  });

  test("a dry run gives the same answer and writes nothing", async () => {
    const place = workspace({ "a.txt": "a\n" });
    const dry = await run({ path: "a.txt", old: "a", new: "b" }, place.context({ dryRun: true }));
    expect(readFileSync(join(place.root, "a.txt"), "utf8")).toBe("a\n");
    expect(await run({ path: "a.txt", old: "a", new: "b" }, place.context())).toEqual(dry);
  });

  test("refuses what cannot be meant: an empty --old, the same text, no text, too much of it", async () => {
    const place = workspace({ "a.txt": "a\n", "b.bin": Buffer.from([0, 1, 2]), "sjis.txt": Buffer.from([0x93, 0xfa, 0x0a]) });
    const code = async (args: { path: string; old: string; new: string }) => (await thrown(() => run(args, place.context()))).code;
    expect(await code({ path: "a.txt", old: "", new: "b" })).toBe("edit_old_empty");
    expect(await code({ path: "a.txt", old: "a", new: "a" })).toBe("edit_changes_nothing");
    expect(await code({ path: "b.bin", old: "a", new: "b" })).toBe("file_not_text");
    expect(await code({ path: "sjis.txt", old: "a", new: "b" })).toBe("file_not_text");
    place.write("big.txt", "a".repeat(16 * 1024 * 1024 + 1));
    expect(await code({ path: "big.txt", old: "a", new: "b" })).toBe("file_too_large");
  });

  test.each([
    "niche.json",
    "NICHE.json",
    ".git/config",
    "sub/.git/hooks/pre-commit",
    "logs/sessions/s/w.jsonl",
    "logs/tool-registry.json",
    "bin/acme",
  ])("asks the user where %s would be changed, whatever was confirmed", async (path) => {
    const place = workspace({ [path]: "old\n" });
    const env = { PROJECT_ROOT: place.root, SUBJECT: "acme" };
    const error = await thrown(() => run({ path, old: "old", new: "new" }, place.context({ env, yes: true })));
    expect(error).toMatchObject({ code: "file_protected", recoverable: "user-action-required" });
    expect(readFileSync(join(place.root, path), "utf8")).toBe("old\n");
  });

  test("changes a protected file where the permission gate stood over the call, which asked about it", async () => {
    const place = workspace({ "niche.json": "{}\n" });
    await run({ path: "niche.json", old: "{}", new: "{ }" }, place.context({ governed: true }));
    expect(readFileSync(join(place.root, "niche.json"), "utf8")).toBe("{ }\n");
  });

  test("a harmless name that is a link to what is protected is refused as that", async () => {
    const place = workspace({ "niche.json": "old\n" });
    symlinkSync("niche.json", join(place.root, "notes.txt"));
    symlinkSync(".git", join(place.root, "harmless"));
    place.write(".git/config", "old\n");
    for (const path of ["notes.txt", "harmless/config"])
      expect((await thrown(() => run({ path, old: "old", new: "new" }, place.context()))).code).toBe("file_protected");
  });

  test("any text in any file: what is replaced is replaced, all else stays, and the file has its form", async () => {
    const lines = fc.array(fc.constantFrom("a", "b", "", "  a", "日本", "😀", "b b"), { minLength: 1, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(
        lines,
        fc.constantFrom("\n", "\r\n"),
        fc.boolean(),
        fc.nat(),
        fc.nat(),
        lines,
        async (parts, newline, bom, from, length, now) => {
          const text = parts.join("\n");
          const start = from % (text.length + 1);
          const old = [...text.slice(start)].slice(0, 1 + (length % 9)).join("");
          const replacement = now.join("\n");
          fc.pre(text.includes("\n") && old !== "" && old !== replacement && !/^[\uDC00-\uDFFF]/.test(old));
          const file = (content: string) => (bom ? "\uFEFF" : "") + content.replaceAll("\n", newline);
          const place = workspace({ "f.txt": file(text) });
          await run({ path: "f.txt", old, new: replacement, all: true }, place.context());
          expect(readFileSync(join(place.root, "f.txt"), "utf8")).toBe(file(text.split(old).join(replacement)));
        },
      ),
      { numRuns: 150 },
    );
  });

  test("a missing file is told with what was probably meant", async () => {
    const place = workspace({ "src/a.ts": "a" });
    expect((await thrown(() => run({ path: "a.ts", old: "a", new: "b" }, place.context()))).fix).toEqual([
      "acme file read --path src/a.ts",
    ]);
    expect(existsSync(join(place.root, "a.ts"))).toBe(false);
  });
});
