import { execFileSync, spawnSync } from "node:child_process";
import { closeSync, openSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { bashTool, moduleTool, project, repository } from "../support/project.ts";
import { run } from "../support/run.ts";

interface Loads {
  chunks: string[];
  packages: string[];
  /** Node's own modules beyond those of every process. */
  builtins: string[];
}

/** What a call loads: the build's chunks, what comes out of packages, and of Node itself. */
function loadsOf(root: string, line: readonly string[]): Loads {
  const trace = join(repository, "test/support/trace-loads.cjs");
  // Descriptors as the launcher leaves them: 1 and 2 lead to one place, results go to 3.
  const told = openSync(join(root, "told.txt"), "w");
  const { output } = spawnSync(process.execPath, ["--require", trace, join(repository, "dist/loader.cjs"), ...line], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PROJECT_ROOT: root,
      SUBJECT: "acme",
      SUBJECT_COMMAND: "acme",
      NICHE_STDOUT: "3",
    },
    stdio: ["ignore", told, told, told, "pipe"],
    encoding: "utf8",
  });
  closeSync(told);
  return JSON.parse(output[4] ?? "");
}

describe("a call loads only what it needs", () => {
  const tools = {
    "lib/show-module.ts": moduleTool("show", "module", "export const run = () => 1;"),
    "lib/show-shell.sh": bashTool("show", "shell", "echo 1"),
  };

  test("a module tool of the project that was called before: the dispatcher's one chunk, and of Node neither digests nor streams", async () => {
    const { root, wrapper } = project(tools);
    await run(wrapper, ["registry", "generate"]);
    await run(wrapper, ["show", "module"]);
    for (const line of [
      ["show", "module"],
      ["show", "module", "--json"],
    ]) {
      const { chunks, packages, builtins } = loadsOf(root, line);
      expect({ chunks, packages }).toEqual({ chunks: ["dispatcher/main"], packages: [] });
      expect(builtins.filter((name) => /^(internal\/)?(crypto|stream|child_process|net|os|tty|worker)/.test(name))).toEqual([]);
    }
  });

  test("its first call: also what reads its header and what compiles it", async () => {
    const { root, wrapper } = project(tools);
    await run(wrapper, ["registry", "generate"]);
    const { chunks, builtins } = loadsOf(root, ["show", "module"]);
    expect(chunks).toEqual(["dispatcher/main", "dispatcher/runner/compile-into", "registry/project/locate-by-header"]);
    expect(builtins).toContain("crypto");
  });

  test("a Bash tool: the process runner and the judge", async () => {
    const { root, wrapper } = project(tools);
    await run(wrapper, ["registry", "generate"]);
    await run(wrapper, ["show", "shell"]);
    const { chunks, packages, builtins } = loadsOf(root, ["show", "shell", "--json"]);
    expect({ chunks, packages }).toEqual({
      chunks: ["dispatcher/main", "dispatcher/outcome/trust", "dispatcher/runner/process"],
      packages: [],
    });
    expect(builtins).not.toContain("crypto");
  });

  test("docs fetch: its own chunk, the database and libsql alone of all packages", async () => {
    const { root, wrapper } = project({ "docs/a.md": "# CDK\n\nlambda\n" });
    const env = { ...process.env, DOCS_DIR: join(root, "docs") };
    await run(join(repository, "bin/niche"), ["docs", "index"], { cwd: root, env: { ...env, PROJECT_ROOT: root } });
    await run(wrapper, ["registry", "generate"]);
    await run(wrapper, ["docs", "fetch", "--keywords", "lambda"]);
    const { chunks, packages } = loadsOf(root, ["docs", "fetch", "--keywords", "lambda"]);
    expect(chunks.filter((chunk) => !chunk.startsWith("lib/"))).toEqual(["dispatcher/main"]);
    expect(packages.filter((name) => !/^(libsql|@libsql\/|@neon-rs\/|detect-libc)/.test(name))).toEqual([]);
    expect(packages).toContain("libsql");
  });

  test("no chunk of the plain path holds a heavy library's code", () => {
    const built = readdirSync(join(repository, "dist/chunks"), { recursive: true }).map(String);
    expect(built.length).toBeGreaterThan(10);
    const { stdout } = {
      stdout: execFileSync(
        "grep",
        ["-lE", "ZodError|YAMLParseError|Ajv2020|getSubprocessResult|bytePairRank", "-r", join(repository, "dist/chunks")],
        { encoding: "utf8" },
      ),
    };
    const holders = stdout
      .trim()
      .split("\n")
      .map((file) => file.slice(join(repository, "dist/chunks/").length));
    expect(
      holders.filter((file) => /^dispatcher\/(main|runner\/(process|worker|worker-entry))\.cjs$|^dispatcher\/outcome\/trust/.test(file)),
    ).toEqual([]);
    expect(holders).toContain("registry/tool-meta/parse.cjs");
  });
});
