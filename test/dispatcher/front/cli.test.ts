import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { bashTool, moduleTool, project } from "../../support/project.ts";
import { type RunOptions, run, shell } from "../../support/run.ts";

const echo = bashTool("note", "tag", 'printf "%s" "$TOOL_ARGS"', [
  "options:",
  "  - {name: tag, type: string[]}",
  "  - {name: limit, type: integer, default: 10}",
  "  - {name: mode, type: [any, all], default: any}",
  "args:",
  "  - {name: file, type: path, required: true}",
  "output: json",
]);
const list = moduleTool(
  "list",
  "many",
  "export const run = () => ({ count: 500, results: Array.from({ length: 500 }, (_, at) => ({ at, text: `日本語 ${at}` })) });",
  ["@output json"],
);

async function json(wrapper: string, args: readonly string[], options: RunOptions = {}) {
  const ran = await run(wrapper, [...args, "--json"], options);
  expect(ran.stdout.endsWith("}\n")).toBe(true);
  return { ...ran, outcome: JSON.parse(ran.stdout) };
}

describe("a call that is written wrong", () => {
  test("gets the nearest existing spelling as a Fix that runs", async () => {
    const { root, wrapper } = project({ "lib/note-tag.sh": echo });
    const wrong = [
      ["note", "tga", "f"],
      ["nte", "tag", "f"],
      ["notes", "tags", "f"],
      ["tag", "note", "f"],
      ["note", "tag", "f", "--limti", "3"],
      ["note", "tag", "--mode", "al", "f"],
      ["--jsn", "note", "tag", "f"],
    ];
    for (const line of wrong) {
      const ran = await run(wrapper, line, { cwd: root });
      expect([line, ran.code, ran.stdout]).toEqual([line, 1, ""]);
      expect(ran.stderr).toMatch(/^Error: .+\n {2}\[LAYER: precondition\] \[RECOVERABLE: yes\]\n {2}→ Fix: .+\n$/);
      const fixed = await shell(/→ Fix: (.*)\n/.exec(ran.stderr)?.[1] as string, { cwd: root });
      expect([line, fixed.code, fixed.stderr]).toEqual([line, 0, ""]);
    }
  });

  test("is never given another tool's name or the opposite of an option as its Fix", async () => {
    const tool = (verb: string) =>
      bashTool("note", verb, "true", [
        "options:",
        "  - {name: force, type: boolean, default: true}",
        "  - {name: id, type: string}",
        "args:",
        "  - {name: file, type: path}",
      ]);
    const { root } = project({ "lib/note-set.sh": tool("set"), "lib/note-drop.sh": tool("drop"), "lib/note-del.sh": tool("del") });
    const fixes: [readonly string[], string][] = [
      [["note", "get", "a"], "bin/acme note --help"],
      [["note", "stop"], "bin/acme note --help"],
      [["note", "help"], "bin/acme note --help"],
      [["note", "dir"], "bin/acme note --help"],
      [["note-set", "a"], "bin/acme note set a"],
      [["note", "set", "--no-force"], "bin/acme note set --force=false"],
      [["note", "set", "--file", "a"], "bin/acme note set a"],
      [["note", "set", "--bogus"], "bin/acme note set --help"],
      [["note", "set", "--idd"], "bin/acme note set --help"],
      [["note", "set", "--jsno", "--frce"], "bin/acme note set --json --force"],
      [["note", "set", "--dry-run=true"], "bin/acme note set --dry-run"],
    ];
    for (const [line, fix] of fixes) {
      const { stderr, code } = await run("bin/acme", line, { cwd: root });
      expect([line, code, /→ Fix: (.*)\n/.exec(stderr)?.[1]]).toEqual([line, 1, fix]);
    }
  });

  test("never runs for real where a dry run was meant (case c5)", async () => {
    const { root, wrapper } = project({
      "lib/make-it.sh": bashTool("make", "it", 'touch "$PROJECT_ROOT/ran"', ["side_effects: [writes ran]"]),
    });
    for (const words of [
      ["--dry-run --limit 2"],
      ["--limit 2 --dry-run"],
      ["-y --dry-run"],
      ["--dryrun", "--yes"],
      ["--dry_run"],
      ["--DRY-RUN"],
      [" --dry-run"],
      ["\u2014dry-run"],
    ]) {
      expect([words, (await run(wrapper, ["make", "it", ...words])).code]).toEqual([words, 1]);
    }
    expect(existsSync(join(root, "ran"))).toBe(false);
    expect((await run(wrapper, ["make", "it", "--", "--dryrun"])).code).toBe(0);
  });

  test("is told in JSON, too, as exactly one document on stdout", async () => {
    const { wrapper } = project({ "lib/note-tag.sh": echo });
    const { outcome, code, stderr } = await json(wrapper, ["note", "tag", "--limit", "x", "f"]);
    expect(code).toBe(1);
    expect(Object.keys(outcome)).toEqual(["ok", "tool", "error", "meta"]);
    expect(Object.keys(outcome.error)).toEqual(["code", "layer", "recoverable", "message", "fix", "exit_code"]);
    expect(stderr).toContain(`Error: ${outcome.error.message}`);
  });

  test("without a verb is a question: help, exit 0", async () => {
    const { wrapper } = project({ "lib/note-tag.sh": echo });
    expect(await run(wrapper, ["note"])).toMatchObject({ code: 0, stderr: "" });
    expect((await json(wrapper, ["note"])).outcome.data).toEqual({ noun: "note", verbs: [{ verb: "tag", summary: null }] });
    expect((await run(wrapper, ["note", "tag", "--help", "--limit"])).code).toBe(0);
    expect((await run(wrapper, ["nothing-like-it"])).code).toBe(1);
  });
});

