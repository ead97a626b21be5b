import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { bashTool, moduleTool, project, repository } from "../support/project.ts";
import { run } from "../support/run.ts";

/** What a call loads: the build's chunks, and what comes out of packages. */
function loadsOf(root: string, line: readonly string[]): { chunks: string[]; packages: string[] } {
  const trace = join(repository, "test/support/trace-loads.cjs");
  const out = execFileSync(process.execPath, ["--require", trace, join(repository, "dist/loader.cjs"), ...line], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PROJECT_ROOT: root,
      SUBJECT: "acme",
      SUBJECT_COMMAND: "acme",
      NICHE_STDOUT: "2",
    },
    stdio: ["ignore", "pipe", "ignore"],
    encoding: "utf8",
  });
  return JSON.parse(out.slice(out.indexOf("{")));
}

describe("a call loads only what it needs", () => {
  const tools = {
    "lib/show-module.ts": moduleTool("show", "module", "export const run = () => 1;"),
    "lib/show-shell.sh": bashTool("show", "shell", "echo 1"),
  };

  test("a module tool of the project: the dispatcher's one chunk and the compiled tool's loader", async () => {
    const { root, wrapper } = project(tools);
    await run(wrapper, ["registry", "generate"]);
    await run(wrapper, ["show", "module"]);
    expect(loadsOf(root, ["show", "module"])).toEqual({ chunks: ["dispatcher/main", "dispatcher/runner/compiled-module"], packages: [] });
  });

  test("a Bash tool: the process runner and the judge", async () => {
    const { root, wrapper } = project(tools);
    await run(wrapper, ["registry", "generate"]);
    expect(loadsOf(root, ["show", "shell", "--json"])).toEqual({
      chunks: ["dispatcher/main", "dispatcher/outcome/trust", "dispatcher/runner/process"],
      packages: [],
    });
  });

  test("docs fetch: its own chunk, the database and libsql alone of all packages", async () => {
    const { root, wrapper } = project({ "docs/a.md": "# CDK\n\nlambda\n" });
    const env = { ...process.env, DOCS_DIR: join(root, "docs") };
    await run(join(repository, "bin/niche"), ["docs", "index"], { cwd: root, env: { ...env, PROJECT_ROOT: root } });
    await run(wrapper, ["registry", "generate"]);
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
      holders.filter((file) =>
        /^dispatcher\/(main|runner\/(process|compiled-module|worker|worker-entry))\.cjs$|^dispatcher\/outcome\/trust/.test(file),
      ),
    ).toEqual([]);
    expect(holders).toContain("registry/tool-meta/parse.cjs");
  });
});
