import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Script } from "node:vm";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { readCache, writeCaches } from "../../dispatcher/code-cache.ts";

const scratch = mkdtempSync(join(tmpdir(), "niche-code-cache-"));
const folder = join(scratch, "v8");
const SOURCE = "(function () { return 42; })";
const name = "dispatcher+main@place@0123456789abcdef";
const file = () => join(folder, readdirSync(folder)[0] as string);

beforeEach(() => {
  rmSync(folder, { recursive: true, force: true });
  writeCaches(folder, [{ name, script: new Script(SOURCE) }]);
});
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

describe("a kept code cache", () => {
  test("gives back what was written, and V8 takes it", () => {
    const cachedData = readCache(folder, name);
    const script = new Script(SOURCE, cachedData === undefined ? {} : { cachedData });
    expect(cachedData?.length).toBeGreaterThan(0);
    expect(script.cachedDataRejected).toBe(false);
    expect(script.runInThisContext()()).toBe(42);
  });

  test("is none when one bit of it is other, wherever that stands", () => {
    const whole = readFileSync(file());
    for (let at = 0; at < whole.length; at += 7) {
      const flipped = Buffer.from(whole);
      flipped[at] = (whole[at] as number) ^ 1;
      writeFileSync(file(), flipped);
      expect([at, readCache(folder, name)]).toEqual([at, undefined]);
    }
  });

  test("is none when it was cut, or is empty", () => {
    const whole = readFileSync(file());
    for (const bytes of [0, 1, whole.length / 2, whole.length / 2 + 1, whole.length - 1, whole.length - 2]) {
      writeFileSync(file(), whole.subarray(0, bytes));
      const read = readCache(folder, name);
      // What is left by chance in two equal halves is refused by V8 itself.
      const rejected = read === undefined || new Script(SOURCE, { cachedData: read }).cachedDataRejected;
      expect([bytes, rejected]).toEqual([bytes, true]);
    }
  });

  test("is none in a folder in which others can write, and is not written there", () => {
    chmodSync(folder, 0o777);
    expect(readCache(folder, name)).toBeUndefined();
    writeCaches(folder, [{ name: "other@place@0123456789abcdef", script: new Script(SOURCE) }]);
    expect(readdirSync(folder)).toHaveLength(1);
  });

  test("of an earlier build goes when the chunk is kept anew", () => {
    writeCaches(folder, [{ name: name.replace("0123", "4567"), script: new Script(SOURCE) }]);
    expect(readdirSync(folder)).toEqual([expect.stringContaining("@4567")]);
  });
});
