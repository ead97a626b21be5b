import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readTree, treeChanges } from "../../registry/proof/tree.ts";
import { bashTool, project, scratch, type TestProject } from "../support/project.ts";
import { shell } from "../support/run.ts";
import { call } from "./repository-tool.ts";

type Found = { tool: string; rule: string; severity: string; message: string; instead: string };

const LONG = { timeout: 240_000 };
const inRoot = (body: string) => `cd "$PROJECT_ROOT"\n${body}`;
const tool = (noun: string, verb: string, body: string, header: readonly string[] = []) =>
  bashTool(noun, verb, inRoot(body), ["options: []", ...header]);

/** Findings of one tool, notes and warnings too, from a call that passed or failed. */
function of(answer: Awaited<ReturnType<typeof call>>, name: string): Found[] {
  return (answer.data ?? answer.error.detail).findings.filter((one: Found) => one.tool === name);
}

function faults(answer: Awaited<ReturnType<typeof call>>): string[] {
  return (answer.data ?? answer.error.detail).findings
    .filter(({ severity }: Found) => severity === "fault")
    .map(({ tool, rule }: Found) => `${tool}: ${rule}`);
}

interface Published extends TestProject {
  /** The real remote. */
  upstream: string;
  git(line: string): string;
}

/** A committed project with branches and tags, pushed to a remote of its own, with `notes.txt` not yet committed. */
function published(files: Readonly<Record<string, string>>): Published {
  const upstream = join(scratch(), "acme/shop.git");
  execFileSync("git", ["init", "--quiet", "--bare", upstream]);
  const made = project({ ".gitignore": "node_modules\nignored/\n.env\n", "niche.json": '{"shared_nouns":["tool"]}', ...files });
  const git = (line: string) => execFileSync("bash", ["-c", line], { cwd: made.root, encoding: "utf8" });
  git("git init -q -b main && git config user.name R && git config user.email r@example.org");
  execFileSync("git", ["remote", "add", "origin", upstream], { cwd: made.root });
  git("git add -A && git commit -qm one && git tag v1.0 && git branch other && git branch old && git push -q origin main old --tags");
  git("git branch -q --set-upstream-to=origin/main main 2>&1");
  made.write("notes.txt", "not yet committed\n");
  return { ...made, upstream, git };
}

const refsOf = (folder: string) => execFileSync("git", ["for-each-ref"], { cwd: folder, encoding: "utf8" });