describe("--input", () => {
  const arg = '{"tag":["a","b"],"file":"x"}';
  test("takes the arguments as JSON, from a file or from stdin; options beat it", async () => {
    const { root, wrapper } = project({ "lib/note-tag.sh": echo, "in.json": `\uFEFF${arg}` });
    for (const source of [[arg], ["@in.json"], ["-"]]) {
      const { outcome } = await json(wrapper, ["note", "tag", "--input", ...source, "--limit", "2"], { cwd: root, stdin: arg });
      expect(outcome.data).toEqual({ tag: ["a", "b"], limit: 2, mode: "any", file: "x" });
    }
  });

  test("is checked against the same declarations", async () => {
    const { wrapper } = project({ "lib/note-tag.sh": echo });
    const codes: Record<string, string> = {
      "[]": "input_not_json",
      "{": "input_not_json",
      "@nowhere": "input_unreadable",
      '{"file":"x","limit":"3"}': "parameter_invalid",
      '{"file":"x","lmit":3}': "parameter_unknown",
      "{}": "parameter_required",
    };
    for (const [input, code] of Object.entries(codes)) {
      const { outcome } = await json(wrapper, ["note", "tag", `--input=${input}`]);
      expect([input, outcome.error.code, outcome.error.exit_code]).toEqual([input, code, 1]);
    }
  });
});

describe("the limits of a result", () => {
  test("--max-bytes cuts the data, and tells the total and the file that keeps the whole", async () => {
    const { wrapper } = project({ "lib/list-many.ts": list });
    const { outcome } = await json(wrapper, ["list", "many", "--max-bytes", "300"]);
    expect(outcome.data.results.length).toBeGreaterThan(3);
    expect(Buffer.byteLength(JSON.stringify(outcome.data))).toBeLessThanOrEqual(300);
    const whole = readFileSync(outcome.meta.truncated.file, "utf8");
    expect(JSON.parse(whole).results).toHaveLength(500);
    expect(outcome.meta.truncated.total_bytes).toBe(Buffer.byteLength(JSON.stringify(JSON.parse(whole))));
  });

  test("--fields keeps only these, and warns of one that is not there", async () => {
    const { wrapper } = project({ "lib/list-many.ts": list });
    const { outcome } = await json(wrapper, ["list", "many", "--fields", "results.at,size"]);
    expect(outcome.data.results[3]).toEqual({ at: 3 });
    expect(outcome.meta.warnings).toEqual(["The data has no field size"]);
  });

  test.each([["--timeout", "soon"], ["--timeout=0"], ["--max-bytes", "-1"], ["--fields", ","]])(
    "%s %s is refused by name",
    async (...words) => {
      const { wrapper } = project({ "lib/list-many.ts": list });
      expect((await json(wrapper, ["list", "many", ...words])).outcome.error).toMatchObject({ code: "limit_invalid", exit_code: 1 });
    },
  );
});

describe("--dry-run", () => {
  const writer = (extra: readonly string[] = []) =>
    bashTool("make", "file", 'echo "dry=$TOOL_DRY_RUN" > "$PROJECT_ROOT/made"', [
      "side_effects: ['writes ${PROJECT_ROOT}/made']",
      ...extra,
    ]);

  test("never runs a tool that does not say it can run dry, and tells what would change", async () => {
    const { root, wrapper } = project({ "lib/make-file.sh": writer() });
    const { outcome, code } = await json(wrapper, ["make", "file", "--dry-run", "--yes"]);
    expect(code).toBe(0);
    expect(outcome.data.would_change).toEqual([`writes ${root}/made`]);
    expect(outcome.meta.dry_run).toBe(true);
    expect(existsSync(join(root, "made"))).toBe(false);
  });

  test("a tool that declares it runs with TOOL_DRY_RUN", async () => {
    const { root, wrapper } = project({ "lib/make-file.sh": writer(["dry_run: native"]) });
    expect((await run(wrapper, ["make", "file", "--dry-run"])).code).toBe(0);
    expect(readFileSync(join(root, "made"), "utf8")).toBe("dry=1\n");
  });

  test("still fails where the call would", async () => {
    const { wrapper } = project({ "lib/make-file.sh": writer(["preconditions: [gone exists]"]) });
    expect((await run(wrapper, ["make", "file", "--dry-run"])).code).toBe(3);
  });
});

