import { createHash } from "node:crypto";
import { chmodSync, existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { render, run } from "../../lib/file-write.ts";
import { thrown, workspace } from "./workspace-project.ts";

const sha = (text: string) => createHash("sha256").update(text).digest("hex");

describe("file write", () => {
  test("creates a file with the folders above it", async () => {
    const place = workspace();
    const data = await run({ path: "新しい/sub folder/a.txt", content: "中身\n" }, place.context());
    expect(data).toEqual({
      path: "新しい/sub folder/a.txt",
      state: "created",
      bytes: 7,
      sha256: sha("中身\n"),
      folders: ["新しい", "新しい/sub folder"],
      diff: null,
    });
    expect(readFileSync(join(place.root, "新しい/sub folder/a.txt"), "utf8")).toBe("中身\n");
    expect(render(data)).toBe("新しい/sub folder/a.txt: created, 7 bytes");
  });

  test("the same again changes nothing", async () => {
    const place = workspace({ "a.txt": "a\n" });
    const before = statSync(join(place.root, "a.txt"));
    expect(await run({ path: "a.txt", content: "a\n" }, place.context())).toMatchObject({ state: "unchanged", diff: null });
    expect(await run({ path: "a.txt", content: "a\n", expect: sha("other") }, place.context())).toMatchObject({ state: "unchanged" });
    expect(statSync(join(place.root, "a.txt")).ino).toBe(before.ino);
  });

  test("replaces a file only where --expect names it or --overwrite is said, and keeps its mode", async () => {
    const place = workspace({ "a.sh": "one\ntwo\n" });
    chmodSync(join(place.root, "a.sh"), 0o755);
    const error = await thrown(() => run({ path: "a.sh", content: "one\n2\n" }, place.context()));
    expect(error).toMatchObject({ code: "file_exists", recoverable: "yes", detail: { sha256: sha("one\ntwo\n") } });
    expect(await thrown(() => run({ path: "a.sh", content: "one\n2\n", expect: sha("x") }, place.context()))).toMatchObject({
      code: "file_changed",
    });
    expect(readFileSync(join(place.root, "a.sh"), "utf8")).toBe("one\ntwo\n");
    expect(await run({ path: "a.sh", content: "one\n2\n", expect: sha("one\ntwo\n") }, place.context())).toMatchObject({
      state: "overwritten",
      diff: "--- a/a.sh\n+++ b/a.sh\n@@ -1,2 +1,2 @@\n one\n-two\n+2\n",
    });
    expect(await run({ path: "a.sh", content: "", overwrite: true }, place.context())).toMatchObject({ state: "overwritten", bytes: 0 });
    expect(statSync(join(place.root, "a.sh")).mode & 0o777).toBe(0o755);
  });

  test("expects no file to be a file of that digest", async () => {
    const place = workspace();
    expect((await thrown(() => run({ path: "a.txt", content: "a", expect: sha("b") }, place.context()))).code).toBe("file_changed");
    expect(existsSync(join(place.root, "a.txt"))).toBe(false);
  });

  test("says when a file's line endings change; a file that was no text has no diff", async () => {
    const place = workspace({ "a.txt": "a\r\nb\r\n", "b.bin": Buffer.from([0, 1]) });
    const context = place.context();
    await run({ path: "a.txt", content: "a\nb\n", overwrite: true }, context);
    expect(context.warnings).toEqual(["a.txt had CRLF line endings and now has LF"]);
    expect(await run({ path: "b.bin", content: "text", overwrite: true }, place.context())).toMatchObject({
      state: "overwritten",
      diff: null,
    });
  });

  test("a dry run makes neither file nor folder", async () => {
    const place = workspace({ "a.txt": "a" });
    expect(await run({ path: "x/y.txt", content: "y" }, place.context({ dryRun: true }))).toMatchObject({ state: "created" });
    expect(await run({ path: "a.txt", content: "b", overwrite: true }, place.context({ dryRun: true }))).toMatchObject({
      state: "overwritten",
    });
    expect(existsSync(join(place.root, "x"))).toBe(false);
    expect(readFileSync(join(place.root, "a.txt"), "utf8")).toBe("a");
  });

  test("asks the user where a protected file would be written, also one that is not there yet", async () => {
    const place = workspace();
    for (const path of ["niche.json", ".git/hooks/pre-commit", "logs/sessions/x/y.jsonl"])
      expect((await thrown(() => run({ path, content: "x", overwrite: true }, place.context()))).code).toBe("file_protected");
  });

  test.skipIf(process.getuid?.() === 0)("asks the user where the folder may not be written", async () => {
    const place = workspace({ "in/a.txt": "a" });
    chmodSync(join(place.root, "in"), 0o555);
    const error = await thrown(() => run({ path: "in/b.txt", content: "b" }, place.context()));
    chmodSync(join(place.root, "in"), 0o755);
    expect(error).toMatchObject({ code: "file_unwritable", layer: "platform", recoverable: "user-action-required" });
  });
});