describe("tool verify and git", () => {
  test("no push leaves the copy, by whatever address: the real repositories keep their refs, and each push is told", LONG, async () => {
    const evil = scratch();
    const shop = published({});
    shop.write("lib/push-branch.sh", tool("push", "branch", "git push -q origin HEAD:new", ["idempotent: false"]));
    shop.write("lib/push-delete.sh", tool("push", "delete", "git push -q origin --delete old", ["idempotent: false"]));
    shop.write("lib/push-path.sh", tool("push", "path", `git push -q ${JSON.stringify(shop.upstream)} HEAD:path`, ["idempotent: false"]));
    shop.write(
      "lib/push-project.sh",
      tool("push", "project", `git push -q ${JSON.stringify(shop.root)} HEAD:project`, ["idempotent: false"]),
    );
    shop.write(
      "lib/push-file.sh",
      tool("push", "file", `git push -q "file://${shop.upstream.replaceAll(" ", "%20")}" HEAD:f`, ["idempotent: false"]),
    );
    shop.write("lib/push-ssh.sh", tool("push", "ssh", "git push -q git@host.example:acme/shop.git HEAD:main", ["idempotent: false"]));
    shop.write("lib/push-scp.sh", tool("push", "scp", "git push -q me@host.example:shop.git HEAD:main", ["idempotent: false"]));
    // One that gets all that the caller has, among it settings and programs of git's.
    shop.write("lib/push-all.sh", tool("push", "all", "git push -q origin HEAD:new", ["idempotent: false", 'env: ["*"]']));
    const leading = {
      GIT_CONFIG_COUNT: "1",
      GIT_CONFIG_KEY_0: "remote.origin.pushurl",
      GIT_CONFIG_VALUE_0: shop.upstream,
      GIT_SSH_COMMAND: `touch '${join(evil, "ssh")}'; false`,
      GIT_CONFIG_GLOBAL: "/dev/null",
    };
    // Their settings would lead out by another door: an address for pushes alone, another address in its place, a helper, a hook.
    execFileSync("git", ["config", "remote.origin.pushurl", evil], { cwd: shop.root });
    execFileSync("git", ["config", `url.${shop.upstream}.insteadOf`, "shop:"], { cwd: shop.root });
    execFileSync("git", ["config", "credential.helper", `!touch '${join(evil, "helper")}'`], { cwd: shop.root });
    shop.write(".git/hooks/post-commit", `#!/bin/sh\ntouch '${join(evil, "hook")}'\n`, 0o755);
    const before = [refsOf(shop.root), refsOf(shop.upstream)];
    const answer = await call(shop, ["tool", "verify", "--all"], { env: { ...process.env, ...leading } });
    expect([refsOf(shop.root), refsOf(shop.upstream)]).toEqual(before);
    expect(readdirSync(evil)).toEqual([]);
    expect(faults(answer)).toEqual(
      ["all", "branch", "delete", "file", "path", "project", "scp", "ssh"].map((verb) => `push ${verb}: effect_undeclared`),
    );
    const [deleted] = of(answer, "push delete").filter(({ rule }) => rule === "effect_undeclared");
    expect(deleted?.message).toMatch(/^It pushes to the remote origin \(.*acme\/shop\.git\), which/);
  });

  test("a tool that asks for branches, tags, remotes and the state gets what the project has", LONG, async () => {
    const asks = [
      "git describe --tags --exact-match v1.0",
      "git rev-parse --verify --quiet other",
      "git rev-parse --verify --quiet origin/old",
      "git rev-parse --abbrev-ref @{u}",
      "git fetch -q origin",
      'git remote get-url origin | grep -o "acme/shop.git$"',
      "git ls-remote --heads origin | wc -l",
      "git config user.name",
      "git status --porcelain",
      "git log --format=%s | tail -1",
    ];
    const shop = published({ "lib/git-ask.sh": tool("git", "ask", ["set -e", ...asks].join("\n")) });
    const answer = await call(shop, ["tool", "verify", "git", "ask"]);
    expect([faults(answer), answer.data?.tools]).toEqual([[], [expect.objectContaining({ examples: 1 })]]);
    // A project as its last commit left it has that commit in the copy, not one more.
    shop.git("git add -A && git commit -qm two && git tag v2.0");
    shop.write("lib/git-ask.sh", tool("git", "ask", "git describe --tags --exact-match"));
    shop.git("git commit -qam three && git tag v3.0");
    expect(faults(await call(shop, ["tool", "verify", "git", "ask"]))).toEqual([]);
  });

  test("a repository within an ignored folder is copied without what says where it pushes to", LONG, async () => {
    const shop = published({ "lib/lib-push.sh": tool("lib", "push", "ls ignored/part/f\ntest ! -e ignored/part/.git") });
    shop.write("ignored/part/f", "x");
    execFileSync("git", ["init", "--quiet", join(shop.root, "ignored/part")]);
    const answer = await call(shop, ["tool", "verify", "lib", "push"]);
    expect([faults(answer), answer.data.copy.left_out]).toEqual([
      [],
      [{ path: "ignored/part/.git", reason: "a repository within the repository" }],
    ]);
  });
});

