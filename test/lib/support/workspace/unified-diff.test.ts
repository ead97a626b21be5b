import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { placesOf, spliced, splicesFor } from "../../../../lib/support/workspace/replace-text.ts";
import { diffOfSplices, diffOfTexts } from "../../../../lib/support/workspace/unified-diff.ts";

const folder = mkdtempSync(join(tmpdir(), "nichekit-diff-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What `git apply` makes of a file by a diff. */
function applied(text: string, diff: string): string {
  const file = join(folder, "f.txt");
  writeFileSync(file, text);
  execFileSync("git", ["apply", "--unidiff-zero", "-p1", "-"], { cwd: folder, input: diff, stdio: ["pipe", "pipe", "pipe"] });
  return readFileSync(file, "utf8");
}

const texts = fc
  .tuple(
    fc.array(fc.constantFrom("a", "b", "c", "ab", "", "日本"), { minLength: 1, maxLength: 30 }),
    fc.constantFrom("\n", "\r\n"),
    fc.boolean(),
  )
  .map(([lines, newline, ends]) => lines.join(newline) + (ends ? newline : ""));

describe("the unified diff", () => {
  test("of any replacement is one that git applies to the same effect", () => {
    fc.assert(
      fc.property(
        texts,
        fc.constantFrom("a", "b\n", "\n", "a\nb", "c", "ab\n\n"),
        fc.constantFrom("x", "", "x\ny\n", "\n", "a\nx"),
        (text, old, now) => {
          const splices = splicesFor(text, placesOf(text, old), now);
          const after = spliced(text, splices);
          fc.pre(after !== text && after !== "");
          expect(applied(text, diffOfSplices("f.txt", text, splices))).toBe(after);
        },
      ),
      { numRuns: 150 },
    );
  });

  test("of any two texts is one that git applies to the same effect", () => {
    fc.assert(
      fc.property(texts, texts, (text, after) => {
        fc.pre(after !== text && after !== "" && text !== "");
        expect(applied(text, diffOfTexts("f.txt", text, after))).toBe(after);
      }),
      { numRuns: 100 },
    );
  });

  test("of a new file names /dev/null; of a large change is cut, and says so", () => {
    expect(diffOfTexts("a", null, "x\n")).toBe("--- /dev/null\n+++ b/a\n@@ -0,0 +1 @@\n+x\n");
    const large = diffOfTexts("a", "", "line of text\n".repeat(5000));
    expect(Buffer.byteLength(large)).toBeLessThan(17 * 1024);
    expect(large).toMatch(/… \d+ more lines\n$/);
  });
});
