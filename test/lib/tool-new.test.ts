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
    [["note", ""], "note do"],
    [["1a", "go"], "a go"],
    [["n", "2go"], "n go"],
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

  test.each([
    ["a variable in front", "STAGE=prod sh -c 'echo \"$STAGE\"'", 0, "prod\n"],
    ["a negation", "! grep -q TODO notes.txt", 0, ""],
    ["several lines", "rm -rf out\nmkdir out\nls -d out", 0, "out\n"],
    ["a here-document", "cat <<E\na  b\nE", 0, "a  b\n"],
    ["a sourced file", ". ./env.sh && echo $GREETING", 0, "hello\n"],
    ["white space in quotes", 'echo "a  b"', 0, "a  b\n"],
    ["a condition", "if true; then echo yes; fi", 0, "yes\n"],
    ["a comment", "echo a # and no more", 0, "a\n"],
    ["another program's own variables", "awk '{ print $1 }' notes.txt", 0, "first\n"],
    ["a test", "[ -f notes.txt ]", 0, ""],
    ["an exit code", "exit 1", 2, ""],
  ])("runs %s as it stands", async (_, line, code, stdout) => {
    const { json, shell, read } = await withSubject({ "notes.txt": "first second\n", "env.sh": "GREETING=hello\n" });
    expect((await json("tool", "new", "word", "say", "--runs", line)).code).toBe(0);
    expect(read("tools/word-say.sh")).toContain(line);
    const ran = await shell("bin/shop word say");
    expect([ran.code, ran.stdout]).toEqual([code, stdout]);
    const { data } = JSON.parse((await shell("bin/shop tool show word say --json")).stdout);
    for (const { text } of data.tool.preconditions)
      expect(text).toMatch(/^(?:command (?:sh|grep|rm|cat|awk)|(?:notes\.txt|env\.sh) exists)$/);
    expect((await shell("bin/shop tool lint word say")).code).toBe(0);
  });

  test("a call's words reach one command, and a line that names them itself; of several commands none takes them", async () => {
    const { json, shell } = await withSubject({ "notes.txt": "first\n" });
    const said = async (runs: string) => {
      await json("tool", "new", "word", "say", "--runs", runs, "--yes");
      const { code, stdout } = await shell("bin/shop word say 'x y'");
      return [code, stdout];
    };
    expect(await said("printf '%s|'")).toEqual([0, "x y|"]);
    expect(await said("A=1 printf '%s|'")).toEqual([0, "x y|"]);
    expect(await said("! ls -- 2>&1")).toEqual([1, ""]);
    expect(await said('for word in "$@"; do echo "<$word>"; done')).toEqual([0, "<x y>\n"]);
    expect(await said("true && echo a")).toEqual([1, ""]);
  });

  test.each(["echo 'unclosed", "if true; then echo", "cat <<E", "echo a \\", "echo )"])(
    "%j is no line that Bash can read: refused",
    async (line) => {
      const { root, json } = await withSubject();
      const before = treeDigest(root);
      const { code, error } = await json("tool", "new", "word", "say", "--runs", line);
      expect([code, error.code]).toEqual([1, "scaffold_path_invalid"]);
      expect(treeDigest(root)).toBe(before);
    },
  );

  test("what a line is known to send out is declared, with the host of its remote, and is not tried", async () => {
    const { json, shell, write } = await withSubject();
    await shell("git init -q . && git remote add origin git@github.com:acme/shop.git && git remote add near ../near.git");
    const effects = async (runs: string) => {
      await json("tool", "new", "site", "publish", "--runs", runs, "--yes");
      const { data } = JSON.parse((await shell("bin/shop tool show site publish --json")).stdout);
      return [data.tool.risk ?? data.risk, data.tool.side_effects.map(({ text }: { text: string }) => text)];
    };
    expect((await effects("npm publish"))[1]).toEqual(["process npm publish", "network write registry.npmjs.org"]);
    expect((await effects("git push near HEAD:main"))[1]).toEqual(["process git push near HEAD:main", "network write near"]);
    expect((await effects("git push"))[1]).toEqual(["process git push", "network write github.com"]);
    expect((await shell("node --test test/tools/site-publish.test.mjs")).code).toBe(0);
    write(".gitignore", "logs/\n");
    const { data } = JSON.parse((await shell("bin/shop tool verify site publish --json")).stdout);
    expect(data.findings.map(({ rule }: { rule: string }) => rule)).toEqual(["not_tried"]);
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