describe("confirmation", () => {
  const remover = bashTool("drop", "all", 'touch "$PROJECT_ROOT/ran"', ["side_effects: ['deletes ${PROJECT_ROOT}/build']"]);

  test("without --yes and without a terminal it is exit 3, and nothing ran", async () => {
    const { root, wrapper } = project({ "lib/drop-all.sh": remover });
    const { outcome, code } = await json(wrapper, ["drop", "all"]);
    expect(code).toBe(3);
    expect(outcome.error).toMatchObject({ code: "confirmation_required", recoverable: "user-action-required" });
    expect(outcome.error.fix[0]).toContain(`deletes ${root}/build`);
    expect(existsSync(join(root, "ran"))).toBe(false);
  });

  test("--yes and -y answer it", async () => {
    const { root, wrapper } = project({ "lib/drop-all.sh": remover });
    expect((await run(wrapper, ["drop", "all", "-y"])).code).toBe(0);
    expect(existsSync(join(root, "ran"))).toBe(true);
  });

  test("a person at a terminal is asked, and only a yes is a yes", async () => {
    const { root, wrapper } = project({ "lib/drop-all.sh": remover });
    const asked = (answer: string) =>
      shell(`printf '${answer}\\n' | script -qec "$WRAPPER drop all" /dev/null`, {
        env: { ...process.env, WRAPPER: `'${wrapper.replaceAll("'", "'\\''")}'` },
      });
    const no = await asked("n");
    expect(no.stdout).toContain("Go on? [y/N]");
    expect(no.code).toBe(3);
    expect(existsSync(join(root, "ran"))).toBe(false);
    expect((await asked("y")).code).toBe(0);
    expect(existsSync(join(root, "ran"))).toBe(true);
  });

  test("an effect that an option adds counts only when it is given", async () => {
    const tool = bashTool("sweep", "all", "true", [
      "options:",
      "  - {name: force, type: boolean}",
      "side_effects: ['--force: deletes ${PROJECT_ROOT}/x']",
    ]);
    const { wrapper } = project({ "lib/sweep-all.sh": tool });
    expect((await run(wrapper, ["sweep", "all"])).code).toBe(0);
    expect((await run(wrapper, ["sweep", "all", "--force=false"])).code).toBe(0);
    expect((await run(wrapper, ["sweep", "all", "--force"])).code).toBe(3);
  });

  test("what lies outside the project by its real path asks, too", async () => {
    const tool = bashTool("write", "there", "true", ["env: [PLACE]", "side_effects: ['writes ${PLACE}']"]);
    const { root, wrapper } = project({ "lib/write-there.sh": tool });
    const at = (place: string) => run(wrapper, ["write", "there"], { env: { ...process.env, PLACE: place } });
    expect((await at(`${root}/x`)).code).toBe(0);
    expect((await at(`${root}/../x`)).code).toBe(3);
    expect((await at("/tmp/x")).code).toBe(3);
    expect((await at("")).code).toBe(3);
  });
});