describe("tool verify and what lies outside the copy", () => {
  test("a package of the project that a tool changes is a fault; caches and packages beside it stay in the copy", LONG, async () => {
    const shop = published({
      "lib/pkg-lie.sh": tool("pkg", "lie", "echo lie >node_modules/pkg/f", ["side_effects: [process npm]"]),
      "lib/pkg-cache.sh": tool("pkg", "cache", "mkdir -p node_modules/.cache && date >node_modules/.cache/c", [
        "side_effects: [process npm]",
      ]),
      "lib/pkg-add.sh": tool("pkg", "add", "mkdir -p node_modules/more && echo 1 >node_modules/more/f", [
        "side_effects: [writes node_modules/more]",
      ]),
    });
    shop.write("node_modules/pkg/f", "1");
    shop.write("node_modules/.cache/old", "1");
    expect(faults(await call(shop, ["tool", "verify", "pkg", "cache"]))).toEqual([]);
    expect(faults(await call(shop, ["tool", "verify", "pkg", "add"]))).toEqual([]);
    expect(readdirSync(join(shop.root, "node_modules")).sort()).toEqual([".bin", ".cache", "nichekit", "pkg"]);
    expect(readdirSync(join(shop.root, "node_modules/.cache"))).toEqual(["old"]);
    const answer = await call(shop, ["tool", "verify", "pkg", "lie"]);
    expect([answer.code, faults(answer)]).toEqual([2, ["pkg lie: effect_outside"]]);
    expect(of(answer, "pkg lie")[0]?.message).toBe("It changed node_modules/pkg/f of the project itself, not of the copy");
  });

  test("output to an absolute path that the header does not say is not made; a path of another kind is watched", LONG, async () => {
    const outside = join(scratch("outside"), "deep");
    mkdirSync(outside);
    const python = (verb: string, path: string) =>
      `#!/usr/bin/env python3\n"""TOOL_META\nnoun: far\nverb: ${verb}\npreconditions: []\nidempotent: true\nside_effects: [process python]\noptions: []\n"""\nopen("${path}", "w").write("lie")\n`;
    const far = project({}, { folder: scratch("far") });
    far.write("lib/far-bash.sh", tool("far", "bash", `echo lie >${outside}/bash.txt`));
    far.write("lib/far-python.py", python("python", `${outside}/python.txt`));
    far.write("lib/far-home.py", python("home", `${far.root}/home.txt`));
    const answer = await call(far, ["tool", "verify", "--all"]);
    expect(faults(answer)).toEqual(["far bash: effect_outside", "far home: effect_outside", "far python: effect_outside"]);
    expect(of(answer, "far bash").map(({ message }) => message)).toContain(
      `Not run, since it writes ${outside}/bash.txt, outside the project, which the header does not say`,
    );
    expect(readdirSync(outside)).toEqual(["python.txt"]);
    expect(of(answer, "far python").find(({ rule }) => rule === "effect_outside")?.message).toMatch(
      /^It created .*python\.txt, outside the project/,
    );
    expect(of(answer, "far home").find(({ rule }) => rule === "effect_outside")?.message).toBe(
      "It created home.txt of the project itself, not of the copy",
    );
  });

  test(
    "links that lead out of the project are copies: they can be read, and what is written through them stays in the copy",
    LONG,
    async () => {
      const outside = scratch("outside");
      writeFileSync(join(outside, "data.txt"), "data\n");
      const shop = published({});
      symlinkSync(outside, join(shop.root, "absolute"));
      symlinkSync("../outside", join(shop.root, "relative"));
      symlinkSync(join(shop.root, "notes.txt"), join(shop.root, "inner"));
      mkdirSync(join(shop.root, "../outside"));
      writeFileSync(join(shop.root, "../outside/near.txt"), "near\n");
      shop.write("lib/link-read.sh", tool("link", "read", "cat absolute/data.txt relative/near.txt inner\ngit status --porcelain"));
      shop.write("lib/link-write.sh", tool("link", "write", "echo lie >absolute/lie.txt\necho lie >relative/lie.txt\necho lie >inner"));
      const before = readTree(join(shop.root, ".."));
      const answer = await call(shop, ["tool", "verify", "--all"]);
      expect(faults(answer)).toEqual(["link write", "link write", "link write"].map((name) => `${name}: effect_undeclared`));
      expect(readdirSync(outside)).toEqual(["data.txt"]);
      const changed = treeChanges(before, readTree(join(shop.root, "..")));
      expect(changed.filter(({ path }) => !path.includes("/logs"))).toEqual([]);
    },
  );

  test("what goes on behind the tool's end is waited for, seen, told and ended", LONG, async () => {
    const shop = project({
      "lib/late-write.sh": tool("late", "write", "(sleep 2; echo lie >late.txt) >/dev/null 2>&1 &\necho ok"),
      "lib/late-serve.sh": tool("late", "serve", "nohup sleep 271 >/dev/null 2>&1 &\necho ok", ["side_effects: [process a server]"]),
    });
    const answer = await call(shop, ["tool", "verify", "--all"]);
    expect(faults(answer)).toEqual(["late write: effect_undeclared", "late write: process_left"]);
    expect(of(answer, "late serve").map(({ severity, rule }) => `${severity} ${rule}`)).toEqual(["note process_left"]);
    expect((await shell("ps -A -o args= | grep -c '[s]leep 271'")).stdout.trim()).toBe("0");
  });
});

