import { execFileSync } from "node:child_process";
import fs, { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readHead } from "../../../../registry/catalog/skill/read-head.ts";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "niche-head-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function head(text: string | Uint8Array) {
  const file = join(folder, "SKILL.md");
  writeFileSync(file, text);
  return readHead(file);
}

describe("readHead", () => {
  test("reads up to the closing line and tells where the body begins, whatever the line ends", () => {
    for (const text of [
      "---\nname: a\n---\nbody\n",
      "---\r\nname: a\r\n---\r\nbody\r\n",
      "\uFEFF---\nname: a\n---\nbody\n",
      "--- \nname: a\n---\t\nbody",
    ]) {
      const read = head(text);
      if (!read.ok) throw new Error(read.fault.message);
      expect(read.head.text).toBe("name: a");
      expect(Buffer.from(text).subarray(read.head.bodyAt).toString()).toMatch(/^body/);
    }
  });

  test("of a body of 5 MB not more than one chunk beyond the frontmatter is read", () => {
    const file = join(folder, "large.md");
    writeFileSync(file, `---\nname: a\ndescription: b\n---\n${"x".repeat(5 * 1024 * 1024)}`);
    const bundle = join(folder, "head.cjs");
    execFileSync("npx", [
      "esbuild",
      "registry/catalog/skill/read-head.ts",
      "--bundle",
      "--platform=node",
      `--outfile=${bundle}`,
      "--log-level=error",
    ]);
    const counted = execFileSync(process.execPath, ["-e", COUNTING, bundle, file]);
    expect(Number(counted.toString())).toBeGreaterThan(0);
    expect(Number(counted.toString())).toBeLessThanOrEqual(512);
  });

  test.each([
    ["no frontmatter", "# Title\n", "skill_frontmatter_missing", 1],
    ["an empty file", "", "skill_frontmatter_missing", 1],
    ["frontmatter that is never closed", "---\nname: a\n", "skill_frontmatter_unclosed", 1],
    ["frontmatter that is not closed within 64 KiB", `---\n${"a: b\n".repeat(20_000)}---\n`, "skill_frontmatter_unclosed", 1],
    ["UTF-16", Buffer.from("\uFEFF---\nname: a\n---\n", "utf16le"), "skill_not_utf8", 1],
    ["Latin-1 in its third line", Buffer.from("---\nname: a\ndescription: caf\u00e9\n---\n", "latin1"), "skill_not_utf8", 3],
  ])("%s is an error with its line", (_, text, code, line) => {
    expect(head(text)).toMatchObject({ ok: false, fault: { code, line, severity: "error" } });
  });

  test("a frontmatter of exactly one chunk, and one that ends on its border, are read", () => {
    for (let length = 490; length < 1040; length++) {
      const text = `---\nname: ${"a".repeat(length - 18)}\n---\nbody`;
      expect(head(text)).toMatchObject({ ok: true });
    }
  });

  test("bytes in the body that are no UTF-8 do not matter before it is loaded", () => {
    expect(head(Buffer.concat([Buffer.from("---\nname: a\n---\n"), Buffer.from([0xff, 0xfe])]))).toMatchObject({ ok: true });
  });

  test("a named pipe is not waited for, and a folder is no file", () => {
    execFileSync("mkfifo", [join(folder, "pipe")]);
    expect(readHead(join(folder, "pipe"))).toMatchObject({ ok: false, fault: { code: "skill_unreadable" } });
    expect(readHead(folder)).toMatchObject({ ok: false, fault: { code: "skill_unreadable" } });
    expect(readHead(join(folder, "none"))).toMatchObject({ ok: false, fault: { code: "skill_unreadable" } });
  });

  test("the stamp is another one as soon as the file is, though its size and modification time stay", async () => {
    const file = join(folder, "touched.md");
    writeFileSync(file, "---\nname: a\n---\n");
    fs.utimesSync(file, 1, 1);
    const before = readHead(file);
    await new Promise((done) => setTimeout(done, 20));
    writeFileSync(file, "---\nname: b\n---\n");
    fs.utimesSync(file, 1, 1);
    const after = readHead(file);
    if (!before.ok || !after.ok) throw new Error("unread");
    expect(after.head.stamp).not.toBe(before.head.stamp);
  });
});

/** Reads the head of the second file by the code in the first, and tells how many bytes were read; by no other way than `readSync`. */
const COUNTING = `
const fs = require("node:fs");
const { readHead } = require(process.argv[1]);
const read = fs.readSync;
let bytes = 0;
fs.readSync = (...args) => { const count = read(...args); bytes += count; return count; };
for (const name of ["readFileSync", "readFile", "createReadStream", "read"]) fs[name] = () => { throw new Error(name); };
if (!readHead(process.argv[2]).ok) throw new Error("not read");
fs.writeSync(1, String(bytes));
`;
