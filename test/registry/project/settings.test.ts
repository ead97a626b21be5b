import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { exitCodeOf, type ToolError } from "../../../registry/error/tool-error.ts";
import { isSettings, readSettings } from "../../../registry/project/settings.ts";
import { settingsSchema } from "../../../registry/project/settings-schema.ts";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "niche settings 設定-"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(text: string): string {
  const file = join(root, "niche.json");
  writeFileSync(file, text);
  return file;
}

async function refused(): Promise<ToolError> {
  return readSettings(root).then(
    () => expect.unreachable("the settings were accepted"),
    (error) => error as ToolError,
  );
}

describe("readSettings", () => {
  test("without a file there are no settings", async () => {
    expect(await readSettings(root)).toEqual({});
  });

  test("a sound file is read, with BOM and CRLF as without", async () => {
    const text = '{\n  "tool_path": ["tools"],\n  "shared_nouns": ["docs"]\n}\n';
    const expected = { tool_path: ["tools"], shared_nouns: ["docs"] };
    for (const spelling of [text, `\uFEFF${text}`, text.replaceAll("\n", "\r\n")]) {
      write(spelling);
      expect(await readSettings(root)).toEqual(expected);
    }
  });

  test("a misspelt key is told with file, line and the nearest key, and its Fix mends the file", async () => {
    const file = write('{\n  "subject": "acme",\n  "tool_paths": ["tools"]\n}\n');
    const error = await refused();
    expect(error.message).toBe(`${file}:3: unknown key "tool_paths", did you mean "tool_path"?`);
    expect(exitCodeOf(error)).toBe(1);
    for (const fix of error.fix) execFileSync("bash", ["-c", fix]);
    expect(await readSettings(root)).toEqual({ subject: "acme", tool_path: ["tools"] });
  });

  test("two misspelt keys are mended by the two commands in their order", async () => {
    write('{ "schema": "x",\n  "shared_noun": ["docs"] }');
    const error = await refused();
    expect(error.fix).toHaveLength(2);
    for (const fix of error.fix) execFileSync("bash", ["-c", fix]);
    expect(await readSettings(root)).toEqual({ $schema: "x", shared_nouns: ["docs"] });
  });

  test("a wrong type is told with its place, and is the user's to mend: rules and folders must not be set aside", async () => {
    const text = '{\n  "shared_nouns": [\n    "docs",\n    7\n  ]\n}\n';
    const file = write(text);
    const error = await refused();
    expect([error.code, exitCodeOf(error)]).toEqual(["settings_needs_user", 3]);
    expect(error.message).toContain(`${file}:4: shared_nouns.1: `);
    expect(error.fix).toEqual([expect.stringContaining(`Ask the user to mend ${file}, line 4: shared_nouns.1: `)]);
    expect(readFileSync(file, "utf8")).toBe(text);
  });

  test.each([
    ["a missing comma", '{\n  "subject": "a"\n  "tool_path": []\n}', 3],
    ["an end too early", '{\n  "subject": "a"\n', 2],
    ["conflict markers", '{\n<<<<<<< HEAD\n  "subject": "a"\n=======\n  "subject": "b"\n>>>>>>> other\n}', 2],
    ["an empty file", "", 1],
  ])("%s is told with its line, for the user", async (_, text, line) => {
    const file = write(text);
    const error = await refused();
    expect([error.code, exitCodeOf(error)]).toEqual(["settings_needs_user", 3]);
    expect(error.message).toContain(`${file}:${line}: not JSON`);
    expect(error.fix[0]).toContain("Ask the user to mend");
  });

  test.each([
    ["a trailing comma", '{\n  "tool_path": ["mytools",],\n}', 2],
    ["comments", '{\n  // where\n  "tool_path": [/* "x", */ "mytools"]\n}', 2],
    ["CRLF besides", '{\r\n  "tool_path": ["mytools",]\r\n}\r\n', 2],
    ["both, and a word that looks like them", '{\n  "subject": "it\'s ,] // a",\n  "tool_path": ["mytools"], // own\n}', 3],
  ])("%s is told with its line, and the Fix mends it and keeps the old text", async (_, text, line) => {
    const file = write(text);
    const error = await refused();
    expect([error.code, exitCodeOf(error)]).toEqual(["settings_not_json", 1]);
    expect(error.message).toMatch(new RegExp(`:${line}: not JSON`));
    for (const fix of error.fix) expect(fix).not.toMatch(/[\r\n]/);
    for (const fix of error.fix) execFileSync("bash", ["-c", fix], { cwd: "/" });
    expect((await readSettings(root)).tool_path).toEqual(["mytools"]);
    expect(readFileSync(`${file}.bak`, "utf8")).toBe(text);
  });

  test("what is no file is a platform error for the user", async () => {
    mkdirSync(join(root, "niche.json"));
    const error = await refused();
    expect([error.code, error.recoverable, exitCodeOf(error)]).toEqual(["settings_unreadable", "user-action-required", 3]);
  });

  test.skipIf(process.getuid?.() === 0)("a file that may not be read is a platform error for the user", async () => {
    chmodSync(write("{}"), 0);
    expect((await refused()).code).toBe("settings_unreadable");
  });
});

describe("isSettings", () => {
  test("accepts exactly what the schema accepts", () => {
    const key = fc.constantFrom(
      "$schema",
      "tool_path",
      "shared_nouns",
      "subject",
      "permissions",
      "hooks",
      "capabilities",
      "tool_paths",
      "__proto__",
      "toString",
    );
    const rule = fc.constantFrom<unknown>("local__a", "local__*(path:x y)", "a b", "a()", "", 1);
    const hook = fc.record(
      {
        match: rule,
        command: fc.constantFrom<unknown>(["a"], [], [""], "a"),
        timeout: fc.constantFrom<unknown>(0, 1, 1.5, 601, "1"),
        x: fc.constant(1),
      },
      { requiredKeys: [] },
    );
    const nested = fc.oneof(
      fc.dictionary(fc.constantFrom("mode", "deny", "ask", "allow", "toString"), fc.oneof(fc.array(rule), fc.constantFrom("auto", "x"))),
      fc.dictionary(fc.constantFrom("before", "after", "x"), fc.oneof(fc.array(hook), fc.constant({}))),
      fc.dictionary(
        fc.constantFrom("skill_folders", "user_skills", "pinned", "turn_tokens", "x"),
        fc.oneof(fc.array(rule), fc.boolean(), fc.constantFrom(0, -1, 1.5, 5)),
      ),
    );
    const value = fc.oneof(
      nested,
      fc.constantFrom<unknown>("", "docs", "Docs", "a-b", 1, null, true, undefined, {}),
      fc.array(fc.constantFrom<unknown>("", "docs", "a-b", "-a", "a--b", "日本", 3, null)),
    );
    fc.assert(
      fc.property(fc.oneof(fc.dictionary(key, value), fc.jsonValue()), (given) => {
        // As it comes from a file: what JSON cannot hold is not there.
        const settings: unknown = JSON.parse(JSON.stringify(given));
        expect(isSettings(settings)).toBe(settingsSchema.safeParse(settings).success);
      }),
      { numRuns: 500 },
    );
  });
});
