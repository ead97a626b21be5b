import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { sha256 } from "../../../registry/canonical-json.ts";
import { chainStart, openWriter } from "../../../registry/session/writer.ts";
import { run, shell } from "../../support/run.ts";
import { intentEvent, readAll, searchEvent, sessionFolderForTest } from "./session-folder.ts";

test("an event is one line in its writer's own file, with number, time, writer and the digest of the line before", () => {
  const folder = sessionFolderForTest("s1");
  const writer = openWriter(folder, { now: () => 1_000, name: "w1" });
  writer.append(searchEvent("one"));
  writer.append(searchEvent("two\nlines\u2028"));
  const lines = readFileSync(join(folder, "w1.jsonl"), "utf8").split("\n");
  expect(lines).toHaveLength(3);
  expect(lines.slice(0, 2).map((line) => JSON.parse(line))).toMatchObject([
    { seq: 1, time: 1_000, writer: "w1", prev: chainStart("s1", "w1"), type: "search", query: "one" },
    { seq: 2, time: 1_000, writer: "w1", prev: sha256(lines[0] as string), query: "two\nlines\u2028" },
  ]);
});

test("append gives the event back as it was written", () => {
  const folder = sessionFolderForTest();
  const logged = openWriter(folder).append(searchEvent("token=abc123"));
  expect(logged).toMatchObject({ query: "token=[redacted]" });
  expect(readAll(folder).events).toEqual([logged]);
});

test("time never goes back, whatever the clock does, nor before what the caller has read", () => {
  const folder = sessionFolderForTest();
  const clock = [500, 900, 700, 901];
  const writer = openWriter(folder, { now: () => clock.shift() ?? 0, notBefore: 600, name: "w" });
  expect([1, 2, 3, 4].map(() => writer.append(searchEvent("x")).time)).toEqual([600, 900, 900, 901]);
});

test("a writer that writes nothing leaves no file, and two of one process never share one", () => {
  const folder = sessionFolderForTest();
  openWriter(folder).close();
  expect(readdirSync(folder)).toEqual([]);
  openWriter(folder, { now: () => 5 }).append(searchEvent("a"));
  openWriter(folder, { now: () => 5 }).append(searchEvent("b"));
  expect(readdirSync(folder)).toHaveLength(2);
  openWriter(folder, { name: "taken" }).append(searchEvent("c"));
  expect(() => openWriter(folder, { name: "taken" }).append(searchEvent("d"))).toThrow(
    expect.objectContaining({ code: "session_unwritable" }),
  );
});

test("an input beyond 64 KiB is told by its size and digest, a smaller one stands whole", () => {
  const folder = sessionFolderForTest();
  const writer = openWriter(folder);
  writer.append(intentEvent("c1", "local__x", { text: "x".repeat(16 * 1024) }));
  writer.append(intentEvent("c2", "local__x", { text: "é".repeat(40 * 1024), token: "abc" }));
  const [small, large] = readAll(folder).events;
  expect(small).toMatchObject({ input: { text: "x".repeat(16 * 1024) } });
  expect(large).toMatchObject({
    call: "c2",
    input: { $omitted: { bytes: expect.any(Number), sha256: expect.stringMatching(/^[0-9a-f]{64}$/) } },
  });
  expect(readFileSync(writer.file).length).toBeLessThan(32 * 1024);
});

test("a log that cannot be written says so at every event: its folder gone, a plain file, its file removed", () => {
  const unwritable = expect.objectContaining({ code: "session_unwritable", layer: "platform", recoverable: "user-action-required" });
  const folder = sessionFolderForTest();
  const writer = openWriter(folder, { name: "w" });
  rmSync(folder, { recursive: true });
  expect(() => writer.append(searchEvent("x"))).toThrow(unwritable);
  writeFileSync(folder, "a plain file");
  expect(() => writer.append(searchEvent("x"))).toThrow(unwritable);
  expect(() => writer.keep({})).toThrow(unwritable);
  rmSync(folder);
  mkdirSync(folder);
  expect(writer.append(searchEvent("x")).seq).toBe(1);
  rmSync(writer.file);
  expect(() => writer.append(searchEvent("y"))).toThrow(unwritable);
  expect(() => writer.append(searchEvent("y"))).toThrow(unwritable);
});

const FILL = `
const { openWriter } = await import(process.argv[1]);
const writer = openWriter(process.argv[2], { name: "w" });
let told = 0;
for (let index = 0; index < 40; index++) {
  try { writer.append({ type: "search", turnId: null, query: "q" + index + "x".repeat(index % 7 * 40), kinds: [], hits: [] }); }
  catch (error) { if (error.code !== "session_unwritable") throw error; told++; }
}
console.log(told);
`;

test("on a full disk every event that is not kept is told of, and what was kept stays whole", async () => {
  const folder = sessionFolderForTest();
  const script = join(folder, "..", "fill.mjs");
  const bundle = await bundledWriter(join(folder, "..", "writer.mjs"));
  writeFileSync(script, FILL.replaceAll("process.argv[1]", "process.argv[2]").replace("process.argv[2], {", "process.argv[3], {"));
  // The limit of a file's size stands in for the disk's end: a write stops in its middle there.
  const ran = await shell(`ulimit -f 4; exec '${process.execPath}' '${script}' '${bundle}' '${folder}'`);
  expect(ran).toMatchObject({ code: 0, stderr: "" });
  const told = Number(ran.stdout);
  const { events, warnings } = readAll(folder);
  expect(warnings).toEqual([]);
  expect(told).toBeGreaterThan(0);
  expect(events.length + told).toBe(40);
});

test.skipIf(process.getuid?.() !== 0)("in a folder without the right to write it says so", async () => {
  const folder = sessionFolderForTest();
  const bundle = await bundledWriter(join(folder, "..", "writer.mjs"));
  const script = join(folder, "..", "fill.mjs");
  writeFileSync(script, FILL.replaceAll("process.argv[1]", "process.argv[2]").replace("process.argv[2], {", "process.argv[3], {"));
  const ran = await run("bash", [
    "-c",
    `chmod 755 '${join(folder, "../../..")}'; exec setpriv --reuid 65534 --clear-groups '${process.execPath}' '${script}' '${bundle}' '${folder}'`,
  ]);
  expect(ran).toMatchObject({ code: 0, stdout: "40\n" });
});

/** The writer as a file that plain Node loads. */
async function bundledWriter(outfile: string): Promise<string> {
  const { build } = await import("esbuild");
  await build({
    entryPoints: [join(import.meta.dirname, "../../../registry/session/writer.ts")],
    bundle: true,
    platform: "node",
    format: "esm",
    outfile,
    logLevel: "silent",
  });
  return outfile;
}
