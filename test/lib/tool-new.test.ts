// biome-ignore-all lint/suspicious/noTemplateCurlyInString: path templates as headers write them
import { mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { repository } from "../support/project.ts";
import { type Fresh, freshFolder } from "./support/fresh-folder.ts";
import { treeDigest } from "./support/tree-digest.ts";

const LANGUAGES = ["sh", "py", "ts"] as const;
const PATHS = [
  "--reads",
  "data",
  "--reads",
  "data/in.txt",
  "--writes",
  "data/made.json",
  "--writes",
  "out dir/x.txt",
  "--writes",
  "${DOCS_DIR}/y",
];

/** A project with its subject, with something to read. */
async function withSubject(files: Readonly<Record<string, string>> = {}, name?: string): Promise<Fresh> {
  const folder = freshFolder({ "data/in.txt": "hello\n", ...files }, name === undefined ? {} : { name });
  expect((await folder.niche("project", "init", "--name", "shop")).code).toBe(0);
  return folder;
}

describe.each(LANGUAGES)("tool new --lang %s", (lang) => {
  test("gives a tool that runs at once, with a header that says what it does, and its test passes", async () => {
    const { json, shell, read } = await withSubject();
    for (const [verb, paths] of [
      ["plain", []],
      ["both", PATHS],
    ] as const) {
      const { code, data } = await json("tool", "new", "note", verb, "--lang", lang, ...paths);
      expect([code, data.source]).toEqual([0, `tools/note-${verb}.${lang}`]);
      const called = await shell(`bin/shop note ${verb} --json`);
      expect([called.code, called.stderr]).toEqual([0, ""]);
      expect(JSON.parse(called.stdout).data).toEqual({ bytes_read: verb === "both" ? 12 : 0 });
      const tested = await shell(data.test.command);
      expect([tested.code, tested.stdout.match(/^# (pass|fail) \d+/gm)]).toEqual([0, ["# pass 3", "# fail 0"]]);
    }
    expect(read("data/in.txt")).toBe("hello\n");
    const shown = JSON.parse((await shell("bin/shop tool show note both --json")).stdout).data.tool;
    expect(shown.preconditions.map(({ text }: { text: string }) => text)).toEqual(["data exists", "data/in.txt exists", "DOCS_DIR is set"]);
    expect(shown.side_effects.map(({ text }: { text: string }) => text)).toEqual([
      "reads data",
      "reads data/in.txt",
      "writes data/made.json",
      'writes "out dir/x.txt"',
      "writes ${DOCS_DIR}/y",
    ]);
  });

  test("passes tool verify unchanged", { timeout: 120_000 }, async () => {
    const folder = await withSubject({}, "plain");
    // An empty home: what a tool is tried in must not be the developer's.
    mkdirSync(join(folder.root, "home"));
    await folder.niche("tool", "new", "note", "plain", "--lang", lang);
    await folder.niche("tool", "new", "note", "both", "--lang", lang, ...PATHS);
    expect((await folder.shell("bin/shop registry generate")).code).toBe(0);
    for (const verb of ["plain", "both"]) {
      const ran = await folder.shell(`HOME=$PWD/home bin/shop tool verify note ${verb} --json`);
      expect([verb, ran.code, ran.code === 0 ? "" : ran.stdout]).toEqual([verb, 0, ""]);
    }
  });

  test("never loses what stands where it writes", async () => {
    const { niche, shell, read } = await withSubject({ "words.txt": "mine" });
    await niche("tool", "new", "note", "write", "--lang", lang, "--writes", "words.txt");
    expect((await shell("bin/shop note write")).code).toBe(0);
    expect(read("words.txt")).toBe("mine");
  });
});

describe("what is there already", () => {
  test("a second run changes nothing", async () => {
    const { root, niche, json } = await withSubject();
    await niche("tool", "new", "note", "count", "--reads", "data");
    const before = treeDigest(root);
    expect(
      (await json("tool", "new", "note", "count", "--reads", "data")).data.files.map(({ action }: { action: string }) => action),
    ).toEqual(["unchanged", "unchanged"]);
    expect(treeDigest(root)).toBe(before);
  });

  test("a tool that was edited is not overwritten without --yes; with it, the old text stays beside", async () => {
    const { root, niche, json, read, write } = await withSubject();
    await niche("tool", "new", "note", "count");
    write("tools/note-count.sh", `${read("tools/note-count.sh")}# mine\n`);
    const before = treeDigest(root);
    const { code, error } = await json("tool", "new", "note", "count");
    expect([code, error.code, error.detail.conflicts]).toEqual([3, "scaffold_conflict", ["tools/note-count.sh"]]);
    expect(treeDigest(root)).toBe(before);
    expect((await niche("tool", "new", "note", "count", "--yes")).code).toBe(0);
    expect(read("tools/note-count.sh.bak")).toContain("# mine");
    write("tools/note-count.sh", `${read("tools/note-count.sh")}# mine again\n`);
    expect((await niche("tool", "new", "note", "count", "--yes")).code).toBe(0);
    expect([read("tools/note-count.sh.bak"), read("tools/note-count.sh.2.bak")]).toEqual([
      expect.stringContaining("# mine\n"),
      expect.stringContaining("# mine again\n"),
    ]);
    const generated = await niche("registry", "generate");
    expect([generated.code, generated.stdout]).toEqual([0, expect.not.stringContaining(".bak")]);
  });

  test("one name in two languages is refused", async () => {
    const { root, niche, json } = await withSubject();
    await niche("tool", "new", "note", "count");
    const before = treeDigest(root);
    const { code, error } = await json("tool", "new", "note", "count", "--lang", "py", "--yes");
    expect([code, error.code]).toEqual([3, "scaffold_name_taken"]);
    expect(treeDigest(root)).toBe(before);
  });

  test("a tool of the shared lib that it hides is told", async () => {
    const { json } = await withSubject();
    const { data, meta } = await json("tool", "new", "docs", "fetch");
    expect(data.shadows).toEqual(["nichekit:lib/docs-fetch.ts"]);
    expect(meta.warnings).toContain("tools/docs-fetch.sh hides nichekit:lib/docs-fetch.ts");
  });

  test("nothing is written on a dry run", async () => {
    const { root, json } = await withSubject();
    const before = treeDigest(root);
    expect((await json("tool", "new", "note", "count", "--dry-run")).data.files).toHaveLength(2);
    expect(treeDigest(root)).toBe(before);
  });
});

describe("what cannot be", () => {
  test.each([
    [["NoteBook", "add_Page"], "note-book add-page"],
    [["note", ""], "note thing"],
    [["né", "x", "--lang", "py", "--reads", "a b"], "n x --lang py --reads 'a b'"],
  ])("%j is not kebab-case: the Fix runs", async (words, fixed) => {
    const { json, shell } = await withSubject();
    const { code, error } = await json("tool", "new", ...words);
    expect([code, error.code, error.fix]).toEqual([1, "scaffold_name_invalid", [`niche tool new ${fixed}`]]);
    expect((await shell(error.fix[0])).code).toBe(0);
  });

  test.each(["", "docs/*.md", "it's", "a\nb", "~/x", "a/${B}", "x".repeat(300)])(
    "--writes %j is no path that a body could open",
    async (path) => {
      const { root, json } = await withSubject();
      const before = treeDigest(root);
      const { code, error } = await json("tool", "new", "note", "count", `--writes=${path}`);
      expect([code, error.code]).toEqual([1, "scaffold_path_invalid"]);
      expect(treeDigest(root)).toBe(before);
    },
  );

  test.each(['Say "hi": #1, it\'s {odd} — [x] \\n', "@noun other */ end", "- starts like a list"])(
    "a summary keeps its words in every language: %s",
    async (summary) => {
      const { json, shell } = await withSubject();
      for (const lang of LANGUAGES) {
        const { data } = await json("tool", "new", "note", lang, "--lang", lang, "--summary", summary);
        const shown = JSON.parse((await shell(`bin/shop tool show note ${lang} --json`)).stdout);
        expect([lang, shown.data?.tool.summary.replace(/^@/, "")]).toEqual([lang, summary.replace(/^@/, "")]);
        expect([lang, (await shell(`bin/shop ${data.tool}`)).code]).toEqual([lang, 0]);
      }
    },
  );
});

describe("tool new --runs", () => {
  const manifest = '{"scripts":{"say":"node -e \'console.log(process.argv.slice(1).join())\' --","fail":"exit 1"}}';

  test("makes a tool of an existing npm script or program: its output, its words, its failure", async () => {
    const { root, json, shell, write } = await withSubject({ "package.json": manifest });
    // The wrapper finds the dispatcher on PATH: there is a package.json, but nothing is installed.
    write("scripts/count.sh", '#!/bin/sh\nprintf \'%s;\' "$#" "$@" "$PWD" "$STAGE"\n', 0o755);
    await json("tool", "new", "word", "say", "--runs", "npm run --silent say");
    await json("tool", "new", "word", "fail", "--runs", "npm run --silent fail", "--idempotent");
    await json("tool", "new", "word", "count", "--runs", "scripts/count.sh", "--env", "STAGE");
    await json("tool", "new", "word", "pipe", "--runs", "echo one two | wc -w");
    expect((await shell("bin/shop word say 'a b' --c")).stdout).toBe("a b,--c\n");
    expect((await shell("STAGE=x bin/shop word count 'a b'")).stdout).toBe(`1;a b;${root};x;`);
    expect((await shell("bin/shop word pipe")).stdout.trim()).toBe("2");
    expect((await shell("bin/shop word fail")).code).toBe(2);
    const shown = async (verb: string) => JSON.parse((await shell(`bin/shop tool show word ${verb} --json`)).stdout).data.tool;
    expect(await shown("say")).toMatchObject({
      idempotent: false,
      preconditions: [{ text: "command npm" }, { text: "package.json exists" }],
    });
    expect(await shown("fail")).toMatchObject({ idempotent: true, side_effects: [{ text: "process npm run --silent fail" }] });
    expect((await shown("count")).preconditions).toMatchObject([{ text: "scripts/count.sh exists" }]);
    for (const verb of ["say", "count", "pipe"])
      expect([verb, (await shell(`node --test test/tools/word-${verb}.test.mjs`)).code]).toEqual([verb, 0]);
  });

  test("packages that are not installed have the install as their Fix", async () => {
    const { json, shell } = await withSubject({ "package.json": manifest, "package-lock.json": "{}" });
    await json("tool", "new", "word", "say", "--runs", "npm run say", "--reads", "node_modules");
    const { error } = JSON.parse((await shell("bin/shop word say --json")).stdout);
    expect(error).toMatchObject({ layer: "precondition", recoverable: "yes", fix: ["npm ci"] });
  });

  test("is for Bash: another language, an empty line, a wrong variable are refused", async () => {
    const { json } = await withSubject();
    const refused = async (...words: string[]) => (await json("tool", "new", "word", "say", ...words)).error;
    expect(await refused("--runs", "make x", "--lang", "py")).toMatchObject({
      exit_code: 1,
      fix: ["niche tool new word say --runs 'make x'"],
    });
    expect(await refused("--runs= ")).toMatchObject({ code: "scaffold_path_invalid" });
    expect(await refused("--env", "NO-NAME")).toMatchObject({ code: "scaffold_path_invalid" });
  });
});

test("where the project tests with vitest, the test is vitest's and passes there", async () => {
  const { root, json } = await withSubject({ "package.json": '{"type":"module","devDependencies":{"vitest":"*"}}' });
  mkdirSync(join(root, "node_modules"));
  symlinkSync(join(repository, "node_modules/vitest"), join(root, "node_modules/vitest"));
  const { data } = await json("tool", "new", "note", "count", "--reads", "data");
  expect(data.test).toEqual({ path: "test/tools/note-count.test.ts", command: "npx vitest run test/tools/note-count.test.ts" });
  expect(readFileSync(join(root, data.test.path), "utf8")).toContain('from "vitest"');
});

test("where another runner would take it for its own, the test has a name of its own", async () => {
  const { json } = await withSubject({ "package.json": '{"devDependencies":{"jest":"*"}}' });
  expect((await json("tool", "new", "note", "count")).data.test.path).toBe("test/tools/note-count.check.mjs");
});
