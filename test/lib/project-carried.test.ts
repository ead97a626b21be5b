import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { bashTool, repository, scratch } from "../support/project.ts";
import { type Ran, shell } from "../support/run.ts";

const folder = join(repository, "node_modules/.cache/nichekit/pack-carried");
let tarball = "";

beforeAll(() => {
  mkdirSync(folder, { recursive: true });
  const words = ["pack", "--ignore-scripts", "--silent", "--pack-destination", folder];
  tarball = join(folder, execFileSync("npm", words, { cwd: repository, encoding: "utf8" }).trim().split("\n").at(-1) as string);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What npm makes of the tarball: the package with its dependencies in `modules`, its commands in `bin`. */
function install(modules: string, bin: string): void {
  mkdirSync(modules, { recursive: true });
  mkdirSync(bin, { recursive: true });
  execFileSync("tar", ["-xzf", tarball, "-C", modules]);
  execFileSync("mv", [join(modules, "package"), join(modules, "nichekit")]);
  const { dependencies, bin: commands } = JSON.parse(readFileSync(join(modules, "nichekit/package.json"), "utf8"));
  const scopes = new Set([
    ...Object.keys(dependencies).map((name) => name.split("/")[0]),
    "@libsql",
    "@neon-rs",
    "@esbuild",
    "detect-libc",
  ]);
  for (const name of readdirSync(join(repository, "node_modules"))) {
    if (scopes.has(name)) symlinkSync(join(repository, "node_modules", name), join(modules, name));
  }
  for (const [name, file] of Object.entries<string>(commands)) symlinkSync(join(modules, "nichekit", file), join(bin, name));
}

interface Carried {
  root: string;
  /** A line in the project's folder, with a PATH and nothing else. */
  clean(line: string): Promise<Ran>;
  /** How `niche` is called. */
  niche: string;
}

const SYSTEM = `${dirname(process.execPath)}:/usr/bin:/bin`;

function asDependency(): Carried {
  const root = scratch();
  writeFileSync(join(root, "package.json"), '{"name":"@acme/shop","devDependencies":{"nichekit":"*"}}');
  writeFileSync(join(root, "package-lock.json"), '{"name":"@acme/shop","lockfileVersion":3,"packages":{}}');
  install(join(root, "node_modules"), join(root, "node_modules/.bin"));
  return { root, niche: "npx --no-install niche", clean: (line) => shell(line, { cwd: root, env: { PATH: SYSTEM } }) };
}

function globally(): Carried {
  const root = scratch();
  const prefix = scratch("prefix");
  install(join(prefix, "lib/node_modules"), join(prefix, "bin"));
  return { root, niche: "niche", clean: (line) => shell(line, { cwd: root, env: { PATH: `${join(prefix, "bin")}:${SYSTEM}` } }) };
}

describe.each([
  ["as a dev dependency", asDependency],
  ["installed globally", globally],
])("another repository, a clean folder, an empty environment, nichekit from the packed tarball %s", (_, carry) => {
  test("has its wrapper by project init, its own tools by TOOL_PATH, the shared lib, its registry and its CI step", async () => {
    const { root, niche, clean } = carry();
    const ok = async (line: string) => {
      const ran = await clean(line);
      expect([line, ran.code, ran.code === 0 ? "" : ran.stderr]).toEqual([line, 0, ""]);
      return ran.stdout;
    };
    await ok(`${niche} project init --name shop`);
    expect(readFileSync(join(root, "bin/shop"), "utf8")).toBe(readFileSync(join(repository, "bin/myproject"), "utf8"));

    for (const lang of ["sh", "ts"]) await ok(`bin/shop tool new note ${lang} --lang ${lang}`);
    expect(await ok("bin/shop note sh --json")).toContain('"data":{"bytes_read":0}');
    expect(await ok("bin/shop note ts")).toBe("0 bytes read\n");
    mkdirSync(join(root, "elsewhere"));
    writeFileSync(join(root, "elsewhere/far-away.sh"), bashTool("far", "away", "echo far"));
    expect(await ok("TOOL_PATH=elsewhere bin/shop far away")).toBe("far\n");
    expect((await clean("bin/shop far away")).code).toBe(1);

    mkdirSync(join(root, "docs/patterns"), { recursive: true });
    writeFileSync(join(root, "docs/patterns/deploy.md"), "# Deploy\n\nThe lambda goes out by the cdk.\n");
    await ok("bin/shop docs index");
    expect(await ok("bin/shop docs fetch --keywords lambda")).toContain("docs/patterns/deploy.md");

    await ok("bin/shop registry generate");
    expect(await ok("bin/shop tool list --json")).toContain("local__note-ts");
    const registry = readFileSync(join(root, "logs/tool-registry.json"), "utf8");
    expect(registry).toContain('"nichekit:lib/docs-fetch.ts"');
    for (const path of [root, repository]) expect(registry).not.toContain(path);

    const workflow = parse(readFileSync(join(root, ".github/workflows/gen-registry.yml"), "utf8"));
    const lines: string[] = workflow.jobs.check.steps.flatMap((step: { run?: string }) => step.run ?? []);
    expect(lines[0]).toMatch(/^npm (ci|install --global nichekit@\d)/);
    await ok(lines.at(-1) as string);
    expect(await ok(`${niche} project doctor`)).toBe("Nothing found: the project stands as it should\n");
    writeFileSync(join(root, "tools/far-away.sh"), bashTool("far", "away", "echo far"));
    expect((await clean(lines.at(-1) as string)).code).toBe(1);
  });
});
