// biome-ignore-all lint/suspicious/noTemplateCurlyInString: generated JavaScript
import type { SpecPath, ToolSpec } from "./tool-spec.ts";

/** Where a tool's test stands and what runs it. */
export interface TestPlace {
  /** Relative to PROJECT_ROOT. */
  path: string;
  /** Command line at PROJECT_ROOT. */
  command: string;
  runner: "vitest" | "node";
}

/**
 * The test of a new tool, in JavaScript for tools of every language: nichekit needs Node.js anyway and Node.js brings a
 * test runner, so it runs in a clean clone without a package. Where the project tests with vitest, it is vitest's;
 * where another runner would take `.test.mjs` for its own, the name ends in `.check.mjs`.
 */
export function testPlace(folder: string, spec: Pick<ToolSpec, "noun" | "verb">, dependencies: readonly string[]): TestPlace {
  const runner = dependencies.includes("vitest") ? "vitest" : "node";
  const kind = runner === "node" && dependencies.some((name) => ["jest", "mocha", "ava"].includes(name)) ? "check" : "test";
  const extension = runner === "vitest" ? "ts" : "mjs";
  const inside = folder.startsWith("..") || folder.startsWith("/") || folder === "." ? "tools" : folder;
  const path = `test/${inside}/${spec.noun}-${spec.verb}.${kind}.${extension}`;
  return { path, runner, command: runner === "vitest" ? `npx vitest run ${path}` : `node --test ${path}` };
}

/** `folder`: of the tool, relative to PROJECT_ROOT; `source`: its file's name in it. */
export function testText(spec: ToolSpec, place: TestPlace, folder: string, source: string): string {
  const up = "../".repeat(place.path.split("/").length - 1);
  const variables = [...new Set([...spec.reads, ...spec.writes].map(({ variable }) => variable))].filter(
    (name): name is string => name !== undefined && name !== "PROJECT_ROOT",
  );
  const vitest = place.runner === "vitest";
  const words = vitest ? "(...words: string[])" : "(...words)";
  return `import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
${vitest ? 'import { fileURLToPath } from "node:url";\nimport { afterAll, test } from "vitest";' : 'import { after, test } from "node:test";\nimport { fileURLToPath } from "node:url";'}

const project = fileURLToPath(new URL("${up}", import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), "${spec.noun}-${spec.verb}-"));
${vitest ? "afterAll" : "after"}(() => rmSync(scratch, { recursive: true, force: true }));

// A project of the test's own: this tool alone, and what it reads.
mkdirSync(join(scratch, "tools"));
copyFileSync(join(project, ${JSON.stringify(`${folder}/${source}`)}), join(scratch, "tools", "${source}"));
const env = {
  ...process.env,
  PATH: \`\${project}node_modules/.bin:\${project}bin:\${process.env.PATH}\`,
  PROJECT_ROOT: scratch,
  TOOL_PATH: "tools",
${variables.map((name) => `  ${name}: join(scratch, "${name.toLowerCase()}"),\n`).join("")}};
${samples(spec)}
function call${words} {
  const { status, stdout } = spawnSync("niche-dispatch", ["${spec.noun}", "${spec.verb}", ...words, "--json"], { env, encoding: "utf8" });
  return { status, ...JSON.parse(stdout) };
}

/** Path and content of every file, but for the dispatcher's own cache. */
function tree() {
  const hash = createHash("sha256");
  for (const path of readdirSync(scratch, { recursive: true, encoding: "utf8" }).sort()) {
    if (path.startsWith("logs")) continue;
    hash.update(path);
    try {
      hash.update(readFileSync(join(scratch, path)));
    } catch {} // a folder
  }
  return hash.digest("hex");
}

test("a dry run changes nothing", () => {
  const before = tree();
  assert.equal(call("--dry-run"${confirmed(spec) ? ', "--yes"' : ""}).status, 0);
  assert.equal(tree(), before);
});

${spec.runs === undefined ? answers(spec) : helps}`;
}

/** What changes something, or sends something out, may want a person's word. */
function confirmed({ writes, runs }: ToolSpec): boolean {
  return writes.length > 0 || (runs?.effects.length ?? 0) > 0;
}

/** What it runs is the project's own and has tests of its own: here it is held to what it says of itself. */
const helps = `test("its help says what it changes", () => {
  assert.equal(call("--help").status, 0);
});
`;

function answers(spec: ToolSpec): string {
  return `test("it answers, and a second call changes nothing more", () => {
  const { status, data } = call(${spec.writes.length > 0 ? '"--yes"' : ""});
  assert.equal(status, 0);
  assert.ok(data.bytes_read >= ${7 * spec.reads.length});
  const before = tree();
  assert.deepEqual(call(${spec.writes.length > 0 ? '"--yes"' : ""}).data, data);
  assert.equal(tree(), before);
});

test("what it does not declare is refused, with a Fix", () => {
  const { status, error } = call("--no-such-option");
  assert.equal(status, 1);
  assert.ok(error.fix.length > 0);
});
`;
}

/** The files that the tool reads, made for the test. An absolute path is not the test's to make. */
function samples({ reads, runs }: ToolSpec): string {
  const place = (path: SpecPath) => {
    const root = path.variable === "PROJECT_ROOT" ? "scratch" : `env.${path.variable}`;
    const rest = path.folder || path.rest === "" ? `${path.rest === "" ? "" : `${path.rest}/`}sample.txt` : path.rest;
    return `join(${root}, ${JSON.stringify(rest)})`;
  };
  const files = (runs?.needs ?? []).flatMap((need) => (need.endsWith(" exists") ? [need.slice(0, -" exists".length)] : []));
  const made = [
    ...reads.filter(({ variable }) => variable !== undefined).map(place),
    ...files.map((file) => `join(scratch, ${JSON.stringify(file)})`),
  ];
  if (made.length === 0) return "";
  return `for (const file of [${made.join(", ")}]) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, "sample\\n");
}
`;
}