describe("tool verify, of what is no lie", () => {
  test("an npm script may leave npm's own folder in the home", LONG, async () => {
    const shop = published({
      "package.json": '{"name":"shop","scripts":{"build":"mkdir -p out && echo built > out/a"}}',
      "lib/out-build.sh": tool("out", "build", 'exec npm run --silent build -- "$@"', [
        "side_effects: [process npm run build, writes out]",
      ]),
    });
    const answer = await call(shop, ["tool", "verify", "out", "build"]);
    expect([answer.code, faults(answer)]).toEqual([0, []]);
  });

  test("an answer that differs is noted; a file that differs is a fault, in whichever second it is tried", LONG, async () => {
    const shop = project({
      "lib/time-tell.sh": tool("time", "tell", "echo $RANDOM"),
      "lib/time-keep.sh": tool("time", "keep", "mkdir -p out; date >out/stamp", ["side_effects: [writes out]"]),
    });
    const answer = await call(shop, ["tool", "verify", "--all", "--jobs", "1"]);
    expect(of(answer, "time tell").map(({ severity, rule }) => `${severity} ${rule}`)).toEqual(["note answer_differs"]);
    expect(faults(answer)).toEqual(["time keep: not_idempotent"]);
  });

  test("what holds in the project and not in the copy is said so, with what the copy lacks", LONG, async () => {
    const shop = published({
      "lib/need-env.sh": tool("need", "env", "cat .env", ["preconditions: [.env exists]"]),
      "lib/need-big.sh": tool("need", "big", "ls big.bin", ["preconditions: [big.bin exists]"]),
    });
    shop.write(".env", "SECRET=1\n");
    shop.write("big.bin", "");
    truncateSync(join(shop.root, "big.bin"), 33 * 1024 * 1024);
    const answer = await call(shop, ["tool", "verify", "--all"]);
    expect(faults(answer)).toEqual([]);
    expect(of(answer, "need env")[0]?.message).toMatch(
      /^Its precondition holds in the project, but not in the copy, which lacks \.env: git ignores it/,
    );
    expect(of(answer, "need big")[0]?.message).toMatch(/which lacks big\.bin: larger than 32 MiB$/);
  });

  test("Windows line ends have the Fix that mends them, for the project's own file", LONG, async () => {
    const shop = project({ "lib/note-show.sh": tool("note", "show", "echo").replaceAll("\n", "\r\n") });
    const answer = await call(shop, ["tool", "verify", "note", "show"]);
    expect(faults(answer)).toEqual(["note show: not_startable"]);
    expect((await shell(of(answer, "note show")[0]?.instead ?? "", { cwd: shop.root })).code).toBe(0);
    expect(faults(await call(shop, ["tool", "verify", "note", "show"]))).toEqual([]);
    expect(readFileSync(join(shop.root, "lib/note-show.sh"), "utf8")).not.toContain("\r");
  });

  test("a name that is none has the nearest as its Fix, to verify it", async () => {
    const shop = project({ "lib/note-show.sh": tool("note", "show", "echo") });
    const { code, error } = await call(shop, ["tool", "verify", "note", "shwo"]);
    expect([code, error.fix]).toEqual([1, [expect.stringMatching(/ tool verify note show$/)]]);
    expect(existsSync(join(shop.root, "logs/sessions"))).toBe(false);
  });
});
