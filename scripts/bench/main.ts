/**
 * What nichekit costs, as ratios to `node -e 0` and `bash -c :` taken in the
 * same run, whole processes, interleaved.
 * `npm run bench [-- --rounds 20] [--docs FOLDER] [--only calls,documents,registries,memory,plans,catalogs,turns]`.
 */

import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { type CatalogMeasured, catalogs } from "./catalogs.ts";
import { type Measured, measure, type Subject } from "./measure.ts";
import { type MemoryMeasured, memoryCurve } from "./memory.ts";
import { type PlanMeasured, plans } from "./plans.ts";
import { BASH_TOOL, HASH_ALL, MODULE_TOOL, syntheticTools, writeProject } from "./projects.ts";
import { type TurnMeasured, turns } from "./turns.ts";

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "20" },
    docs: { type: "string" },
    only: { type: "string" },
    json: { type: "boolean", default: false },
  },
});
const kit = resolve(".");
const rounds = Number(values.rounds);
const place = mkdtempSync(join(tmpdir(), "niche-bench-"));
process.on("exit", () => rmSync(place, { recursive: true, force: true }));

const NODE = "node -e 0";
const BASH = "bash -c :";
const bases: Subject[] = [
  { name: NODE, command: [process.execPath, "-e", "0"] },
  { name: BASH, command: ["bash", "-c", ":"] },
];

function prepare(name: string, files: Readonly<Record<string, string>>): string {
  const root = writeProject(join(place, name), kit, files);
  cpSync(join(kit, "bin/myproject"), join(root, "bin/acme"));
  must("bin/acme", ["registry", "generate"], root);
  return root;
}

function must(file: string, args: readonly string[], cwd: string): void {
  const ran = spawnSync(join(cwd, file), args, { cwd, encoding: "utf8" });
  if (ran.status !== 0) throw new Error(`${file} ${args.join(" ")} left with ${ran.status}: ${ran.stderr}`);
}

/** Every Markdown file of the installed packages: a real corpus that each checkout has. */
function markdownOf(folder: string, into: string): number {
  let count = 0;
  for (const item of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!item.isFile() || !/\.mdx?$/i.test(item.name)) continue;
    const from = join(item.parentPath, item.name);
    const to = join(into, from.slice(folder.length + 1).replaceAll(/(^|\/)(node_modules|\.)/g, "$1_"));
    mkdirSync(dirname(to), { recursive: true });
    cpSync(from, to);
    count++;
  }
  return count;
}

function calls(): Measured[] {
  const root = prepare("calls", { "lib/hello-module.ts": MODULE_TOOL, "lib/hello-shell.sh": BASH_TOOL });
  writeFileSync(join(root, "bare.mjs"), "console.log(`hello ${process.argv[2] ?? 'you'}`);\n");
  const acme = join(root, "bin/acme");
  return measure(
    [
      ...bases,
      { name: "module tool", command: [acme, "hello", "module"] },
      { name: "module tool, --json", command: [acme, "hello", "module", "--json"] },
      { name: "module tool, --timeout 10", command: [acme, "hello", "module", "--timeout", "10"] },
      { name: "Bash tool", command: [acme, "hello", "shell"] },
      { name: "Bash tool, --timeout 10", command: [acme, "hello", "shell", "--timeout", "10"] },
      { name: "unknown verb", command: [acme, "hello", "modul"], code: 1 },
      { name: "help", command: [acme, "--help"] },
      { name: "instead: node bare.mjs", command: [process.execPath, "bare.mjs"], cwd: root },
      { name: "instead: bash bare.sh", command: ["bash", "lib/hello-shell.sh"], cwd: root },
    ],
    [NODE, BASH],
    rounds,
  );
}

function documents(): { files: number; measured: Measured[] } {
  const root = prepare("documents", {});
  const docs = join(root, "docs/patterns");
  mkdirSync(docs, { recursive: true });
  const files = markdownOf(values.docs ? resolve(values.docs) : join(kit, "node_modules"), docs);
  must("bin/acme", ["docs", "index"], root);
  const acme = join(root, "bin/acme");
  const touched = join(docs, "one-more.md");
  writeFileSync(touched, "# One more\n");
  const rg =
    spawnSync("rg", ["--version"]).status === 0
      ? [{ name: "instead: rg -i -l", command: ["rg", "-i", "-l", "schema|validate", docs] }]
      : [];
  const measured = measure(
    [
      ...bases,
      { name: "docs fetch", command: [acme, "docs", "fetch", "--keywords", "schema", "validate", "--json"] },
      { name: "docs index, nothing changed", command: [acme, "docs", "index"] },
      { name: "docs index, one file changed", command: ["bash", "-c", `echo "x $RANDOM" >> '${touched}'; exec '${acme}' docs index`] },
      { name: "docs index --rebuild", command: [acme, "docs", "index", "--rebuild"] },
      ...rg,
    ],
    [NODE, BASH],
    Math.max(3, Math.floor(rounds / 4)),
  );
  return { files, measured };
}

/** A project of so many tools, made when it is first asked for. */
function projectOf(count: number): string {
  const root = join(place, `tools-${count}`);
  if (existsSync(root)) return root;
  prepare(`tools-${count}`, syntheticTools(count));
  writeFileSync(join(root, "hash-all.cjs"), HASH_ALL);
  return root;
}

const gen = join(kit, "bin/gen-registry");

