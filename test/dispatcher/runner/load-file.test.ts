import { appendFileSync, mkdirSync, rmSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { moduleTool, project } from "../../support/project.ts";
import { run } from "../../support/run.ts";
import { scratchRepository } from "../../support/scratch-repository.ts";

const HEADER = "/* TOOL_META\nnoun: show\nverb: file\npreconditions: []\nidempotent: true\nside_effects: []\n*/\n";

describe("a CommonJS tool", () => {
  test("is loaded as Node would: behind a link by its real path, with a byte order mark, and whatever it requires or imports", async () => {
    const code = `const near = require("./near.js");
exports.run = async () => ({ near: near.value, package: require("own-package").value, esm: (await import("./esm.mjs")).value,
  main: require.main === module, file: __filename, name: module.filename });`;
    const { root, wrapper } = project({
      "elsewhere/show-file.js": `\ufeff${HEADER}${code}`,
      "elsewhere/near.js": 'exports.value = "near";',
      "elsewhere/esm.mjs": 'export const value = "esm";',
      "node_modules/own-package/index.js": 'exports.value = "own";',
    });
    mkdirSync(join(root, "lib"));
    symlinkSync("../elsewhere/show-file.js", join(root, "lib/show-file.js"));
    const file = join(root, "elsewhere/show-file.js");
    for (const _ of ["read", "vouched for"]) {
      const { stdout } = await run(wrapper, ["show", "file", "--json"]);
      expect(JSON.parse(stdout).data).toEqual({ near: "near", package: "own", esm: "esm", main: false, file, name: file });
    }
  });

  test("that throws when it is loaded is told with its line", async () => {
    const { wrapper } = project({ "lib/show-file.js": `${HEADER}exports.run = () => 1;\nnone();\n` });
    const { code, stderr } = await run(wrapper, ["show", "file"]);
    expect([code, stderr.split("\n", 1)[0]]).toEqual([2, expect.stringMatching(/none is not defined \(lib\/show-file\.js:9\)$/)]);
  });
});

test("exit is refused to a module tool also as a name imported from node:process, in both forms that tools are compiled to", async () => {
  const body = "try { exit(5); } catch {}\n  return Object.keys(env).includes('NICHE_STDOUT');\n};";
  const { wrapper } = project({
    "lib/show-script.ts": moduleTool(
      "show",
      "script",
      `import { env, exit } from "node:process";\nexport const run = async () => {\n  ${body}`,
    ),
    "lib/show-module.ts": moduleTool(
      "show",
      "module",
      `import { env, exit } from "node:process";\nawait Promise.resolve();\nexport const run = async () => {\n  ${body}`,
    ),
  });
  for (const verb of ["script", "module", "script", "module"]) {
    const { code, stdout } = await run(wrapper, ["show", verb, "--json"]);
    expect([verb, code, JSON.parse(stdout).error.code]).toEqual([verb, 2, "module_exit_called"]);
  }
});

test("a shared tool whose source was edited is not run as it was built", async () => {
  const repository = scratchRepository();
  onTestFinished(() => rmSync(dirname(repository), { recursive: true, force: true }));
  const schema = () => run(join(repository, "bin/niche"), ["tool", "schema", "docs", "fetch"], { cwd: repository });
  expect((await schema()).stderr).not.toContain("edited");
  appendFileSync(join(repository, "lib/tool-schema.ts"), '\nprocess.stderr.write("edited\\n");\n');
  const { code, stderr } = await schema();
  expect([code, stderr]).toEqual([0, expect.stringContaining("edited")]);
});
