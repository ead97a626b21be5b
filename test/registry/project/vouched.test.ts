import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { REGISTRY_PATH } from "../../../registry/entry.ts";
import { buildRegistry } from "../../../registry/generate/build.ts";
import { locateTool } from "../../../registry/project/locate.ts";
import { openProject } from "../../../registry/project/open.ts";
import { isVouched, vouch } from "../../../registry/project/vouched.ts";

const scratch = mkdtempSync(join(tmpdir(), "niche-vouched-"));
const cache = join(scratch, "cache/nichekit/vouched");
const BUILD = Symbol.for("nichekit.build");
const { XDG_CACHE_HOME } = process.env;

const build = (name: string | undefined) => Object.assign(globalThis, { [BUILD]: name });
beforeAll(() => {
  process.env.XDG_CACHE_HOME = join(scratch, "cache");
});
beforeEach(() => build("1.0.0+abc"));
afterEach(() => rmSync(join(scratch, "cache"), { recursive: true, force: true }));
afterAll(() => {
  build(undefined);
  if (XDG_CACHE_HOME === undefined) delete process.env.XDG_CACHE_HOME;
  else process.env.XDG_CACHE_HOME = XDG_CACHE_HOME;
  rmSync(scratch, { recursive: true, force: true });
});

const pair = (changes: { file?: string; bytes?: string; slice?: string } = {}) => ({
  file: changes.file ?? "/project/lib/docs-fetch.ts",
  bytes: Buffer.from(changes.bytes ?? "/** TOOL_META */ code"),
  slice: Buffer.from(changes.slice ?? '{"id": "local__docs-fetch"}'),
});
const record = () => join(cache, readdirSync(cache)[0] as string);

describe("a tool's file and its entry", () => {
  test("are vouched for once they were, and only as they were, byte by byte", () => {
    expect(isVouched(pair())).toBe(false);
    vouch(pair());
    expect(isVouched(pair())).toBe(true);
    expect(isVouched(pair({ bytes: "/** TOOL_META */ codE" }))).toBe(false);
    expect(isVouched(pair({ slice: '{"id": "local__docs-fetcH"}' }))).toBe(false);
    expect(isVouched(pair({ file: "/project/lib/docs-other.ts" }))).toBe(false);
    // What moves from the one to the other is no other pair of the same bytes.
    expect(isVouched(pair({ slice: '{"id": "local__docs-fetch"}/', bytes: "** TOOL_META */ code" }))).toBe(false);
  });

  test("are vouched for by the build that checked them alone, and by none where there is no build", () => {
    vouch(pair());
    build("1.0.0+abd");
    expect(isVouched(pair())).toBe(false);
    build(undefined);
    expect(isVouched(pair())).toBe(false);
    vouch(pair({ file: "/project/lib/docs-other.ts" }));
    expect(readdirSync(cache)).toHaveLength(1);
  });

  test("are checked anew when the record is cut, damaged or gone", () => {
    vouch(pair());
    const whole = readFileSync(record());
    for (const bytes of [whole.subarray(0, -1), Buffer.concat([whole, Buffer.from("x")]), Buffer.alloc(whole.length), Buffer.alloc(0)]) {
      writeFileSync(record(), bytes);
      expect(isVouched(pair())).toBe(false);
    }
    rmSync(record());
    expect(isVouched(pair())).toBe(false);
  });

  test("are not vouched for by a folder in which others can write, nor by a link to one", () => {
    vouch(pair());
    chmodSync(cache, 0o770);
    expect(isVouched(pair())).toBe(false);
    chmodSync(cache, 0o700);
    expect(isVouched(pair())).toBe(true);
    const moved = join(scratch, "cache/moved");
    mkdirSync(moved, { mode: 0o700 });
    writeFileSync(join(moved, readdirSync(cache)[0] as string), readFileSync(record()));
    rmSync(cache, { recursive: true });
    symlinkSync(moved, cache);
    expect(isVouched(pair())).toBe(false);
  });

  test("are checked at every call where no record can be kept", () => {
    mkdirSync(join(scratch, "cache/nichekit"), { recursive: true });
    writeFileSync(cache, "a file in the folder's place");
    expect(() => vouch(pair())).not.toThrow();
    expect(isVouched(pair())).toBe(false);
  });
});

describe("a call of a tool that is vouched for", () => {
  const root = join(scratch, "project");
  const tool = join(root, "lib/docs-fetch.ts");
  const SOURCE = "/* TOOL_META\nnoun: docs\nverb: fetch\npreconditions: [DOCS_DIR exists]\nidempotent: true\nside_effects: []\n*/\n";
  const located = async () => {
    const project = await openProject({ PROJECT_ROOT: root, SUBJECT: "acme", SUBJECT_COMMAND: "acme", PATH: "" }, root);
    return locateTool(project, "docs", "fetch");
  };
  const registry = (change: (text: string) => string) => {
    const file = join(root, REGISTRY_PATH);
    writeFileSync(file, change(readFileSync(file, "utf8")));
  };
  beforeEach(async () => {
    mkdirSync(join(root, "lib"), { recursive: true });
    mkdirSync(join(root, "logs"), { recursive: true });
    writeFileSync(tool, SOURCE);
    const project = await openProject({ PROJECT_ROOT: root, SUBJECT: "acme", PATH: "" }, root);
    writeFileSync(join(root, REGISTRY_PATH), (await buildRegistry(project)).text);
    await located();
  });

  test("finds the registry's entry, as the call before it did", async () => {
    const second = await located();
    expect(second).toMatchObject({ file: tool, entry: { source: "lib/docs-fetch.ts", runner: "module" }, warnings: [] });
    rmSync(cache, { recursive: true });
    expect(await located()).toEqual(second);
  });

  test("goes by the header as it is now: what was edited since counts, and the registry is told as stale", async () => {
    writeFileSync(tool, SOURCE.replace("DOCS_DIR exists", "DOCS_DIR is a directory"));
    const edited = await located();
    expect(edited?.entry.preconditions.map(({ text }) => text)).toEqual(["DOCS_DIR is a directory"]);
    expect(edited?.warnings).toEqual([expect.stringContaining("is out of date for local__docs-fetch")]);
    expect((await located())?.warnings).toHaveLength(1);
  });

  test("does not believe an entry that was edited by hand since", async () => {
    registry((text) => text.replace(/"preconditions": \[[^\]]*\]/, '"preconditions": []'));
    const forged = await located();
    expect(forged?.entry.preconditions).toHaveLength(1);
    expect((await located())?.entry.preconditions).toHaveLength(1);
  });

  test("refuses a second file of its name", async () => {
    writeFileSync(join(root, "lib/docs-fetch.sh"), "# TOOL_META\n# noun: docs\n# verb: fetch\n");
    await expect(located()).rejects.toMatchObject({ code: "tool_name_taken_twice" });
    rmSync(join(root, "lib/docs-fetch.sh"));
  });

  test("whose code alone was edited is read again, and then vouched for again", async () => {
    writeFileSync(tool, `${SOURCE}export const run = () => 1;\n`);
    expect((await located())?.warnings).toEqual([]);
    expect(readFileSync(record(), "utf8")).toContain("export const run = () => 1;");
  });
});