function registries(): Measured[] {
  const subjects = [10, 100, 1_000].flatMap((count): Subject[] => {
    const root = projectOf(count);
    return [
      { name: `read and hash ${count}`, command: [process.execPath, "hash-all.cjs", "lib"], cwd: root },
      { name: `gen-registry --check, ${count} tools`, command: [gen, "--check"], cwd: root },
      { name: `gen-registry --check --full, ${count} tools`, command: [gen, "--check", "--full"], cwd: root },
      { name: `gen-registry, ${count} tools`, command: [gen], cwd: root },
      {
        name: `gen-registry from nothing, ${count} tools`,
        command: ["bash", "-c", `rm logs/tool-registry.json; exec '${gen}'`],
        cwd: root,
      },
      { name: `a call among ${count} tools`, command: [join(root, "bin/acme"), "noun-1", "verb-1", "--help"], cwd: root },
    ];
  });
  const byCount = [10, 100, 1_000].map((count) => `read and hash ${count}`);
  return measure([...bases, ...subjects], [NODE, BASH, ...byCount], Math.max(3, Math.floor(rounds / 4)));
}

function memoryOf(): MemoryMeasured[] {
  return memoryCurve([10, 100, 1_000, 4_000], projectOf, gen);
}

function planned(): PlanMeasured[] {
  return plans(projectOf(1_000), rounds);
}

function catalogsOf(): CatalogMeasured[] {
  const projects = [100, 1_000, 10_000].map((count) => ({ count, root: projectOf(count) }));
  return catalogs(projects, place, Math.max(3, Math.floor(rounds / 2)));
}

function turnsOf(): TurnMeasured[] {
  return turns([50, 500, 5_000].map(projectOf), join(kit, "dist/index.js"));
}

const only = values.only?.split(",");

function section<T>(name: string, measured: () => T): T | undefined {
  return only === undefined || only.includes(name) ? measured() : undefined;
}

const results = {
  calls: section("calls", calls),
  documents: section("documents", documents),
  registries: section("registries", registries),
  memory: section("memory", memoryOf),
  plans: section("plans", planned),
  catalogs: section("catalogs", catalogsOf),
  turns: section("turns", turnsOf),
};
if (values.json) {
  process.stdout.write(`${JSON.stringify(results, null, 2)}\n`);
} else {
  process.stdout.write(`Node ${process.version}, ${cpus().length} cores, ${rounds} rounds; medians of whole processes\n`);
  if (results.calls) table("Calls", results.calls);
  if (results.documents) table(`Documents (${results.documents.files} Markdown files)`, results.documents.measured);
  if (results.registries) table("Registries", results.registries);
  if (results.memory) memoryTable(results.memory);
  if (results.plans) planTable(results.plans);
  if (results.catalogs) catalogTable(results.catalogs);
  if (results.turns) turnTable(results.turns);
}

function memoryTable(rows: readonly MemoryMeasured[]): void {
  process.stdout.write(
    `\nPeak memory, MiB\n${"tools".padEnd(44)}${"read+hash".padStart(12)}${"check".padStart(12)}${"one changed".padStart(12)}\n`,
  );
  for (const { tools, hash, check, changed } of rows) {
    const cells = [hash, check, changed].map((value) => (value?.toFixed(1) ?? "").padStart(12));
    process.stdout.write(`${String(tools).padEnd(44)}${cells.join("")}\n`);
  }
}

function turnTable(rows: readonly TurnMeasured[]): void {
  process.stdout.write(
    `\nFirst turn, bytes\n${"tools".padEnd(14)}${["all schemas", "first turn", "part", "shown", "ms"].map((name) => name.padStart(13)).join("")}\n`,
  );
  for (const { tools, flat, turn, shown, milliseconds } of rows) {
    const cells = [String(flat), String(turn), `${((100 * turn) / flat).toFixed(2)} %`, String(shown), milliseconds.toFixed(0)];
    process.stdout.write(`${String(tools).padEnd(14)}${cells.map((cell) => cell.padStart(13)).join("")}\n`);
  }
}

function planTable(rows: readonly PlanMeasured[]): void {
  process.stdout.write("\nPlans (in one process; ratio to parsing the registry)\n");
  for (const { name, ratio, milliseconds } of rows) {
    process.stdout.write(`${name.padEnd(44)}${ratio.toFixed(2).padStart(12)}${milliseconds.toFixed(1).padStart(12)} ms\n`);
  }
}

function catalogTable(rows: readonly CatalogMeasured[]): void {
  process.stdout.write("\nCatalog (each in a process of its own)\n");
  process.stdout.write(
    `${"".padEnd(44)}${"open ms".padStart(12)}${"all ms".padStart(12)}${"+MiB".padStart(9)}${"peak".padStart(9)}${"file".padStart(9)}\n`,
  );
  for (const { name, open, all, added, peak, cache } of rows) {
    process.stdout.write(
      `${name.padEnd(44)}${open.toFixed(1).padStart(12)}${all.toFixed(1).padStart(12)}${added.toFixed(1).padStart(9)}${peak.toFixed(1).padStart(9)}${cache.toFixed(1).padStart(9)}\n`,
    );
  }
}

function table(title: string, rows: readonly Measured[]): void {
  process.stdout.write(
    `\n${title}\n${"".padEnd(44)}${NODE.padStart(12)}${BASH.padStart(12)}${"read+hash".padStart(12)}${"ms".padStart(9)}${"MiB".padStart(8)}\n`,
  );
  for (const { name, ratios, milliseconds, mebibytes } of rows) {
    const count = / (\d+)( tools)?$/.exec(name)?.[1];
    const hash = count === undefined ? undefined : ratios[`read and hash ${count}`];
    const cell = (value: number | undefined, digits: number, width: number) =>
      (value === undefined ? "" : value.toFixed(digits)).padStart(width);
    process.stdout.write(
      name.padEnd(44) +
        cell(ratios[NODE], 2, 12) +
        cell(ratios[BASH], 1, 12) +
        cell(hash, 2, 12) +
        cell(milliseconds, 0, 9) +
        cell(mebibytes, 0, 8) +
        "\n",
    );
  }
}
