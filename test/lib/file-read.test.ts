import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { closeSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { render, run } from "../../lib/file-read.ts";
import { thrown, workspace } from "./workspace-project.ts";

const numbered = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => `line ${from + at}\n`).join("");

describe("file read", () => {
  test("gives a file's text, its size, number of lines and digest", async () => {
    const text = "一行目\nsecond\n";
    const place = workspace({ "src/日本 語.txt": text });
    expect(await run({ path: "src/日本 語.txt" }, place.context())).toEqual({
      path: "src/日本 語.txt",
      bytes: Buffer.byteLength(text),
      binary: false,
      start_line: 1,
      content: text,
      end_line: 2,
      total_lines: 2,
      sha256: createHash("sha256").update(text).digest("hex"),
      bom: false,
      line_ending: "lf",
      cut_lines: [],
      rest: null,
    });
  });

  test("gives a window of lines and the call that reads on; people see line numbers", async () => {
    const place = workspace({ "a b.txt": numbered(1, 30) });
    const context = place.context();
    const data = await run({ path: "a b.txt", offset: 9, limit: 3 }, context);
    expect(data).toMatchObject({ content: numbered(9, 11), start_line: 9, end_line: 11, total_lines: 30, rest: { offset: 12 } });
    expect(context.nexts).toEqual(["file read --path 'a b.txt' --offset 12"]);
    expect(render(data)).toBe(" 9\tline 9\n10\tline 10\n11\tline 11\nLines 9 to 11 of 30; more: file read --path 'a b.txt' --offset 12");
  });

  test("windows one after the other are the whole file", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(fc.string(), fc.string({ unit: "grapheme", maxLength: 3000 }), fc.constant("日本語".repeat(1500))), {
          maxLength: 12,
        }),
        fc.integer({ min: 1, max: 5 }),
        async (raw, limit) => {
          const lines = raw.map((line) => line.replace(/[\r\n\0\uFEFF]|\p{Cs}/gu, ""));
          const place = workspace({ "f.txt": lines.map((line) => `${line}\n`).join("") });
          const seen: string[] = [];
          for (let at: { offset: number; column?: number } | null = { offset: 1 }; at !== null; ) {
            const data = await run({ path: "f.txt", limit, ...at }, place.context());
            if (data.binary || lines.length === 0) break;
            const shown = data.content.split("\n").slice(0, -1);
            for (const [index, line] of shown.entries()) {
              const number = data.start_line + index;
              let whole = line;
              // A long line is read on from where it says.
              for (let more = /… \[\d+ more characters: --offset \d+ --column (\d+)\]$/.exec(whole); more !== null; ) {
                const next = await run({ path: "f.txt", offset: number, limit: 1, column: Number(more[1]) }, place.context());
                if (next.binary) break;
                const part = next.content.replace(/\n$/, "");
                whole = whole.slice(0, more.index) + part;
                more = /… \[\d+ more characters: --offset \d+ --column (\d+)\]$/.exec(whole);
              }
              seen[number - 1] = whole;
            }
            at = data.rest;
          }
          expect(seen).toEqual(lines);
        },
      ),
      { numRuns: 60 },
    );
  });

  test("tells CRLF, mixed endings and the byte order mark, and gives lines that end with \\n", async () => {
    const place = workspace({ "crlf.txt": "\uFEFFa\r\nb\r\n", "mixed.txt": "a\r\nb\nc", "none.txt": "a", "empty.txt": "" });
    const read = (path: string) => run({ path }, place.context());
    expect(await read("crlf.txt")).toMatchObject({ content: "a\nb\n", bom: true, line_ending: "crlf", total_lines: 2 });
    expect(await read("mixed.txt")).toMatchObject({ content: "a\nb\nc", line_ending: "mixed", total_lines: 3 });
    expect(await read("none.txt")).toMatchObject({ content: "a", line_ending: "none", total_lines: 1 });
    expect(await read("empty.txt")).toMatchObject({ content: "", total_lines: 0, end_line: 0, rest: null });
    expect(render(await read("empty.txt"))).toBe("empty.txt is empty");
  });

  test("tells a file that is no UTF-8 text instead of showing it", async () => {
    const place = workspace({
      "a.png": Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2]),
      "sjis.txt": Buffer.from([0x93, 0xfa, 0x96, 0x7b, 0x0a]),
      "utf16.txt": Buffer.from("\uFEFFhello", "utf16le"),
    });
    const what = async (path: string) => run({ path }, place.context());
    expect(await what("a.png")).toEqual({ path: "a.png", bytes: 7, binary: true, what: "binary" });
    expect(await what("sjis.txt")).toMatchObject({ binary: true, what: "text in another encoding than UTF-8" });
    expect(await what("utf16.txt")).toMatchObject({ binary: true, what: "text in UTF-16" });
    expect(render(await what("a.png"))).toBe("a.png is binary (7 bytes)");
  });

  test("bounds its answer, however many lines are asked for", async () => {
    const place = workspace({ "wide.txt": `${"x".repeat(1900)}\n`.repeat(100), "min.js": "y".repeat(500_000) });
    const wide = await run({ path: "wide.txt", limit: 100_000 }, place.context());
    expect(Buffer.byteLength(JSON.stringify(wide))).toBeLessThan(40_000);
    expect(wide).toMatchObject({ rest: { offset: 18 } });
    const long = await run({ path: "min.js" }, place.context());
    expect(long).toMatchObject({ cut_lines: [1], rest: null });
    expect(Buffer.byteLength(JSON.stringify(long))).toBeLessThan(3000);
    const on = await run({ path: "min.js", column: 2001 }, place.context());
    expect(on).toMatchObject({ rest: { offset: 1, column: 2001 + 32 * 1024 } });
  });

  test("reads the middle of a file of a gigabyte in little memory", async () => {
    const place = workspace();
    const file = join(place.root, "huge.log");
    const fd = openSync(file, "w");
    const block = Buffer.from(`${"z".repeat(99)}\n`.repeat(10_000));
    for (let at = 0; at < 20; at += 1) writeSync(fd, block);
    closeSync(fd);
    // Sparse behind its text, so that it takes no room on the disk.
    execFileSync("truncate", ["-s", "1G", file]);
    const before = process.memoryUsage().rss;
    const data = await run({ path: "huge.log", offset: 150_000, limit: 2 }, place.context());
    expect(data).toMatchObject({ bytes: 1024 ** 3, start_line: 150_000, total_lines: null, sha256: null });
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024);
  });

  test("names what was probably meant by a file that is not there", async () => {
    const place = workspace({ "src/component.ts": "", "lib/other.ts": "" });
    const typo = await thrown(() => run({ path: "src/compnent.ts" }, place.context()));
    expect(typo).toMatchObject({ code: "file_missing", layer: "precondition", recoverable: "yes" });
    expect(typo.fix).toEqual(["acme file read --path src/component.ts"]);
    const elsewhere = await thrown(() => run({ path: "src/other.ts" }, place.context()));
    expect(elsewhere.fix).toEqual(["acme file read --path lib/other.ts"]);
    const fromBelow = await thrown(() => run({ path: "src/component.ts" }, place.context({ cwd: join(place.root, "src") })));
    expect(fromBelow.fix).toEqual(["acme file read --path component.ts"]);
    const nothing = await thrown(() => run({ path: "src/zzzzzzzzzz.md" }, place.context()));
    expect(nothing.fix).toEqual(["acme file glob --pattern * --path src"]);
  });

  test("refuses a line behind the end, and numbers that count nothing", async () => {
    const place = workspace({ "a.txt": "1\n2\n" });
    expect(await thrown(() => run({ path: "a.txt", offset: 3 }, place.context()))).toMatchObject({
      code: "file_offset_past_end",
      fix: ["acme file read --path a.txt --offset 1"],
    });
    for (const wrong of [{ offset: 0 }, { limit: 0 }, { column: -1 }])
      expect((await thrown(() => run({ path: "a.txt", ...wrong }, place.context()))).code).toBe("file_number_invalid");
  });
});
