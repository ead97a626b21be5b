import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { digestOf } from "../../../registry/canonical-json.ts";
import { keepContent, keepNamedContent, keptContent } from "../../../registry/session/content-store.ts";
import { sessionFolderForTest } from "./session-folder.ts";

const PLACE = { session: "s1", command: "acme" };
const broken = expect.objectContaining({ code: "session_content_broken" });

test("a value is stored once under the digest of its canonical JSON, and comes back", () => {
  const folder = sessionFolderForTest();
  const value = { b: [1, "é"], a: null };
  const digest = keepContent(folder, value);
  expect(digest).toBe(digestOf(value));
  expect(keepContent(folder, { a: null, b: [1, "é"] })).toBe(digest);
  expect(readdirSync(join(folder, "snapshots"))).toEqual([`${digest}.json`]);
  expect(keptContent(folder, digest, PLACE)).toEqual(value);
});

test("what a killed process left of it is written anew", () => {
  const folder = sessionFolderForTest();
  const digest = keepContent(folder, { a: 1 });
  writeFileSync(join(folder, "snapshots", `${digest}.json`), '{"a"');
  expect(() => keptContent(folder, digest, PLACE)).toThrow(broken);
  expect(keepContent(folder, { a: 1 })).toBe(digest);
  expect(keptContent(folder, digest, PLACE)).toEqual({ a: 1 });
});

test("no digest leads out of the store", () => {
  const folder = sessionFolderForTest();
  writeFileSync(join(folder, "secret.json"), "{}");
  expect(() => keptContent(folder, "../secret", PLACE)).toThrow(broken);
});

test("a secret for certain is not stored, and the digest is of what is", () => {
  const folder = sessionFolderForTest();
  const digest = keepContent(folder, { description: "use hunter2hunter2" }, ["hunter2hunter2"]);
  expect(keptContent(folder, digest, PLACE)).toEqual({ description: "use [redacted]" });
});

describe("a value with a name of its own", () => {
  test("is made once for all processes of a session", () => {
    const folder = sessionFolderForTest();
    let made = 0;
    const make = () => ({ made: ++made });
    const digest = keepNamedContent(folder, "catalog 1", make);
    expect(keepNamedContent(folder, "catalog 1", make)).toBe(digest);
    expect([made, keptContent(folder, digest, PLACE)]).toEqual([1, { made: 1 }]);
    expect(keepNamedContent(folder, "catalog 2", make)).not.toBe(digest);
  });

  test("is made anew where its note or its content is gone or broken", () => {
    const folder = sessionFolderForTest();
    const snapshots = join(folder, "snapshots");
    const digest = keepNamedContent(folder, "n", () => 1);
    const note = readdirSync(snapshots).find((name) => name.endsWith(".name")) ?? "";
    expect(readFileSync(join(snapshots, note), "utf8")).toBe(digest);
    writeFileSync(join(snapshots, note), "../../x");
    expect(keepNamedContent(folder, "n", () => 1)).toBe(digest);
    rmSync(join(snapshots, `${digest}.json`));
    expect(keepNamedContent(folder, "n", () => 2)).toBe(digestOf(2));
  });
});
