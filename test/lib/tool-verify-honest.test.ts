import { execFileSync, spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import type { Registry, ToolEntry } from "../../registry/entry.ts";
import { sealOf } from "../../registry/generate/seal.ts";
import { readTree, treeChanges } from "../../registry/proof/tree.ts";
import { bashTool, moduleTool, project, repository, scratch } from "../support/project.ts";
import { run, shell } from "../support/run.ts";
import { call, repositoryProject } from "./repository-tool.ts";

type Found = { tool: string; rule: string; severity: string; message: string; line: number };

const told = (findings: readonly Found[]) => findings.map(({ tool, severity, rule }) => `${tool}: ${severity} ${rule}`);
const LONG = { timeout: 120_000 };

/** Tools that do what they say, of every language and every kind of effect. */
const HONEST: Readonly<Record<string, string>> = {
  "lib/page-build.sh": bashTool(
    "page",
    "build",
    'mkdir -p "$PROJECT_ROOT/out/html"\nprintf "%s\\n" "$ARG_TITLE" >"$PROJECT_ROOT/out/html/index.html"',
    [
      "summary: Build the page.",
      "side_effects: [writes out]",
      "options: [{name: title, type: string, default: Home}]",
      "examples: [page build, page build --title 'A title']",
    ],
  ),
  "lib/page-read.ts": moduleTool(
    "page",
    "read",
    'import { readFileSync } from "node:fs";\nimport { join } from "node:path";\nexport const run = (_: unknown, { env }: { env: Record<string, string> }) => ({ text: readFileSync(join(env.PROJECT_ROOT ?? "", "out/html/index.html"), "utf8"), took_ms: Math.random() });',
    ["@precondition out exists", "@side_effect reads out", "@output json", "@option none"],
  ),
  "lib/page-clean.py": [
    "#!/usr/bin/env python3",
    '"""TOOL_META',
    "noun: page",
    "verb: clean",
    "preconditions: []",
    "idempotent: true",
    "side_effects: [deletes out]",
    "options: []",
    '"""',
    "import os",
    "import shutil",
    "",
    'shutil.rmtree(os.path.join(os.environ["PROJECT_ROOT"], "out"), ignore_errors=True)',
    "",
  ].join("\n"),
  "lib/page-log.sh": bashTool("page", "log", 'echo line >>"$PROJECT_ROOT/page.log"', [
    "idempotent: false",
    "side_effects: [writes page.log]",
    "options: []",
    "examples: [page log, page log]",
  ]),
  "lib/page-plan.js": moduleTool(
    "page",
    "plan",
    'import { writeFileSync } from "node:fs";\nexport const run = (_, { env, dryRun }) => {\n  if (!dryRun) writeFileSync(`${env.PROJECT_ROOT}/plan.md`, "plan\\n");\n  return "plan.md";\n};',
    ["@dry_run native", "@side_effect writes plan.md", "@option none"],
  ),
};

describe("tool verify, of tools that do what they say", () => {
  test("passes them and the contract's samples, changes nothing in the project, and leaves no copy behind", LONG, async () => {
    const honest = repositoryProject({ ...HONEST, "niche.json": '{"shared_nouns":["tool"]}' });
    cpSync(join(repository, "test/contract/tools"), join(honest.root, "lib"), { recursive: true });
    await shell("git add -A && git -c user.name=R -c user.email=r@example.org commit -qm 'As it is'", { cwd: honest.root });
    const temporary = scratch();
    const before = readTree(honest.root);
    const { code, data, error } = await call(honest, ["tool", "verify", "--all"], { env: { ...process.env, TMPDIR: temporary } });
    expect([code, error?.detail.findings]).toEqual([0, undefined]);
    expect(told(data.findings)).toEqual(["page clean: note effect_unseen"]);
    expect([data.tools.length, data.copy.git, data.copy.linked]).toEqual([9, "clone", ["node_modules"]]);
    for (const tool of data.tools) expect(tool.examples).toBeGreaterThan(0);
    expect(
      treeChanges(
        before,
        readTree(honest.root, (path) => path === "logs"),
      ),
    ).toEqual([]);
    expect(readdirSync(temporary)).toEqual([]);
  });

  test("a dry run tells what would be tried, and makes no copy", async () => {
    const honest = project({ "lib/page-build.sh": HONEST["lib/page-build.sh"] as string });
    const temporary = scratch();
    const { code, data } = await call(honest, ["tool", "verify", "page", "build", "--dry-run"], {
      env: { ...process.env, TMPDIR: temporary },
    });
    expect([code, data]).toEqual([
      0,
      {
        would_try: [{ tool: "page build", source: "lib/page-build.sh", examples: ["page build", "page build --title 'A title'"] }],
        copy: null,
      },
    ]);
    expect(readdirSync(temporary)).toEqual([]);
  });
});

test("tools beside the project, and shared ones, are called where they are, and not written", LONG, async () => {
  const beside = project({ "niche.json": '{"tool_path":["../shared tools","lib"]}' }, { folder: join(scratch(), "app") });
  const tool = bashTool("note", "show", "echo note", ["options: []"]);
  const file = beside.write("../shared tools/note-show.sh", tool);
  const env = { ...process.env, DOCS_DIR: join(beside.root, "docs") };
  expect(await call(beside, ["tool", "verify", "--all"], { env })).toMatchObject({
    code: 0,
    data: { tools: [{ tool: "note show", examples: 1 }] },
  });
  expect(readFileSync(file, "utf8")).toBe(tool);
  // What the shared tool needs is brought about by two others: docs init, then docs index.
  expect(await call(beside, ["tool", "verify", "docs", "fetch"], { env })).toMatchObject({
    code: 0,
    data: { tools: [{ source: "nichekit:lib/docs-fetch.ts", examples: 2 }] },
  });
  expect(readdirSync(beside.root).sort()).toEqual(["bin", "niche.json", "node_modules"]);
});

describe("what is not tried is told", () => {
  test("effects that leave the copy are never run", async () => {
    const outside = scratch();
    const marker = join(outside, "marker");
    const reaching = project({
      "lib/site-a.sh": bashTool("site", "a", `touch '${marker.replaceAll("'", "'\\''")}'`, [
        "side_effects: [network write site.example]",
        "options: []",
      ]),
      "lib/site-b.sh": bashTool("site", "b", `touch '${marker.replaceAll("'", "'\\''")}'`, [
        "side_effects: [external aws deploys]",
        "options: []",
      ]),
      "lib/site-c.sh": bashTool("site", "c", `touch '${marker.replaceAll("'", "'\\''")}'`, [
        "side_effects: [writes ../c]",
        "risk: high",
        "options: []",
      ]),
    });
    const { code, data } = await call(reaching, ["tool", "verify", "--all"]);
    expect([code, told(data.findings).filter((line) => !line.includes("warning"))]).toEqual([
      0,
      ["site a: note not_tried", "site b: note not_tried", "site c: note not_tried"],
    ]);
    expect(existsSync(marker)).toBe(false);
  });

  test("a precondition that no tool provides", async () => {
    const needing = project({
      "lib/site-deploy.sh": bashTool("site", "deploy", "echo", ["preconditions: [DEPLOY_TARGET is set, bundle.zip exists]", "options: []"]),
    });
    const { data } = await call(needing, ["tool", "verify", "site", "deploy"]);
    expect(data.findings.map(({ message, line }: Found) => [message, line])).toEqual([
      ["Its precondition cannot be brought about in a copy: DEPLOY_TARGET is not set", 7],
      [expect.stringMatching(/^Its precondition cannot be brought about in a copy: bundle.zip not found: /), 7],
    ]);
  });

  test("files that are too large for a copy", async () => {
    const heavy = project({ "lib/note-show.sh": bashTool("note", "show", "echo note", ["options: []"]), "video.bin": "" });
    truncateSync(join(heavy.root, "video.bin"), 40 * 1024 * 1024);
    const { code, data, meta } = await call(heavy, ["tool", "verify", "--all"]);
    expect([code, data.copy.left_out]).toEqual([0, [{ path: "video.bin", reason: "larger than 32 MiB" }]]);
    expect(meta.warnings.join()).toContain("video.bin");
  });
});

describe("tool verify finds", () => {
  test("a registry whose entry is not what the header gives, though its seal holds: callers are shown something else", async () => {
    const edited = project({ "lib/page-build.sh": HONEST["lib/page-build.sh"] as string });
    await run(edited.wrapper, ["registry", "generate"], { cwd: edited.root });
    const file = join(edited.root, "logs/tool-registry.json");
    const registry = JSON.parse(readFileSync(file, "utf8")) as Registry;
    const tools = registry.tools.map(({ seal: _, ...entry }): ToolEntry => {
      const lying: ToolEntry = { ...entry, side_effects: [] };
      return { ...lying, seal: sealOf(lying, registry.nichekit) };
    });
    writeFileSync(file, JSON.stringify({ ...registry, tools }));
    const { error } = await call(edited, ["tool", "verify", "page", "build"]);
    expect(told(error.detail.findings)).toContain("page build: fault help_differs");
  });

  test("a tool with required arguments and no example", async () => {
    const silent = project({
      "lib/note-show.sh": bashTool("note", "show", "echo", ["options: [{name: word, type: string, required: true}]", "summary: Show it."]),
    });
    const { error } = await call(silent, ["tool", "verify", "--all"]);
    expect(told(error.detail.findings)).toEqual(["note show: fault example_missing"]);
  });

  test("a tool that was deleted meanwhile, without losing the others", async () => {
    const root = scratch("vanishing");
    const body = 'rm -f "$PARENT_FOLDER/vanishing/lib/note-z.sh"\necho note';
    const vanishing = project(
      {
        "lib/note-a.sh": bashTool("note", "a", body, ["env: [PARENT_FOLDER]", "options: []"]),
        "lib/note-z.sh": bashTool("note", "z", "echo", ["options: []"]),
      },
      { folder: root },
    );
    expect(basename(root)).toBe("vanishing");
    const env = { ...process.env, PARENT_FOLDER: dirname(root) };
    const { error } = await call(vanishing, ["tool", "verify", "--all", "--jobs", "1"], { env });
    expect(told(error.detail.findings)).toContain("note z: fault tool_vanished");
    expect(error.detail.faults).toBe(1);
    expect(error.detail.tools.length).toBe(2);
  });
});

describe("bad circumstances", () => {
  const note = { "lib/note-show.sh": bashTool("note", "show", "echo note", ["options: []"]) };

  test("without git the copy is made by walking, and without a git command it is no work tree", async () => {
    const plain = project(note);
    expect((await call(plain, ["tool", "verify", "--all"])).data.copy.git).toBe("new");
    const bin = join(scratch(), "bin");
    mkdirSync(bin);
    for (const name of ["bash", "node", "env", "dirname", "readlink", "sleep"]) {
      const found = execFileSync("bash", ["-c", `command -v ${name}`], { encoding: "utf8" }).trim();
      execFileSync("ln", ["-s", found, join(bin, name)]);
    }
    const { code, data } = await call(plain, ["tool", "verify", "--all"], { env: { PATH: bin, HOME: process.env.HOME } });
    expect([code, data.copy.git]).toEqual([0, "none"]);
  });

  test("in a folder of a repository, and from a hook that git runs, the copy is the project's", async () => {
    const whole = scratch();
    execFileSync("git", ["init", "--quiet", whole]);
    const part = project(note, { folder: join(whole, "part") });
    const env = { ...process.env, GIT_DIR: join(whole, ".git"), GIT_INDEX_FILE: join(whole, ".git/index"), GIT_PREFIX: "" };
    const { code, data } = await call(part, ["tool", "verify", "--all"], { env });
    expect([code, data.copy.git]).toEqual([0, "new"]);
    expect(execFileSync("git", ["status", "--porcelain"], { cwd: whole, encoding: "utf8" })).toBe("?? part/\n");
  });

  test("a project that may only be read is verified all the same", async () => {
    const locked = repositoryProject({ ...note, "niche.json": '{"shared_nouns":["tool"]}' });
    // The superuser may write anywhere; to another user Git shows nothing of what is not its own.
    const asOther = process.getuid?.() === 0 ? { uid: 65534 } : {};
    await shell("chmod -R a-w . && chmod a+rx ..", { cwd: locked.root });
    const { code, data } = await call(locked, ["tool", "verify", "--all"], asOther);
    await shell("chmod -R u+w .", { cwd: locked.root });
    expect([code, data?.faults]).toEqual([0, 0]);
  });

  test("a folder for copies that cannot be written is told to the user", async () => {
    const { code, error } = await call(project(note), ["tool", "verify", "--all"], { env: { ...process.env, TMPDIR: "/dev/null" } });
    expect([code, error.code, error.layer, error.recoverable]).toEqual([3, "scratch_unwritable", "platform", "user-action-required"]);
  });

  test("an interrupted run leaves no copy and no process behind", async () => {
    const slow = project({ "lib/note-show.sh": bashTool("note", "show", "sleep 30", ["options: []"]) });
    const temporary = scratch();
    const child = spawn(slow.wrapper, ["tool", "verify", "--all"], {
      cwd: slow.root,
      env: { ...process.env, TMPDIR: temporary },
      stdio: "ignore",
    });
    while (readdirSync(temporary).length === 0) await wait(20);
    await wait(1500);
    const ended = new Promise((resolve) => child.on("exit", resolve));
    child.kill("SIGTERM");
    expect(await ended).toBe(2);
    expect(readdirSync(temporary)).toEqual([]);
  });
});
