import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { bashTool, project, scratch, type TestProject } from "../support/project.ts";
import { run } from "../support/run.ts";

const FILES = {
  "niche.json": '{"shared_nouns":["tool"]}',
  "lib/docs-fetch.sh": bashTool("docs", "fetch", "true", [
    "summary: Find it's pages.",
    "options:",
    "  - {name: keywords, short: k, type: 'string[]', description: Words.}",
    '  - {name: mode, short: m, type: [any, all, "it\'s"], default: any}',
    "  - {name: out, type: path}",
    "  - {name: full, type: boolean}",
    "args:",
    "  - {name: kind, type: [long, short]}",
    "  - {name: files, type: 'path[]'}",
  ]),
  "lib/docs-free.sh": bashTool("docs", "free", "true"),
  "plain.txt": "",
  "with space.txt": "",
};

const has = (shell: string) => spawnSync(shell, ["-c", "true"]).status === 0;

async function script(shell: string, here: TestProject): Promise<string> {
  const ran = await run(here.wrapper, ["tool", "completion", "--shell", shell], { cwd: here.root });
  expect([ran.code, ran.stderr]).toEqual([0, ""]);
  return here.write(`completion.${shell}`, ran.stdout);
}

describe("bash, by its own completion protocol", () => {
  let complete: (...words: string[]) => string[];

  /** Sources the script with nothing on PATH: what it offers, it holds. */
  async function prepare() {
    const here = project(FILES);
    const file = await script("bash", here);
    const driver = `set -u; . "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMPREPLY=(); _acme_niche; printf '%s\\0' \${COMPREPLY[@]+"\${COMPREPLY[@]}"}`;
    complete = (...words) => {
      const ran = spawnSync("/bin/bash", ["--norc", "--noprofile", "-c", driver, "bash", file, ...words], {
        cwd: here.root,
        env: { PATH: "/nowhere" },
        encoding: "utf8",
      });
      expect([ran.status, ran.stderr]).toEqual([0, ""]);
      return ran.stdout.split("\0").filter((word) => word !== "");
    };
  }

  test("offers nouns, verbs, options, enum values and files, and nothing where nothing is known", async () => {
    await prepare();
    expect(complete("acme", "")).toEqual(["docs", "tool"]);
    expect(complete("bin/acme", "do")).toEqual(["docs"]);
    expect(complete("acme", "docs", "f")).toEqual(["fetch", "free"]);
    expect(complete("acme", "docs", "fetch", "--")).toEqual(
      expect.arrayContaining(["--keywords", "--mode", "--out", "--full", "--json", "--dry-run"]),
    );
    expect(complete("acme", "docs", "fetch", "--mode", "")).toEqual(["any", "all", "it\\'s"]);
    expect(complete("acme", "docs", "fetch", "-m", "al")).toEqual(["all"]);
    expect(complete("acme", "docs", "fetch", "--mode", "=")).toEqual(["any", "all", "it\\'s"]);
    expect(complete("acme", "docs", "fetch", "--mode", "=", "an")).toEqual(["any"]);
    expect(complete("acme", "docs", "fetch", "--out", "pl")).toEqual(["plain.txt"]);
    expect(complete("acme", "docs", "fetch", "--keywords", "")).toEqual([]);
    expect(complete("acme", "docs", "fetch", "--timeout", "")).toEqual([]);
    expect(complete("acme", "docs", "fetch", "--mode", "=", "any", "--full", "l")).toEqual(["long"]);
    expect(complete("acme", "docs", "fetch", "long", "w")).toEqual(["with space.txt"]);
    expect(complete("acme", "docs", "fetch", "long", "plain.txt", "--", "w")).toEqual(["with space.txt"]);
    expect(complete("acme", "docs", "free", "pl")).toEqual(["plain.txt"]);
    expect(complete("acme", "nope", "")).toEqual([]);
    expect(complete("acme", "--json", "")).toEqual(["docs", "tool"]);
    expect(complete("acme", "--json", "docs", "")).toEqual(["fetch", "free", "--help"]);
    expect(complete("acme", "--timeout", "5", "-y", "docs", "--input", "=", "{}", "f")).toEqual(["fetch", "free"]);
    expect(complete("acme", "--timeout", "")).toEqual([]);
    expect(complete("acme", "--input", "=")).toEqual([]);
    expect(complete("acme", "--json", "docs", "--timeout", "5", "fetch", "--mode", "al")).toEqual(["all"]);
    expect(complete("acme", "docs", "nope", "--")).toEqual([]);
  });

  test("the script is loaded by the line in its head, and is for the subject by name and by path", async () => {
    const here = project(FILES);
    const text = readFileSync(await script("bash", here), "utf8");
    const load = /^# Completion of acme for bash: (.*)$/m.exec(text)?.[1] as string;
    const ran = await run("bash", ["-c", `${load} && complete -p acme`], { cwd: here.root });
    expect(ran.stdout).toBe("complete -F _acme_niche acme\n");
  });

  test.skipIf(spawnSync("shellcheck", ["--version"]).status !== 0)("shellcheck finds nothing in it", async () => {
    const file = await script("bash", project(FILES));
    expect((await run("shellcheck", ["--shell", "bash", "--exclude", "SC2207", file])).stdout).toBe("");
  });
});

