// biome-ignore-all lint/suspicious/noTemplateCurlyInString: lines of a wrapper
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { repository } from "../support/project.ts";
import { freshFolder } from "./support/fresh-folder.ts";
import { treeDigest } from "./support/tree-digest.ts";

const CANONICAL = readFileSync(join(repository, "bin/myproject"), "utf8");
const FILES = ["bin/shop", "niche.json", ".github/workflows/gen-registry.yml", "AGENTS.md", "CLAUDE.md"];
const init = ["project", "init", "--name", "shop"];

describe("project init in a folder without git and package.json", () => {
  test("writes the canonical wrapper byte for byte, niche.json, the CI step and the marked block; the wrapper runs", async () => {
    const { root, read, json, shell } = freshFolder();
    const { code, data } = await json(...init);
    expect(code).toBe(0);
    expect(data.files).toEqual(FILES.map((path) => ({ path, action: "created" })));
    expect(read("bin/shop")).toBe(CANONICAL);
    expect(JSON.parse(read("niche.json"))).toEqual({
      $schema: expect.stringContaining("settings.schema.json"),
      subject: "shop",
      tool_path: ["tools"],
    });
    expect(parse(read(".github/workflows/gen-registry.yml")).jobs.check.steps.at(-1)).toEqual({ run: "gen-registry --check" });
    for (const line of data.run_next) expect([line, (await shell(line)).code]).toEqual([line, 0]);
    expect((await shell("bin/shop hello say --json")).code).toBe(0);
    expect(existsSync(join(root, ".gitignore"))).toBe(false);
  });

  test("says in at most ten lines the command, the registry, the exit codes and how to find more", async () => {
    const { niche, read } = freshFolder();
    await niche(...init);
    for (const path of ["AGENTS.md", "CLAUDE.md"]) {
      expect(read(path).trimEnd().split("\n").length).toBeLessThanOrEqual(10);
      for (const word of ["bin/shop", "logs/tool-registry.json", "Exit 0", "1:", "2:", "3:", "tool list --full", "docs fetch"])
        expect(read(path)).toContain(word);
    }
  });

  test("changes nothing the second time, also after the project's lock file and variables have come", async () => {
    const { root, niche, json, write, read } = freshFolder({ "package.json": '{"name":"@acme/shop"}' });
    expect((await niche("project", "init")).code).toBe(0);
    write("package-lock.json", "{}");
    write(
      "bin/shop",
      read("bin/shop").replace("docs/patterns", "handbook").replace('handbook"\n', 'handbook"\nexport API_URL="http://localhost"\n'),
      0o755,
    );
    const before = treeDigest(root);
    const { code, data } = await json("project", "init");
    expect([code, data.subject, data.changed]).toEqual([0, "shop", 0]);
    expect(treeDigest(root)).toBe(before);
  });

  test("writes nothing on a dry run and tells what it would write", async () => {
    const { root, json } = freshFolder();
    const before = treeDigest(root);
    const { code, data } = await json(...init, "--dry-run");
    expect([code, data.dry_run, data.changed]).toEqual([0, true, FILES.length]);
    expect(treeDigest(root)).toBe(before);
  });
});

