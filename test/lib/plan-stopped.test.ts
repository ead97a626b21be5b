import { spawn } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { shell } from "../support/run.ts";
import { effectTool, type Planner, planner } from "./plan-project.ts";

function calls({ root }: Planner): string[] {
  const file = join(root, "calls.txt");
  return existsSync(file) ? readFileSync(file, "utf8").trimEnd().split("\n") : [];
}

describe("no Fix repeats what must not be repeated", () => {
  const tools = {
    "lib/f-half.sh": effectTool("f", "half", ["idempotent: false", "side_effects: [creates half]"], "exit 2"),
    "lib/f-end.sh": effectTool("f", "end", ["preconditions: [half exists]"]),
  };

  test.each([
    ["a target", ["run", "f", "end"]],
    ["a sequence", ["run", "f half", "f end"]],
  ])("of %s: the line that goes on is a dry run", async (_, words) => {
    const made = planner(tools);
    const { code, error } = await made.json(words);
    expect([code, error.code]).toEqual([2, "plan_step_failed"]);
    expect(error.message).toContain("must not be repeated");
    for (const line of error.fix) expect((await shell(line, { cwd: made.root })).code).toBe(0);
    expect(calls(made)).toEqual(["f half"]);
  });

  test("after its limit, neither", async () => {
    const made = planner({ "lib/k-slow.sh": effectTool("k", "slow", ["idempotent: false"], "sleep 20"), ...tools });
    const { error } = await made.json(["run", "k slow --timeout 0.3"]);
    for (const line of error.fix) expect((await shell(line, { cwd: made.root })).code).toBe(0);
    expect(calls(made)).toEqual(["k slow"]);
  });
});

test("after its limit a step is called once more by the one line that goes on, with a longer one", async () => {
  const made = planner({
    "lib/k-slow.sh": effectTool("k", "slow", [], "[ -e fast ] || sleep 20"),
    "lib/k-end.sh": effectTool("k", "end", []),
  });
  const { error } = await made.json(["run", "k slow --timeout 0.3", "k end", "--jobs", "1"]);
  expect(error.fix).toEqual([expect.stringMatching(/ plan run --jobs 1 'k slow --timeout 2' 'k end'$/)]);
  writeFileSync(join(made.root, "fast"), "");
  expect((await shell(error.fix[0], { cwd: made.root })).code).toBe(0);
  expect(calls(made)).toEqual(["k slow", "k slow", "k end"]);
});

test("a provider that does not make what it says ends the plan: no Fix calls it again", async () => {
  const made = planner({
    "lib/gl-make.sh": effectTool("gl", "make", ["side_effects: ['creates out/*.js']"], "mkdir -p out; touch out/a.js"),
    "lib/gl-use.sh": effectTool("gl", "use", ["preconditions: [out/main.js exists]"]),
  });
  const { code, error } = await made.json(["run", "gl", "use"]);
  expect([code, error.code]).toEqual([3, "plan_step_unprovided"]);
  expect(error.message).toContain("though step 1, gl make, has run");
  expect(error.fix).toEqual([expect.stringMatching(/^Tell the user: gl make did not make .*lib\/gl-make\.sh/)]);
});

test("a plan that ran into its own limit tells its state as well", async () => {
  const made = planner({
    "lib/j-big.sh": effectTool("j", "big", ["idempotent: false"]),
    "lib/s-slow.sh": effectTool("s", "slow", [], "sleep 30"),
  });
  const { code, error } = await made.json(["run", "j big", "s slow", "--jobs", "1", "--timeout", "2"]);
  expect([code, error.code, error.detail.steps.map(({ state }: { state: string }) => state)]).toEqual([
    2,
    "interrupted",
    ["done", "failed"],
  ]);
  expect(error.message).toContain("by its time limit (1 done");
  expect(error.fix).toEqual([expect.stringMatching(/ plan run --jobs 1 's slow( --timeout \d+)?'$/)]);
});

test.each([
  ["", "s slow"],
  [" --timeout 60", "s slow"],
])("a plan that is interrupted%s tells its state, and the line that goes on", async (limit, left) => {
  const made = planner({
    "lib/j-big.sh": effectTool("j", "big", ["idempotent: false"]),
    "lib/s-slow.sh": effectTool("s", "slow", [], "[ -e fast ] && exit 0; touch begun; sleep 30"),
  });
  const words = ["plan", "run", "j big", "s slow", "--jobs", "1", "--json", ...limit.split(" ").filter((word) => word !== "")];
  const child = spawn(made.wrapper, words, { cwd: made.root });
  let stdout = "";
  child.stdout.on("data", (chunk) => {
    stdout += chunk;
  });
  const ended = new Promise((resolve) => child.on("close", resolve));
  while (!existsSync(join(made.root, "begun"))) await new Promise((resolve) => setTimeout(resolve, 20));
  child.kill("SIGINT");
  expect(await ended).toBe(2);
  const { error } = JSON.parse(stdout);
  expect([error.code, error.detail.steps.map(({ state }: { state: string }) => state)]).toEqual(["interrupted", ["done", "failed"]]);
  expect(error.fix).toEqual([expect.stringMatching(new RegExp(` plan run --jobs 1 '${left}'$`))]);
  writeFileSync(join(made.root, "fast"), "");
  expect((await shell(error.fix[0], { cwd: made.root })).code).toBe(0);
  expect(calls(made)).toEqual(["j big", "s slow", "s slow"]);
});
