import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { repository, scratch } from "./support/project.ts";
import { run, shell } from "./support/run.ts";

const page = "# Deploy\n\n## CDK and Lambda\n\nDeploy the lambda by the cdk.\n";
let tarball = "";

beforeAll(() => {
  const folder = join(repository, "node_modules/.cache/nichekit/pack");
  mkdirSync(folder, { recursive: true });
  const out = execFileSync("npm", ["pack", "--ignore-scripts", "--silent", "--pack-destination", folder], {
    cwd: repository,
    encoding: "utf8",
  });
  tarball = join(folder, out.trim().split("\n").at(-1) as string);
});

/** A repository with nichekit as npm would put it there: unpacked from the tarball, its dependencies beside it. */
async function installed(): Promise<{ root: string; wrapper: string }> {
  const root = scratch();
  const modules = join(root, "node_modules");
  mkdirSync(join(modules, ".bin"), { recursive: true });
  mkdirSync(join(root, "bin"));
  mkdirSync(join(root, "docs/patterns"), { recursive: true });
  writeFileSync(join(root, "docs/patterns/deploy.md"), page);
  writeFileSync(join(root, "niche.json"), "{}");
  expect(
    (
      await shell(`tar -xzf "$TARBALL" -C "$MODULES" && mv "$MODULES/package" "$MODULES/nichekit"`, {
        env: { ...process.env, TARBALL: tarball, MODULES: modules },
      })
    ).code,
  ).toBe(0);
  const { dependencies, bin } = JSON.parse(readFileSync(join(modules, "nichekit/package.json"), "utf8"));
  for (const name of readdirSync(join(repository, "node_modules"))) {
    const carried =
      Object.keys(dependencies).some((dependency) => dependency.split("/")[0] === name) ||
      ["@libsql", "@neon-rs", "@esbuild", "detect-libc"].includes(name);
    if (carried) symlinkSync(join(repository, "node_modules", name), join(modules, name));
  }
  for (const [name, file] of Object.entries<string>(bin)) symlinkSync(join("../nichekit", file), join(modules, ".bin", name));
  cpSync(join(repository, "bin/myproject"), join(root, "bin/acme"));
  return { root, wrapper: join(root, "bin/acme") };
}

describe("the packed tarball, installed in another repository", () => {
  test("runs the three commands of the guideline and its own check in CI", async () => {
    const { root, wrapper } = await installed();
    for (const line of [
      "docs index --rebuild",
      "docs fetch --keywords cdk lambda --json",
      "impl context --keywords react hook --files src/hooks/useFoo.ts",
    ]) {
      const ran = await run(wrapper, line.split(" "), { cwd: root });
      expect([line, ran.code, ran.stderr.replace(/→ Next: .*\n/, "")]).toEqual([line, 0, expect.any(String)]);
    }
    const gen = join(root, "node_modules/.bin/gen-registry");
    expect((await run(gen, [], { cwd: root })).code).toBe(0);
    const empty = { env: { PATH: `${process.execPath.replace(/\/node$/, "")}:/usr/bin:/bin` }, cwd: root };
    expect((await run(gen, ["--check"], empty)).code).toBe(0);
    expect((await run(gen, ["--check", "--full"], empty)).code).toBe(0);
    const text = readFileSync(join(root, "logs/tool-registry.json"), "utf8");
    expect(text).toContain('"nichekit:lib/docs-fetch.ts"');
    expect(text).not.toContain(root);
    expect(text).not.toContain(repository);
  });

  test("gives the same registry bytes as nichekit carried by a link", async () => {
    const { root } = await installed();
    const gen = join(root, "node_modules/.bin/gen-registry");
    await run(gen, [], { cwd: root });
    const packed = readFileSync(join(root, "logs/tool-registry.json"), "utf8");
    await run(join(repository, "bin/gen-registry"), [], { cwd: root });
    expect(readFileSync(join(root, "logs/tool-registry.json"), "utf8")).toBe(packed);
  });

  test('types a tool by `import type { Run } from "nichekit"`, so that a wrong name is a compile error', async () => {
    const { root } = await installed();
    mkdirSync(join(root, "lib"));
    const tool = (name: string) =>
      `/**\n * TOOL_META\n * Say it.\n *\n * @noun say\n * @verb it\n * @option {string} word - What.\n * @precondition none\n * @side_effect none\n * @idempotent true\n */\nimport { type Run, ToolError } from "nichekit";\nimport type { ToolArguments } from "../logs/tool-types.d.ts";\nexport const run: Run<ToolArguments["say it"], string> = (args) => {\n  if (args.${name} === "") throw new ToolError({ layer: "precondition", recoverable: "yes", message: "no word", fix: "true" });\n  return args.${name};\n};\n`;
    writeFileSync(join(root, "lib/say-it.ts"), tool("word"));
    writeFileSync(join(root, "package.json"), '{"type":"module"}');
    await run(join(root, "node_modules/.bin/gen-registry"), [], { cwd: root });
    const tsc = () =>
      run(
        join(repository, "node_modules/.bin/tsc"),
        [
          "--ignoreConfig",
          "--noEmit",
          "--strict",
          "--module",
          "nodenext",
          "--target",
          "es2022",
          "--allowImportingTsExtensions",
          "--types",
          "",
          "lib/say-it.ts",
        ],
        { cwd: root },
      );
    const right = await tsc();
    expect([right.code, right.stdout]).toEqual([0, ""]);
    expect((await run(join(root, "bin/acme"), ["say", "it", "--word", "hi"], { cwd: root })).stdout).toBe("hi\n");
    expect((await run(join(root, "bin/acme"), ["say", "it", "--word", ""], { cwd: root })).code).toBe(1);
    writeFileSync(join(root, "lib/say-it.ts"), tool("wrod"));
    const wrong = await tsc();
    expect(wrong.code).not.toBe(0);
    expect(wrong.stdout).toContain("wrod");
  });

  test("holds what it needs and no test, no cache and no path of this machine", async () => {
    const { stdout } = await shell(`tar -tzf "$TARBALL"`, { env: { ...process.env, TARBALL: tarball } });
    const files = stdout
      .trim()
      .split("\n")
      .map((file) => file.replace(/^package\//, ""));
    for (const file of [
      "bin/niche",
      "bin/niche-dispatch",
      "bin/gen-registry",
      "dist/loader.cjs",
      "dist/worker.cjs",
      "dist/index.js",
      "dist/types/dispatcher/index.d.ts",
      "dist/schemas/registry.schema.json",
      "lib/docs-fetch.ts",
      "lib/support/tool-support.sh",
      "logs/tool-registry.json",
      "README.md",
      "LICENSE",
      "CHANGELOG.md",
    ])
      expect(files).toContain(file);
    expect(files.filter((file) => /^(test|logs\/cache|node_modules)\//.test(file))).toEqual([]);
    const { stdout: found } = await shell(`tar -xzOf "$TARBALL" | grep -aoF "$ROOT/" | head -3`, {
      env: { ...process.env, TARBALL: tarball, ROOT: repository },
    });
    expect(found).toBe("");
  });
});