describe("bad input loses nothing", () => {
  test("two files of one tool are told, and the other tools run", async () => {
    const { wrapper } = project({ "lib/note-tag.sh": echo, "lib/note-tag.py": echo, "lib/list-many.ts": list });
    expect((await json(wrapper, ["note", "tag", "f"])).outcome.error).toMatchObject({ code: "tool_name_taken_twice", exit_code: 3 });
    expect((await run(wrapper, ["list", "many"])).code).toBe(0);
  });

  test("a broken header keeps its tool from running, with file and line; the others run", async () => {
    const { wrapper } = project({ "lib/note-tag.sh": echo.replace("# idempotent: true", "# idempotnet: true"), "lib/list-many.ts": list });
    const { outcome } = await json(wrapper, ["note", "tag", "f"]);
    expect(outcome.error.code).toBe("header_invalid");
    expect(outcome.error.message).toMatch(/^lib\/note-tag\.sh:\d+: /);
    expect(JSON.stringify(outcome.error.detail)).toContain("idempotent");
    expect((await run(wrapper, ["list", "many"])).code).toBe(0);
    expect((await run(wrapper, [])).code).toBe(0);
  });

  test("a file without a header is named, not run", async () => {
    const { wrapper } = project({ "lib/note-tag.sh": "#!/bin/sh\ntouch ran\n" });
    expect((await json(wrapper, ["note", "tag"])).outcome.error).toMatchObject({ code: "header_missing" });
  });

  test("a stale or broken registry is a warning, the header is the authority", async () => {
    const { root, wrapper, write } = project({ "lib/note-tag.sh": echo });
    expect((await run(wrapper, ["registry", "generate"])).code).toBe(0);
    expect((await json(wrapper, ["note", "tag", "f"])).outcome.meta.warnings).toEqual([]);
    write("lib/note-tag.sh", echo.replace("default: 10", "default: 11"));
    const stale = (await json(wrapper, ["note", "tag", "f"])).outcome;
    expect(stale.data.limit).toBe(11);
    expect(stale.meta.warnings[0]).toContain("out of date");
    const file = join(root, "logs/tool-registry.json");
    writeFileSync(file, `<<<<<<< ours\n${readFileSync(file, "utf8")}=======\n>>>>>>> theirs\n`);
    const broken = (await json(wrapper, ["note", "tag", "f"])).outcome;
    expect(broken.ok).toBe(true);
    expect(broken.meta.warnings[0]).toContain("merge-conflict markers");
  });

  test("a tool that is in the registry, but whose file is gone, is told as that", async () => {
    const { root, wrapper } = project({ "lib/note-tag.sh": echo, "lib/list-many.ts": list });
    await run(wrapper, ["registry", "generate"]);
    await shell(`rm ${JSON.stringify(join(root, "lib/note-tag.sh"))}`);
    const { outcome } = await json(wrapper, ["note", "tag", "f"]);
    expect(outcome.error).toMatchObject({
      code: "tool_file_gone",
      exit_code: 3,
      message: "note tag is in the registry, but its file lib/note-tag.sh is gone",
    });
  });

  test("an entry of the registry that was edited by hand switches nothing off", async () => {
    const tool = bashTool("drop", "all", 'touch "$PROJECT_ROOT/ran"', ["preconditions: [GATE is set]", "side_effects: [deletes build]"]);
    const { root, wrapper } = project({ "lib/drop-all.sh": tool });
    await run(wrapper, ["registry", "generate"]);
    const file = join(root, "logs/tool-registry.json");
    const registry = JSON.parse(readFileSync(file, "utf8"));
    const entry = registry.tools.find((one: { id: string }) => one.id === "local__drop-all");
    Object.assign(entry, { preconditions: [], side_effects: [], derived_risk: "low" });
    writeFileSync(file, JSON.stringify(registry));
    const { outcome } = await json(wrapper, ["drop", "all"], { env: { ...process.env, GATE: "1" } });
    expect(outcome.error.code).toBe("confirmation_required");
    expect(outcome.meta.warnings[0]).toContain("out of date");
    expect(existsSync(join(root, "ran"))).toBe(false);
  });

  test("settings that are wrong are told with file and line", async () => {
    const { wrapper } = project({ "niche.json": '{\n  "tool_pth": ["lib"]\n}\n' });
    const { outcome } = await json(wrapper, ["docs", "fetch"]);
    expect(outcome.error).toMatchObject({ code: "settings_invalid", layer: "precondition" });
    expect(outcome.error.message).toContain("niche.json:2");
  });
});

describe("the environment of a tool", () => {
  test("is what its header declares and the base set, nothing else", async () => {
    const tool = bashTool("show", "env", "env | sort", ["env:", "  - DECLARED", "  - {name: PRESET, default: '${PROJECT_ROOT}/p'}"]);
    const { root, wrapper } = project({ "lib/show-env.sh": tool });
    const env = {
      ...process.env,
      DECLARED: "yes",
      SECRET: "no",
      BASH_ENV: "/nowhere",
      NODE_OPTIONS: "--no-warnings",
      LD_PRELOAD: "",
      "BASH_FUNC_x%%": "() { :; }",
    };
    const { stdout, code } = await run(wrapper, ["show", "env"], { env });
    expect(code).toBe(0);
    expect(stdout).toContain("DECLARED=yes\n");
    expect(stdout).toContain(`PRESET=${root}/p\n`);
    for (const name of ["SECRET", "BASH_ENV", "NODE_OPTIONS", "LD_PRELOAD", "BASH_FUNC", "NICHE_"]) expect(stdout).not.toContain(name);
  });

  test("a tool without declared arguments gets all that is no global option, as it came", async () => {
    const { wrapper } = project({ "lib/show-words.sh": bashTool("show", "words", 'printf "[%s]" "$@"') });
    const ran = await run(wrapper, ["show", "words", "--any=1", "-x", "--timeout", "9", "", "--", "--json", "b c"]);
    expect(ran.stdout).toBe("[--any=1][-x][][--][--json][b c]");
  });
});