describe.skipIf(!has("fish"))("fish, by complete -C", () => {
  test("offers nouns, verbs, options, enum values and files", async () => {
    const here = project(FILES);
    const file = await script("fish", here);
    const home = scratch("home");
    const complete = (line: string) =>
      spawnSync("fish", ["--no-config", "-c", 'source $argv[1]; complete -C "$argv[2]"', file, line], {
        cwd: here.root,
        env: { ...process.env, HOME: home },
        encoding: "utf8",
      })
        .stdout.trim()
        .split("\n")
        .map((word) => word.split("\t")[0]);
    expect(complete("acme ")).toEqual(["docs", "tool"]);
    expect(complete("bin/acme docs f")).toEqual(["fetch", "free"]);
    expect(complete("acme docs fetch --mode ").sort()).toEqual(["all", "any", "it's"]);
    expect(complete("acme docs fetch --mode=al")).toEqual(["--mode=all"]);
    expect(complete("acme docs fetch --ke")).toEqual(["--keywords"]);
    expect(complete("acme docs fetch pl")).toContain("plain.txt");
    expect(complete("acme --json --timeout 5 docs f")).toEqual(["fetch", "free"]);
    expect(complete("acme --json docs fetch --mode al")).toEqual(["all"]);
  });
});

describe.skipIf(!has("zsh"))("zsh, in a terminal of its own", () => {
  const driver = `zmodload zsh/zpty
zpty z zsh -f -i
zpty -w z 'PS1=; autoload -Uz compinit; compinit -D -u; source $LOADED; print READ""Y'
zpty -r z out '*READY*'
for line; do
  zpty -w -n z "$line"$'\\C-aprint -r -- "DO""NE:\\C-e:E""ND"\\n'
  zpty -r z out '*DONE:*:END*'
  print -r -- "\${\${out##*DONE:}%%:END*}"
done
zpty -d z
`;
  test("completes what is typed: nouns, verbs, options, enum values and files", async () => {
    const here = project(FILES, { folder: scratch("plain") });
    const loaded = await script("zsh", here);
    here.write("driver.zsh", driver);
    const lines = (...typed: string[]) => {
      const ran = spawnSync("zsh", ["-f", join(here.root, "driver.zsh"), ...typed], {
        cwd: here.root,
        env: { PATH: process.env.PATH, HOME: here.root, LOADED: loaded, TERM: "xterm" },
        encoding: "utf8",
        timeout: 50_000,
      });
      return ran.stdout
        .replaceAll("\r", "")
        .trim()
        .split("\n")
        .map((line) => line.trim());
    };
    expect(
      lines(
        "acme do\tfet\t--mo\tal\t",
        "acme docs fetch --mode=al\t",
        "bin/acme docs fetch --out pl\t",
        "acme docs fetch lo\tpl\t",
        "acme tool comp\t-s fi\t",
        "acme --json --timeout 5 do\tfet\t--mo\tal\t",
      ),
    ).toEqual([
      "acme docs fetch --mode all",
      "acme docs fetch --mode=all",
      "bin/acme docs fetch --out plain.txt",
      "acme docs fetch long plain.txt",
      "acme tool completion -s fish",
      "acme --json --timeout 5 docs fetch --mode all",
    ]);
  });
});

test("the global options it offers are those of the dispatcher", async () => {
  const here = project(FILES);
  const help = (await run(here.wrapper, ["docs", "fetch", "--help"], { cwd: here.root })).stdout;
  const globals = [...help.slice(help.indexOf("For every tool")).matchAll(/(--[\w-]+)/g)].map(([, name]) => name);
  const text = readFileSync(await script("bash", here), "utf8");
  for (const name of globals) expect(text).toContain(`'${name}'`);
  expect(globals.length).toBeGreaterThan(5);
});