describe("what is there already", () => {
  test("keeps every byte of the agents' documents outside of the marks, CRLF and a missing last line end too", async () => {
    const agents = "# Agents\r\n\r\nOurs.";
    const claude = "Before\n<!-- nichekit:begin -->\nold\n<!-- nichekit:end -->\nAfter\n";
    const { niche, read } = freshFolder({ "AGENTS.md": agents, "CLAUDE.md": claude });
    expect((await niche(...init, "--yes")).code).toBe(0);
    expect(read("AGENTS.md").startsWith(`${agents}\r\n\r\n<!-- nichekit:begin -->\r\n`)).toBe(true);
    expect(read("AGENTS.md").replaceAll("\r\n", "")).not.toContain("\n");
    expect(read("CLAUDE.md")).toMatch(/^Before\n<!-- nichekit:begin -->\n## Project tools[\s\S]*<!-- nichekit:end -->\nAfter\n$/);
  });

  test("is never overwritten without --yes: each file is named, nothing at all is written, exit 3", async () => {
    const { root, json, read } = freshFolder({
      "bin/shop": "#!/bin/sh\necho ours\n",
      ".github/workflows/gen-registry.yml": "name: ours\n",
    });
    const before = treeDigest(root);
    const refused = await json(...init);
    expect([refused.code, refused.error.code]).toEqual([3, "scaffold_conflict"]);
    expect(refused.error.detail.conflicts).toEqual(["bin/shop", ".github/workflows/gen-registry.yml"]);
    expect(refused.error.fix[0]).toMatch(/run: niche project init --name shop --yes$/);
    expect(treeDigest(root)).toBe(before);
    expect((await json(...init, "--yes")).code).toBe(0);
    expect(read("bin/shop")).toBe(CANONICAL);
    expect(read("bin/shop.bak")).toBe("#!/bin/sh\necho ours\n");
    const after = treeDigest(root);
    expect((await json(...init, "--yes")).data.changed).toBe(0);
    expect(treeDigest(root)).toBe(after);
  });

  test("an older copy of the wrapper is brought up to date and keeps its own variables", async () => {
    const own = 'export DOCS_DIR="${PROJECT_ROOT}/handbook"\nexport STAGE="test"';
    const { root, json, read, write } = freshFolder();
    write("bin/shop", CANONICAL.replace(/export DOCS_DIR.*/, () => own).replace("set -u\n", "set -eu\n"));
    expect((await json(...init)).code).toBe(3);
    expect((await json(...init, "--yes")).code).toBe(0);
    expect(read("bin/shop")).toBe(CANONICAL.replace(/export DOCS_DIR.*/, () => own));
    expect(statSync(join(root, "bin/shop")).mode & 0o111).not.toBe(0);
  });

  test("a wrapper that lost its run bit gets it back, without --yes", async () => {
    const { root, niche, json } = freshFolder();
    await niche(...init);
    chmodSync(join(root, "bin/shop"), 0o644);
    const { data } = await json(...init);
    expect(data.files[0]).toEqual({ path: "bin/shop", action: "made_executable" });
    expect(statSync(join(root, "bin/shop")).mode & 0o111).not.toBe(0);
  });

  test("a CLAUDE.md that is a link to AGENTS.md is one document, and stays a link", async () => {
    const { root, json, read } = freshFolder({ "AGENTS.md": "# Ours\n" });
    symlinkSync("AGENTS.md", join(root, "CLAUDE.md"));
    const { data } = await json(...init);
    expect(data.files.map(({ path }: { path: string }) => path)).not.toContain("CLAUDE.md");
    expect(read("CLAUDE.md").match(/nichekit:begin/g)).toHaveLength(1);
  });

  test("documents that lie in docs are where the wrapper says", async () => {
    const { niche, read, shell } = freshFolder({ "docs/deploy.md": "# Deploy the lambda\n" });
    await niche(...init);
    expect(read("bin/shop")).toBe(CANONICAL.replace("docs/patterns", "docs"));
    expect((await shell("bin/shop docs index && bin/shop docs fetch --keywords lambda")).stdout).toContain("docs/deploy.md");
  });

  test("lib is the folder of tools only if tools stand there", async () => {
    const tool = "#!/bin/sh\n# TOOL_META\n# noun: a\n# verb: b\n";
    expect((await freshFolder({ "lib/code.js": "1" }).json(...init, "--dry-run")).data.tools).toBe("tools");
    expect((await freshFolder({ "lib/a-b.sh": tool }).json(...init, "--dry-run")).data.tools).toBe("lib");
  });
});

describe("the two ways to carry the dispatcher", () => {
  const steps = (text: string): string[] => parse(text).jobs.check.steps.flatMap((step: { run?: string }) => step.run ?? []);

  test.each([
    ["package-lock.json", "npm install --save-dev nichekit", ["npm ci", "npx --no-install gen-registry --check"]],
    ["none", "npm install --save-dev nichekit", ["npm install", "npx --no-install gen-registry --check"]],
    [
      "pnpm-lock.yaml",
      "pnpm add --save-dev nichekit",
      ["corepack enable", "pnpm install --frozen-lockfile", "pnpm exec gen-registry --check"],
    ],
    ["yarn.lock", "yarn add --dev nichekit", ["corepack enable", "yarn install --immutable", "yarn run gen-registry --check"]],
  ])("a dev dependency where there is a package.json (%s): the install is told, not done", async (lock, install, lines) => {
    const { json, read } = freshFolder({ "package.json": '{"name":"shop"}', [lock]: "" });
    const { data } = await json("project", "init");
    expect([data.carrying, data.installed, data.run_next[0]]).toEqual(["dependency", false, install]);
    expect(steps(read(".github/workflows/gen-registry.yml"))).toEqual(lines);
    expect(read("package.json")).toBe('{"name":"shop"}');
  });

  test("global where there is none, with the version that wrote the registry", async () => {
    const { version } = JSON.parse(readFileSync(join(repository, "package.json"), "utf8"));
    const { json, read } = freshFolder();
    expect((await json(...init)).data).toMatchObject({ carrying: "global", installed: true });
    expect(steps(read(".github/workflows/gen-registry.yml"))).toEqual([`npm install --global nichekit@${version}`, "gen-registry --check"]);
  });
});

test("in a git repository that ignores logs and bin, what must be committed is seen and the caches are not", async () => {
  const { niche, shell, read } = freshFolder({ ".gitignore": "logs\nbin/\n*.json" });
  await shell("git init -q");
  await niche(...init);
  expect(read(".gitignore").startsWith("logs\nbin/\n*.json\n\n# nichekit")).toBe(true);
  expect((await shell("bin/shop registry generate && touch bin/other")).code).toBe(0);
  expect((await shell("git add -A && git ls-files logs bin")).stdout).toBe("bin/shop\nlogs/tool-registry.json\n");
  expect((await shell("git check-ignore logs/cache/x logs/sessions/x")).code).toBe(0);
  const again = await niche(...init);
  expect(again.stdout).toContain("nothing to do");
});

describe("what cannot be", () => {
  test.each([
    ["a begin without an end", "<!-- nichekit:begin -->\nours\n"],
    ["an end without a begin", "ours\n<!-- nichekit:end -->\n"],
    ["two blocks", "<!-- nichekit:begin -->\n<!-- nichekit:end -->\n<!-- nichekit:begin -->\n<!-- nichekit:end -->\n"],
  ])("%s: told with its line, nothing is written, also with --yes", async (_, text) => {
    const { root, json } = freshFolder({ "AGENTS.md": text });
    const before = treeDigest(root);
    const { code, error } = await json(...init, "--yes");
    expect([code, error.code]).toEqual([3, "scaffold_marks_broken"]);
    expect(treeDigest(root)).toBe(before);
  });

  test("a folder, or a link to nothing, where a file should be: nothing is written", async () => {
    for (const make of [
      (root: string) => mkdirSync(join(root, "CLAUDE.md")),
      (root: string) => symlinkSync("nowhere", join(root, "CLAUDE.md")),
    ]) {
      const { root, json } = freshFolder();
      make(root);
      const before = treeDigest(root);
      const { code, error } = await json(...init);
      expect([code, error.code]).toEqual([3, "scaffold_blocked"]);
      expect(treeDigest(root)).toBe(before);
    }
  });

  test.each([
    [".github", "project init --name shop"],
    ["bin", "project init --name shop"],
    ["AGENTS.md/x", "project init --name shop"],
    ["tools", "project init --name shop"],
    ["test", "tool new note count"],
  ])("a file in the place of %s: nothing is written", async (path, words) => {
    const [name = ""] = path.split("/");
    const { root, json } = freshFolder(path.includes("/") ? { [path]: "a file" } : { [name]: "a file" });
    const before = treeDigest(root);
    const { code, error } = await json(...words.split(" "));
    expect([code, error.code, error.recoverable]).toEqual([3, "scaffold_blocked", "user-action-required"]);
    expect(treeDigest(root)).toBe(before);
  });

  test("a name that nichekit's own commands have, given or found: the project gets one of its own", async () => {
    const { root, json, shell } = freshFolder({}, { name: "niche" });
    for (const name of ["niche", "Niche-dispatch", "gen-registry"]) {
      const { code, error } = await json("project", "init", "--name", name);
      expect([code, error.code]).toEqual([1, "scaffold_name_invalid"]);
      expect(error.fix).toEqual([`niche project init --name ${name.toLowerCase()}-project`]);
    }
    expect(treeDigest(root)).toBe(treeDigest(freshFolder({}, { name: "niche" }).root));
    expect((await json("project", "init")).data.subject).toBe("niche-project");
    expect((await shell("bin/niche-project --version")).code).toBe(0);
  });

  test("a name that is no command's: the Fix runs", async () => {
    const { json, shell, read } = freshFolder();
    const { code, error } = await json("project", "init", "--name", "My Shop/é");
    expect([code, error.code]).toEqual([1, "scaffold_name_invalid"]);
    expect((await shell(error.fix[0])).code).toBe(0);
    expect(read("bin/my-shop")).toBe(CANONICAL);
  });

  test.runIf(existsSync("/proc/self"))(
    "a folder that no account may write is a platform error that names what was written before",
    async () => {
      const { root, json, read } = freshFolder();
      symlinkSync("/proc/self", join(root, ".github"));
      const { code, error } = await json(...init, "--yes");
      expect([code, error.code, error.layer]).toEqual([3, "scaffold_unwritable", "platform"]);
      expect(error.detail.written).toEqual(["bin/shop", "niche.json"]);
      expect(read("bin/shop")).toBe(CANONICAL);
    },
  );
});

test("the agents' block and the next commands name what the subject carries; a change of shared_nouns is brought in", async () => {
  const { niche, json, read, write, shell } = freshFolder();
  await niche("project", "init", "--name", "shop");
  const written = read("AGENTS.md");
  expect(written).toContain("`bin/shop tool list --full --json` (all tools in one call), `bin/shop docs fetch --keywords …`");
  write("niche.json", '{"subject": "shop", "tool_path": ["tools"], "shared_nouns": ["impl"]}');
  const { error } = await json("project", "init", "--name", "shop");
  expect(error.code).toBe("scaffold_conflict");
  const { data } = await json("project", "init", "--name", "shop", "--yes");
  const block = read("AGENTS.md");
  expect(block).toContain("- More: `bin/shop --help --json` (all nouns and verbs), `bin/shop impl context --files …`.\n");
  expect(block).not.toMatch(/tool list|docs fetch/);
  const generate = data.run_next.find((line: string) => line.includes("registry generate"));
  expect((await shell(generate)).code).toBe(0);
});
