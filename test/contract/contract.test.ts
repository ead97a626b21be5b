import { createHash } from "node:crypto";
import { cpSync, lstatSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { HELP_BUDGET } from "../../dispatcher/grammar/help.ts";
import type { Registry, ToolEntry } from "../../registry/entry.ts";
import { repository } from "../support/project.ts";
import { run, shell } from "../support/run.ts";
import { scratchRepository } from "../support/scratch-repository.ts";

/** Every tool this repository registers, and one sample of each language. */
const registered = (JSON.parse(readFileSync(join(repository, "logs/tool-registry.json"), "utf8")) as Registry).tools;
const samples = ["shell", "python", "script", "module"].map((verb) => ({ noun: "sample", verb }));
const names = [...registered, ...samples].map(({ noun, verb }) => [noun, verb] as const);

const schema = new Ajv2020({ strict: false, allErrors: true }).compile(
  JSON.parse(readFileSync(join(repository, "dist/schemas/outcome.schema.json"), "utf8")),
);
let root = "";
let wrapper = "";
let tools: readonly ToolEntry[] = [];

beforeAll(async () => {
  root = scratchRepository();
  wrapper = join(root, "bin/myproject");
  cpSync(join(repository, "test/contract/tools"), join(root, "samples"), { recursive: true });
  writeFileSync(join(root, "niche.json"), JSON.stringify({ subject: "myproject", tool_path: ["lib", "samples"] }));
  expect((await shell("git add -A && git -c user.name=R -c user.email=r@example.org commit -qm 'With samples'", { cwd: root })).code).toBe(
    0,
  );
  expect((await run(wrapper, ["registry", "generate"], { cwd: root })).stderr).toBe("");
  expect((await run(wrapper, ["docs", "index"], { cwd: root })).code).toBe(0);
  tools = (JSON.parse(readFileSync(join(root, "logs/tool-registry.json"), "utf8")) as Registry).tools;
});

afterAll(() => rmSync(dirname(root), { recursive: true, force: true }));

function entry(noun: string, verb: string): ToolEntry {
  const found = tools.find((tool) => tool.noun === noun && tool.verb === verb);
  if (found === undefined) throw new Error(`${noun} ${verb} is not registered`);
  return found;
}

/** The words of an example behind noun and verb, as a shell reads them. */
async function words(example: string): Promise<string[]> {
  const { stdout } = await shell(`printf '%s\\0' ${example}`);
  return stdout.split("\0").slice(2, -1);
}

/** The words with these options, which stand before a `--` and what is data behind it. */
function withOptions(given: readonly string[], ...options: readonly string[]): string[] {
  const end = given.includes("--") ? given.indexOf("--") : given.length;
  return [...given.slice(0, end), ...options, ...given.slice(end)];
}

/** Path, kind and content of everything in the project, but for what git keeps. */
function tree(): string {
  const hash = createHash("sha256");
  for (const item of readdirSync(root, { recursive: true, withFileTypes: true }).sort((a, b) =>
    join(a.parentPath, a.name) < join(b.parentPath, b.name) ? -1 : 1,
  )) {
    const path = join(item.parentPath, item.name);
    if (path.startsWith(join(root, ".git")) || path.startsWith(join(root, "node_modules"))) continue;
    const stat = lstatSync(path);
    hash.update(`${path}\0${stat.mode}\0`).update(item.isFile() ? readFileSync(path) : item.isSymbolicLink() ? readlinkSync(path) : "");
  }
  return hash.digest("hex");
}

describe.each(names)("%s %s", (noun, verb) => {
  test("has an example, and every example does what it says: JSON that matches the schema, exit code in 0–3", async () => {
    const { examples = [], output } = entry(noun, verb);
    expect(examples.length).toBeGreaterThan(0);
    for (const example of examples) {
      const given = (await words(example)).filter((word) => word !== "--json");
      const ran = await run(wrapper, [noun, verb, ...withOptions(given, "--json")], { cwd: root });
      const outcome = JSON.parse(ran.stdout);
      expect(schema(outcome), JSON.stringify(schema.errors)).toBe(true);
      expect([example, ran.code, outcome.error]).toEqual([example, 0, undefined]);
      expect([example, outcome.tool]).toEqual([example, `${noun} ${verb}`]);
      if (output.schema !== undefined) expect(new Ajv2020({ strict: false }).validate(output.schema, outcome.data)).toBe(true);
      if (output.format === "ndjson") expect(Array.isArray(outcome.data)).toBe(true);
    }
  });

  test("gives people text without colour codes when nobody watches, and nothing when nothing is wrong on stderr but hints", async () => {
    for (const example of entry(noun, verb).examples ?? []) {
      const given = (await words(example)).filter((word) => word !== "--json");
      const ran = await run(wrapper, [noun, verb, ...given], { cwd: root, env: { ...process.env, FORCE_COLOR: "1" } });
      expect([example, ran.code]).toEqual([example, 0]);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what is looked for
      expect(ran.stdout + ran.stderr).not.toMatch(/\u001b\[/);
      expect(ran.stdout).not.toBe("");
    }
  });

  test("changes nothing by --dry-run", async () => {
    const before = tree();
    for (const example of entry(noun, verb).examples ?? []) {
      const given = (await words(example)).filter((word) => word !== "--json");
      const ran = await run(wrapper, [noun, verb, ...withOptions(given, "--json", "--dry-run", "--yes")], { cwd: root });
      expect([example, ran.code, JSON.parse(ran.stdout).meta.dry_run]).toEqual([example, 0, true]);
    }
    expect(tree()).toBe(before);
  });

  test("ends though the caller's stdin never does", async () => {
    const example = entry(noun, verb).examples?.[0] as string;
    const ran = await run(wrapper, [noun, verb, ...withOptions(await words(example), "--timeout", "50")], { cwd: root, stdin: "open" });
    expect(ran.code).toBe(0);
  });

  test("refuses what it does not declare in the form of 4.5, exit 1, as JSON, too", async () => {
    const example = entry(noun, verb).examples?.[0] as string;
    const ran = await run(
      wrapper,
      [
        noun,
        verb,
        ...withOptions(
          (await words(example)).filter((word) => word !== "--json"),
          "--no-such-option",
          "--json",
        ),
      ],
      { cwd: root },
    );
    expect(ran.code).toBe(1);
    const outcome = JSON.parse(ran.stdout);
    expect(schema(outcome), JSON.stringify(schema.errors)).toBe(true);
    expect(outcome.error).toMatchObject({ code: "unknown_option", layer: "precondition", recoverable: "yes" });
    expect(ran.stderr).toMatch(/^Error: .+\n {2}\[LAYER: precondition\] \[RECOVERABLE: yes\]\n {2}→ Fix: .+\n$/);
  });

  test("explains itself in fewer bytes than the budget", async () => {
    const ran = await run(wrapper, [noun, verb, "--help"], { cwd: root });
    expect(ran).toMatchObject({ code: 0, stderr: "" });
    expect(Buffer.byteLength(ran.stdout)).toBeLessThanOrEqual(HELP_BUDGET.tool);
    expect(ran.stdout).toContain(`myproject ${noun} ${verb}`);
    expect(Buffer.byteLength((await run(wrapper, [noun, "--help"], { cwd: root })).stdout)).toBeLessThanOrEqual(HELP_BUDGET.noun);
  });
});

describe.each(samples)("$noun $verb", ({ noun, verb }) => {
  test("more than 1 MiB comes whole through a slow pipe, as text and as JSON", async () => {
    const slow = `node -e 'const h=require("crypto").createHash("sha256");let n=0;process.stdin.on("data",(c)=>{n+=c.length;h.update(c);process.stdin.pause();setTimeout(()=>process.stdin.resume(),3)}).on("end",()=>console.log(n,h.digest("hex")))'`;
    const line = `'${wrapper}' ${noun} ${verb} --lines 70000`;
    const fast = await shell(`set -o pipefail; ${line} | cat`, { cwd: root });
    const text = await shell(`set -o pipefail; ${line} | ${slow}`, { cwd: root });
    expect(text.code).toBe(0);
    const bytes = Buffer.from(fast.stdout);
    expect(bytes.length).toBeGreaterThan(1024 * 1024);
    expect(text.stdout).toBe(`${bytes.length} ${createHash("sha256").update(bytes).digest("hex")}\n`);
    const json = await shell(`set -o pipefail; ${line} --json | (sleep 0.3; cat)`, { cwd: root });
    expect(json.code).toBe(0);
    const { data } = JSON.parse(json.stdout);
    expect(typeof data === "string" ? data.trimEnd().split("\n").length : data.length).toBe(70_000);
  });
});

test("every tool of every language is in the suite", () => {
  expect(tools.map((tool) => `${tool.noun} ${tool.verb}`).sort()).toEqual(names.map((name) => name.join(" ")).sort());
  expect([...new Set(tools.map((tool) => tool.source.replace(/^.*\./, "")))].sort()).toEqual(["js", "py", "sh", "ts"]);
});
