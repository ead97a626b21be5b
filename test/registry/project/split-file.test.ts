import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { splitFile } from "../../../registry/project/split-file.ts";

const folder = mkdtempSync(join(tmpdir(), "niche-split-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function pieces(content: string | Uint8Array, separator = "\n    }"): string[] {
  const file = join(folder, "file");
  writeFileSync(file, content);
  return [...splitFile(file, separator)];
}

test("the pieces put together are the text without BOM and CR, each but the last ends with the separator and holds no other", () => {
  const word = fc.constantFrom(
    "\n    }",
    "\r\n    }",
    "\n",
    "\r\n",
    "\r",
    " ",
    "}",
    "é",
    "道",
    "😀",
    "x".repeat(70_000),
    "道".repeat(30_000),
  );
  fc.assert(
    fc.property(fc.array(word, { maxLength: 30 }), fc.boolean(), (words, bom) => {
      const text = words.join("");
      const all = pieces((bom ? "\uFEFF" : "") + text);
      expect(all.join("") === text.replaceAll("\r\n", "\n")).toBe(true);
      for (const [at, piece] of all.entries()) expect(piece.indexOf("\n    }")).toBe(at === all.length - 1 ? -1 : piece.length - 6);
    }),
    { numRuns: 200 },
  );
});

test("bytes that are not UTF-8 read as when the file is read whole", () => {
  const bytes = Buffer.concat([Buffer.from([0xff, 0x41, 0xc3]), Buffer.from("\nab\n"), Buffer.from([0xe2, 0x82])]);
  expect(pieces(bytes, "\n").join("")).toBe(bytes.toString("utf8"));
});

test("a file that is not there throws what the file system says, and one left early is closed", () => {
  expect(() => [...splitFile(join(folder, "none"), "\n")]).toThrow("ENOENT");
  writeFileSync(join(folder, "file"), "a\nb\nc\n");
  const open = readdirSync("/dev/fd").length;
  for (let round = 0; round < 20; round++) for (const piece of splitFile(join(folder, "file"), "\n")) if (piece === "a\n") break;
  expect(readdirSync("/dev/fd").length).toBeLessThan(open + 10);
});
