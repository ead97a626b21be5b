import { copyFileSync, mkdirSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { bashTool, moduleTool, project, repository, scratch } from "../support/project.ts";
import { run, shell } from "../support/run.ts";

const where = {
  "lib/show-place.sh": bashTool("show", "place", 'printf "%s|%s|%s\\n" "$PROJECT_ROOT" "$DOCS_DIR" "$PWD"', ["env: [DOCS_DIR]"]),
};

describe("the canonical wrapper", () => {
  test("finds its project through two relative links on PATH, from any folder (case d1)", async () => {
    const { root, wrapper } = project(where);
    const links = scratch();
    symlinkSync(wrapper, join(links, "one"));
    mkdirSync(join(links, "path"));
    symlinkSync("../one", join(links, "path", "acme"));
    const ran = await run("acme", ["show", "place"], {
      cwd: links,
      env: { ...process.env, PATH: `${join(links, "path")}:${process.env.PATH}` },
    });
    expect(ran).toMatchObject({ code: 0, stdout: `${root}|${root}/docs/patterns|${links}\n` });
  });

  test("is not misled by CDPATH, nor by a name with spaces, quotes and brackets (case d4)", async () => {
    const { root } = project(where);
    const ran = await run("bin/acme", ["show", "place"], { cwd: root, env: { ...process.env, CDPATH: `${root}/lib:/tmp:/` } });
    expect(ran).toMatchObject({ code: 0, stdout: `${root}|${root}/docs/patterns|${root}\n` });
  });

  test("gives help and exit 0 without arguments (case d3)", async () => {
    const { wrapper } = project(where);
    const ran = await run(wrapper);
    expect(ran.code).toBe(0);
    expect(ran.stdout).toContain("acme <noun> <verb>");
    expect(Buffer.byteLength(ran.stdout)).toBeLessThan(1_000);
  });

  test("names the command so that it runs from where the caller stands", async () => {
    const { root, wrapper } = project(where);
    const onPath = { ...process.env, PATH: `${root}/bin:${process.env.PATH}` };
    expect((await run("acme", ["show", "plac"], { cwd: "/", env: onPath })).stderr).toContain("→ Fix: acme show place\n");
    const relative = await run("bin/acme", ["show", "plac"], { cwd: root });
    expect(relative.stderr).toContain("→ Fix: bin/acme show place\n");
    const absolute = await run(wrapper, ["show", "plac", "it's"], { cwd: "/" });
    const fix = /→ Fix: (.*)\n/.exec(absolute.stderr)?.[1] as string;
    expect((await shell(fix.replace(" 'it'\\''s'", ""), { cwd: "/" })).stdout).toContain(`${root}|`);
  });

  test("without nichekit says how to install it, in both forms, exit 1", async () => {
    const { root, wrapper } = project();
    rmSync(join(root, "node_modules"), { recursive: true });
    const ran = await run(wrapper, ["docs", "fetch", "--json"], { env: { PATH: "/usr/bin:/bin" } });
    expect(ran.code).toBe(1);
    expect(ran.stderr).toMatch(/^Error: .*\n {2}\[LAYER: precondition\] \[RECOVERABLE: yes\]\n {2}→ Fix: npm install --prefix /);
    const { error } = JSON.parse(ran.stdout);
    expect(error).toMatchObject({ code: "nichekit_missing", exit_code: 1 });
    const words = await shell(`set -- ${error.fix[0]}; printf '%s' "$4"`);
    expect(words.stdout).toBe(root);
  });
});

describe("the guideline's own wrapper", () => {
  test("works through the shim, byte for byte", async () => {
    const { root, write } = project(where);
    rmSync(join(root, "bin/acme"));
    const text =
      '#!/usr/bin/env bash\nexport PROJECT_ROOT="$(cd "$(dirname "$0")/.." && pwd)"\nexport DOCS_DIR="${PROJECT_ROOT}/docs/patterns"\nexec "${PROJECT_ROOT}/scripts/dispatcher.sh" "$@"\n';
    const wrapper = write("bin/guide", text, 0o755);
    mkdirSync(join(root, "scripts"));
    copyFileSync(join(repository, "scripts/dispatcher.sh"), join(root, "scripts/dispatcher.sh"));
    const ran = await run(wrapper, ["show", "place"], { cwd: "/" });
    expect(ran).toMatchObject({ code: 0, stdout: `${root}|${root}/docs/patterns|/\n` });
    const wrong = await run(wrapper, ["show", "plac"], { cwd: "/" });
    expect(wrong.code).toBe(1);
    const fix = /→ Fix: (.*)\n/.exec(wrong.stderr)?.[1] as string;
    expect((await shell(fix, { cwd: "/" })).stdout).toBe(ran.stdout);
  });
});

describe("the launcher", () => {
  test("names the missing interpreter when PATH lacks node (case d5)", async () => {
    const { wrapper } = project(where);
    const bare = scratch("bare");
    for (const name of ["bash", "env", "readlink"]) symlinkSync(`/usr/bin/${name}`, join(bare, name));
    const ran = await run(wrapper, ["show", "place", "--json"], { env: { PATH: bare } });
    expect([1, 3]).toContain(ran.code);
    expect(ran.stderr).toContain("Node.js is not on PATH");
    expect(JSON.parse(ran.stdout).error).toMatchObject({
      code: expect.stringMatching(/^node_(missing|elsewhere)$/),
      layer: "precondition",
      exit_code: ran.code,
    });
  });

  test("offers a Node.js that it finds elsewhere as a command that runs", async () => {
    const { root, wrapper } = project(where);
    const home = scratch("home of it");
    const bin = join(home, ".nvm/versions/node/v20.0.0/bin");
    mkdirSync(bin, { recursive: true });
    symlinkSync(process.execPath, join(bin, "node"));
    const env = { PATH: scratch("bare"), HOME: home };
    for (const name of ["bash", "env", "readlink"]) symlinkSync(`/usr/bin/${name}`, join(env.PATH, name));
    const ran = await run(wrapper, ["show", "place"], { cwd: "/", env });
    expect(ran.code).toBe(1);
    const fix = /→ Fix: (.*)\n/.exec(ran.stderr)?.[1] as string;
    expect(await shell(fix, { cwd: "/", env: { ...env, PATH: env.PATH } })).toMatchObject({
      code: 0,
      stdout: `${root}|${root}/docs/patterns|/\n`,
    });
  });

  test.each(["ABRT", "KILL"])("turns the death of the process it started by SIG%s into a runtime error, exit 2", async (signal) => {
    // The tool has its own process, the dispatcher's, killed from outside: nothing in it can catch that.
    const code = `import { execSync } from "node:child_process";\nexport const run = () => execSync(\`kill -${signal} \${process.pid}; sleep 1\`);`;
    const { wrapper } = project({ "lib/die-now.ts": moduleTool("die", "now", code) });
    const ran = await run(wrapper, ["die", "now", "--json"]);
    expect(ran.code).toBe(2);
    expect(JSON.parse(ran.stdout).error).toMatchObject({
      code: "dispatcher_died",
      layer: "runtime",
      exit_code: 2,
      message: expect.stringContaining(`SIG${signal}`),
    });
    expect(ran.stderr.split("\n")).toHaveLength(4);
  });

  test("believes no exit code that is not the dispatcher's own word", async () => {
    const { wrapper } = project({
      "lib/leave-now.ts": moduleTool(
        "leave",
        "now",
        "export const run = () => { (process as any).binding('util'); (process as any).reallyExit.call(process, 0); };",
      ),
    });
    for (const name of ["leave"]) {
      const ran = await run(wrapper, [name, "now", "--json"]);
      expect(ran.code).toBe(2);
      expect(JSON.parse(ran.stdout).error.layer).toBe("runtime");
    }
  });

  test("tells a program that is no Node.js as that", async () => {
    const { wrapper, write } = project(where);
    for (const node of [write("bad/node", "not a program", 0o755), "/bin/ls", "/bin/echo"]) {
      const ran = await run(wrapper, ["show", "place", "--json"], { env: { ...process.env, NICHE_NODE: node } });
      expect([node, ran.code, JSON.parse(ran.stdout).error.code]).toEqual([node, 3, "node_unusable"]);
    }
  });

  describe.each([
    ["", undefined],
    [", by Bash in POSIX mode", "1"],
  ])("closed standard streams%s", (_, posix) => {
    test.each(["<&-", "2>&-", ">&-", "<&- >&-", "<&- 2>&-", ">&- 2>&-", "<&- >&- 2>&-"])("change nothing else: %s", async (closed) => {
      const says = "echo there >&2; echo here";
      const { wrapper } = project({ "lib/say-both.sh": bashTool("say", "both", says) });
      const line = (words: string) => shell(`${JSON.stringify(wrapper)} say ${words} ${closed}`, { env });
      const env = { ...process.env, POSIXLY_CORRECT: posix };
      const told = (text: string, stream: string) => (closed.split(" ").includes(stream) ? "" : text);
      const out = (text: string) => told(text, ">&-");
      const err = (text: string) => told(text, "2>&-");
      expect(await line("both")).toMatchObject({ code: 0, stdout: out("here\n"), stderr: err("there\n") });
      const wrong = await line("bot --json");
      expect([wrong.code, wrong.stderr.slice(0, 6)]).toEqual([1, err("Error:")]);
      expect(wrong.stdout.slice(0, 11)).toBe(out('{"ok":false'));
    });
  });

  test("does not let the caller's NODE_OPTIONS into the dispatcher or a tool", async () => {
    const { wrapper, write } = project({ "lib/show-options.sh": bashTool("show", "options", 'echo "${NODE_OPTIONS-none}"') });
    const evil = write("evil.cjs", "console.log('evil'); process.exit(9);");
    const ran = await run(wrapper, ["show", "options"], { env: { ...process.env, NODE_OPTIONS: `--require ${JSON.stringify(evil)}` } });
    expect(ran).toMatchObject({ code: 0, stdout: "none\n" });
  });
});

describe("niche", () => {
  test("takes the nearest project above the current folder", async () => {
    const { root } = project({ ...where, "niche.json": "{}", "deep/er/x": "" });
    const ran = await run(join(repository, "bin/niche"), ["show", "place"], { cwd: join(root, "deep/er") });
    expect(ran.stdout).toBe(`${root}||${root}/deep/er\n`);
  });

  test("carries every noun of the shared lib", async () => {
    const { root } = project({ "niche.json": '{"shared_nouns": ["docs"]}' });
    expect((await run(join(repository, "bin/niche"), ["registry", "show", "--help"], { cwd: root })).code).toBe(0);
    await run(join(root, "bin/acme"), ["docs", "init"], { cwd: root });
    await run(join(repository, "bin/gen-registry"), [], { cwd: root });
    expect((await run(join(repository, "bin/niche"), ["tool", "list"], { cwd: root })).stderr).not.toContain("out of date");
    const other = await run(join(root, "bin/acme"), ["registry", "show", "--json"], { cwd: root });
    expect([other.code, JSON.parse(other.stdout).error.code]).toEqual([1, "unknown_noun"]);
  });
});
