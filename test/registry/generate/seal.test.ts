// biome-ignore-all lint/suspicious/noTemplateCurlyInString: path templates as headers write them
import { execFileSync } from "node:child_process";
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { buildSync } from "esbuild";
import fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import { buildRegistry } from "../../../registry/generate/build.ts";
import { isSealed } from "../../../registry/generate/seal.ts";
import { bashTool, type DiskProject, diskProject } from "../project-on-disk.ts";

const projects: DiskProject[] = [];
function made(files?: Readonly<Record<string, string>>, folders?: readonly string[]): DiskProject {
  const disk = diskProject(files, folders);
  projects.push(disk);
  return disk;
}
afterEach(() => {
  for (const disk of projects.splice(0)) disk.remove();
});

const MODULE = `/**
 * TOOL_META
 * Fetch the documents that match the keywords.
 *
 * @noun docs
 * @verb fetch
 * @option {string[]} keywords - Words to look for.
 * @option {integer} [limit=10] - How many documents at the most.
 * @precondition DOCS_INDEX exists
 * @side_effect none
 * @idempotent true
 */
export const run = () => null;
`;
const INDEX = bashTool("docs", "index", "summary: Build the index.", "side_effects: [writes ${DOCS_INDEX}]", "idempotent: true");
const FILES = { "tools/docs-index.sh": INDEX, "lib/docs-fetch.ts": MODULE };

describe("an earlier registry", () => {
  test.each([false, true])("changes nothing, whatever it holds (full: %s)", async (full) => {
    const { project } = made(FILES);
    const { registry, text } = await buildRegistry(project);
    const edited = registry.tools.map((tool) => ({ ...tool, summary: "x", tokens: { index: 1, full: 1 } }));
    const rubbish = [
      null,
      7,
      "x",
      {},
      { seal: "x" },
      { id: "local__docs-fetch", seal: 3 },
      [],
      ...registry.tools.map(({ seal }) => ({ seal })),
    ];
    for (const committed of [registry.tools, JSON.parse(text).tools, edited, rubbish]) {
      expect((await buildRegistry(project, { committed, full })).text).toBe(text);
    }
  });

  test("no single edit of an entry keeps its seal", async () => {
    const { registry } = await buildRegistry(made(FILES).project);
    const [tool] = registry.tools;
    if (tool === undefined) return expect.unreachable();
    expect(registry.tools.map((entry) => isSealed(entry, registry.nichekit))).toEqual([true, true]);
    expect(registry.tools.map((entry) => isSealed(entry, "0.0.1"))).toEqual([false, false]);
    const text = JSON.stringify(tool);
    fc.assert(
      fc.property(fc.nat(text.length - 1), fc.constantFrom("0", "x", " ", ""), (at, other) => {
        const changed = text.slice(0, at) + other + text.slice(at + 1);
        fc.pre(changed !== text);
        let entry: unknown;
        try {
          entry = JSON.parse(changed);
        } catch {
          return;
        }
        expect(isSealed(entry, registry.nichekit)).toBe(false);
      }),
      { numRuns: 1000 },
    );
  });

  test("without changes neither the parser nor the tokenizer is loaded", () => {
    const disk = made(FILES);
    const out = join(disk.root, "out");
    buildSync({
      stdin: {
        contents: `import { buildRegistry } from "./registry/generate/build.ts";
          const project = JSON.parse(process.argv[2]);
          const first = process.argv[3] === undefined ? undefined : JSON.parse(process.argv[3]);
          const { registry } = await buildRegistry(project, { committed: first });
          process.stdout.write(JSON.stringify(registry.tools));`,
        resolveDir: process.cwd(),
      },
      bundle: true,
      splitting: true,
      banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(process.argv[1]);' },
      format: "esm",
      platform: "node",
      outdir: out,
      outExtension: { ".js": ".mjs" },
      define: { "import.meta.url": JSON.stringify(pathToFileURL(join(process.cwd(), "x.js")).href) },
    });
    const run = (...args: string[]) =>
      execFileSync(process.execPath, [join(out, "stdin.mjs"), JSON.stringify(disk.project), ...args], { encoding: "utf8" });
    const tools = run();
    // What must not be needed is taken away.
    const chunks = readdirSync(out).filter((name) => /^(parse|count-tokens)-/.test(name));
    expect(chunks).toHaveLength(2);
    for (const chunk of chunks) rmSync(join(out, chunk));
    expect(run(tools)).toBe(tools);
  });
});
