import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { run, shell } from "../support/run.ts";
import { effectTool, planner } from "./plan-project.ts";

const MAKE_AND_USE = {
  "lib/d-make.sh": effectTool("d", "make", ["side_effects: [creates out]"], "touch out"),
  "lib/d-use.sh": effectTool("d", "use", ["preconditions: [out exists]", "side_effects: [reads out]"]),
};

const BROKEN = effectTool("n", "go", ["side_efects: []"]);

describe("a step that asks for a text is no step: nothing runs, and the Fix shows the text", () => {
  test.each([
    [["check", "d make --help"], "d make --help"],
    [["run", "d make --help"], "d make --help"],
    [["run", "d make -h --yes"], "d make --help"],
    [["run", "d make --version"], "d make --help"],
    [["run", "d", "make", "--", "--help"], "d make --help"],
    [["show", "d", "make", "--", "--help"], "d make --help"],
  ])("plan %j", async (words, help) => {
    const made = planner(MAKE_AND_USE);
    const { code, error } = await made.json(words);
    expect([code, error.fix, existsSync(join(made.root, "out"))]).toEqual([1, [expect.stringMatching(new RegExp(` ${help}$`))], false]);
    expect((await shell(error.fix[0], { cwd: made.root })).stdout).toContain("acme d make");
    expect(existsSync(join(made.root, "out"))).toBe(false);
  });
});

describe("a dry run in a plan", () => {
  test("provides nothing: the sequence is put right with the step that does", async () => {
    const made = planner(MAKE_AND_USE);
    const { code, error } = await made.json(["check", "d make --dry-run", "d use"]);
    expect([code, error.detail.findings.map(({ kind }: { kind: string }) => kind)]).toEqual([1, ["needs_missing_step"]]);
    expect(error.fix).toEqual([expect.stringMatching(/ plan run 'd make --dry-run' 'd make' 'd use'$/)]);
    expect((await shell(error.fix[0], { cwd: made.root })).code).toBe(0);
  });

  test("changes nothing: it keeps nobody apart, deletes nothing, asks for nothing, and reads nothing before its writer", async () => {
    const made = planner({ ...MAKE_AND_USE, "lib/d-rm.sh": effectTool("d", "rm", ["side_effects: [deletes out]"], "rm out") });
    made.write("out", "");
    const { code, data } = await made.json(["check", "d rm --dry-run", "d use --dry-run", "d make"]);
    expect([code, data.findings]).toEqual([0, []]);
    expect(data.steps[0]).toMatchObject({ changes: [], confirms: false });
    expect(data.apart).not.toContainEqual(expect.objectContaining({ steps: [1, 3] }));
  });
});

describe("the common options of a step are checked as a single call's are", () => {
  test.each(["d make --timeout abc", "d make --timeout 0", "d make --fields a", "d make --max-bytes 1"])("%s", async (step) => {
    const made = planner(MAKE_AND_USE);
    for (const verb of ["check", "run"]) {
      const { code, error } = await made.json([verb, step]);
      expect([code, error.fix]).toEqual([1, [expect.stringMatching(/ d make --help$/)]]);
    }
    const single = await run(made.wrapper, step.split(" "), { cwd: made.root });
    expect([single.code, existsSync(join(made.root, "out"))]).toEqual([1, false]);
  });

  test("what shapes the answer of a call is not lost silently: the Fix is the step without it", async () => {
    const made = planner(MAKE_AND_USE);
    const { code, error } = await made.json(["run", "d make --max-bytes=900"]);
    expect([code, error.fix]).toEqual([1, [expect.stringMatching(/ plan run 'd make'$/)]]);
    expect((await shell(error.fix[0], { cwd: made.root })).code).toBe(0);
  });
});

describe("a tool whose header is broken is not told as missing: the true cause, with the exit code of its call", () => {
  test.each([
    ["plan", "check", "n go"],
    ["plan", "run", "n go"],
    ["plan", "run", "n", "go"],
    ["plan", "show", "n", "go"],
    ["tool", "show", "n", "go"],
    ["tool", "schema", "n", "go"],
    ["tool", "list", "n"],
  ])("%s %s %s", async (...words) => {
    const made = planner({ "lib/n-go.sh": BROKEN });
    const call = await run(made.wrapper, ["n", "go", "--json"], { cwd: made.root });
    const ran = await run(made.wrapper, [...words, "--json"], { cwd: made.root });
    const { error } = JSON.parse(ran.stdout);
    expect([call.code, ran.code]).toEqual([3, 3]);
    expect(error.message).toContain(JSON.parse(call.stdout).error.message);
    expect(error.fix[0]).toBe(JSON.parse(call.stdout).error.fix[0]);
  });
});
