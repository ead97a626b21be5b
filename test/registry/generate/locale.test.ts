import { execFileSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { bashTool, moduleTool, project, repository } from "../../support/project.ts";
import { run, shell } from "../../support/run.ts";

const LOCALES = ["C", "en_US.UTF-8", "ja_JP.UTF-8"];
/** Names that C, en_US and ja_JP each put in another order (case e1). */
const NAMES = ["README", "detector_a", "Zed", "\u00e4", "\u3042"];
/** As code points have it. */
const IN_ORDER = ["README", "Zed", "detector_a", "\u00e4", "\u3042"];

/** The environment of a machine that stands in this locale. */
function under(locale: string): Record<string, string | undefined> {
  return { ...process.env, LANG: locale, LC_ALL: locale, LANGUAGE: undefined };
}

/** A locale that is not installed is C by another name. */
function installed(locale: string): boolean {
  try {
    const charmap = execFileSync("locale", ["charmap"], { env: under(locale), encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
    return locale === "C" || charmap.trim() === "UTF-8";
  } catch {
    return locale === "C";
  }
}

/** Tools whose headers hold more than ASCII, and files beside them that are no tools. */
const TOOLS = {
  "tools/docs-index.sh": bashTool("docs", "index", "", [
    "summary: \u00c4ltestes zuerst, \u3042\u3068\u3067.",
    "keywords: [\u3042, \u00e4, Zed, a]",
  ]),
  "tools/zed-a.ts": moduleTool("zed", "a", "export const run = () => null;"),
  ...Object.fromEntries(NAMES.map((name) => [`tools/${name}`, "no tool"])),
};

async function generated(root: string, locale: string) {
  const [registry, types] = ["tool-registry.json", "tool-types.d.ts"].map((name) => join(root, "logs", name)) as [string, string];
  for (const file of [registry, types]) rmSync(file, { force: true });
  const ran = await run(join(repository, "bin/gen-registry"), [], { cwd: root, env: under(locale) });
  return { ran, registry: readFileSync(registry, "utf8"), types: readFileSync(types, "utf8") };
}

describe.each(LOCALES)("under %s", (locale) => {
  // Who is not there is told by the skipped tests' names.
  const there = installed(locale);

  test.skipIf(!there)(`${locale} is in force: sort, ls, a shell's glob and Node go by it`, async () => {
    const { root } = project(Object.fromEntries(NAMES.map((name) => [`names/${name}`, ""])));
    const listed = await shell("cd names && printf '%s\\n' * && ls", { cwd: root, env: under(locale) });
    const sorted = await run("sort", [], { env: under(locale), stdin: `${NAMES.join("\n")}\n` });
    const collator = await run(process.execPath, ["-p", "new Intl.Collator().resolvedOptions().locale"], { env: under(locale) });
    const byCodePoint = `${IN_ORDER.join("\n")}\n`;
    expect(sorted.stdout === byCodePoint).toBe(locale === "C");
    expect(listed.stdout).toBe(`${sorted.stdout}${sorted.stdout}`);
    if (locale !== "C") expect(collator.stdout.slice(0, 2)).toBe(locale.slice(0, 2));
  });

  test.skipIf(!there)(
    `gen-registry writes the same bytes under ${locale}, says the same, and its check finds nothing (case e1)`,
    async () => {
      const { root, write } = project(TOOLS);
      const plain = await generated(root, "C");
      expect(plain.registry).toContain("\u3042\u3068\u3067");
      expect(await generated(root, locale)).toEqual(plain);
      expect((await run(join(repository, "bin/gen-registry"), ["--check"], { cwd: root, env: under(locale) })).code).toBe(0);
      for (const name of NAMES) write(`tools/${name}`, bashTool("detector", "a", ""));
      const broken = await generated(root, locale);
      expect(broken.registry).toBe(plain.registry);
      expect([...broken.ran.stderr.matchAll(/In tools\/([^,]+), line/g)].map(([, name]) => name)).toEqual(IN_ORDER);
    },
  );

  test.skipIf(!there)(`a tool that sorts by the shell's means gives the same list under ${locale}`, async () => {
    const { root } = project(Object.fromEntries(NAMES.map((name) => [`src/${name}.py`, "1\n2\n"])));
    await run("git", ["init", "--quiet"], { cwd: root });
    const words = ["repo", "lines", "--max", "1", "--ext", "py", "--json"];
    const ran = await run(join(repository, "bin/niche"), words, { cwd: root, env: under(locale) });
    const { longer } = JSON.parse(ran.stdout).data as { longer: readonly { path: string }[] };
    expect(longer.map(({ path }) => path)).toEqual(["bin/acme", ...IN_ORDER.map((name) => `src/${name}.py`)]);
  });
});
