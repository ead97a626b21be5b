import { describe, expect, test } from "vitest";
import { shellQuote } from "../../registry/error/shell-quote.ts";
import { shell } from "../support/run.ts";
import { effectTool, GUIDELINE, planner } from "./plan-project.ts";

describe("the guideline's three questions", () => {
  test("docs fetch needs docs index first", async () => {
    const { plan, json, wrapper } = planner();
    const command = shellQuote(wrapper);
    const shown = await json(["show", "docs", "fetch"]);
    expect(shown.code).toBe(0);
    expect(shown.data.steps.map((step: { command: string }) => step.command)).toEqual([`${command} docs index`, `${command} docs fetch`]);
    expect(shown.data.steps[0].provides).toEqual({ precondition: "build/index exists", needed_by: "docs fetch" });
    const checked = await plan(["check", "docs fetch"]);
    expect(checked.code).toBe(1);
    expect(checked.stderr).toContain("step 1 needs: build/index exists (build/index not found: ");
    expect(checked.stderr).toContain(`  → Fix: ${command} plan run 'docs index' 'docs fetch'\n`);
  });

  test("these two write the same index, not side by side", async () => {
    const { json } = planner();
    const { code, data } = await json(["check", "docs index", "docs import"]);
    expect(code).toBe(0);
    expect(data.apart).toEqual([
      { steps: [1, 2], path: "build/index", reason: "step 1 creates build/index and step 2 writes build/index" },
    ]);
  });

  test("this order contradicts the side effects", async () => {
    const { json, root, wrapper } = planner();
    const { code, error } = await json(["check", "docs fetch", "docs index"]);
    expect(code).toBe(1);
    expect(error.detail.findings).toEqual([
      {
        kind: "needs_later_step",
        steps: [1, 2],
        path: "build/index",
        reason: "step 1 needs: build/index exists, which only step 2 brings about: docs index",
      },
    ]);
    expect(error.fix).toEqual([`${shellQuote(wrapper)} plan run 'docs index' 'docs fetch'`]);
    expect((await shell(error.fix[0], { cwd: root })).stdout).toContain("indexed");
    // Now the index is there, and the order reads what was there before.
    const again = await json(["check", "docs fetch", "docs import"]);
    expect(again.code).toBe(1);
    expect(again.error.detail.findings).toEqual([
      { kind: "reader_before_writer", steps: [1, 2], path: "build/index", reason: "step 1 reads build/index before step 2 writes it" },
    ]);
    expect(again.error.fix).toEqual([`${shellQuote(wrapper)} plan run 'docs import' 'docs fetch'`]);
  });
});

test("a sequence that can run says which steps may be retried, and the call that runs it", async () => {
  const { json } = planner({
    ...GUIDELINE,
    "lib/docs-post.sh": effectTool("docs", "post", ["preconditions: [build/index exists]", "idempotent: false"]),
  });
  const { code, data, next } = await json(["check", "docs index", "docs post"]);
  expect(code).toBe(0);
  expect(data.steps.map((step: { may_retry: boolean }) => step.may_retry)).toEqual([true, false]);
  expect(next[0]).toMatch(/ plan run 'docs index' 'docs post'$/);
});

test("a step may begin with the subject, by its name or by any path to it", async () => {
  const { json, wrapper } = planner();
  const { code, data } = await json(["check", "acme docs index", `${shellQuote(wrapper)} docs fetch`, "./bin/acme docs fetch"]);
  expect(code).toBe(0);
  expect(data.steps.map((step: { command: string }) => step.command.replace(shellQuote(wrapper), "acme"))).toEqual([
    "acme docs index",
    "acme docs fetch",
    "acme docs fetch",
  ]);
});

test("a noun that is named like the subject is a noun, with the subject before it and without", async () => {
  const { json } = planner({ "lib/acme-go.sh": effectTool("acme", "go", []) });
  const { code, data } = await json(["check", "acme go", "acme acme go"]);
  expect([code, data.steps.map((step: { command: string }) => step.command.replace(/^.*(?= acme go)/, ""))]).toEqual([
    0,
    [" acme go", " acme go"],
  ]);
});

describe("a plan is taken from", () => {
  const expected = ["docs index", "docs fetch"];
  const commands = (data: { steps: { command: string }[] }) => data.steps.map(({ command }) => command.replace(/^.*(?=docs \w+$)/, ""));

  test("a file of command lines with comments", async () => {
    const { json, write } = planner();
    write("plan.txt", "\uFEFF# first\r\ndocs index\r\n\r\n  docs fetch # then\r\n");
    expect(commands((await json(["check", "--file", "plan.txt"])).data)).toEqual(expected);
  });

  test("stdin", async () => {
    const { json } = planner();
    expect(commands((await json(["check", "--file", "-"], { stdin: "docs index\ndocs fetch\n" })).data)).toEqual(expected);
  });

  test("what plan show --json wrote", async () => {
    const { json, plan, write } = planner();
    write("plan.json", (await plan(["show", "docs", "fetch", "--json"])).stdout);
    expect(commands((await json(["check", "-f", "plan.json"])).data)).toEqual(expected);
  });
});

describe("bad input is refused with a Fix, and nothing of it runs:", () => {
  test.each([
    ["no step", [], "plan_empty", "The plan has no step"],
    ["a file that is not there", ["--file", "gone.txt"], "plan_unreadable", "Cannot read the plan gone.txt: ENOENT"],
    ["a folder", ["--file", "lib"], "plan_unreadable", "Cannot read the plan lib: EISDIR"],
    ["an empty file", ["--file", "empty.txt"], "plan_empty", "The plan has no step"],
    ["bytes that are no text", ["--file", "image.png"], "plan_not_a_plan", "image.png is no plan: it is not text"],
    ["JSON that is no plan", ["--file", "other.json"], "plan_not_a_plan", /^other\.json is no plan: as JSON it is a list of command lines/],
    ["torn JSON", ["--file", "torn.json"], "plan_not_a_plan", /^torn\.json is no plan: it begins as JSON and is not/],
  ])("%s", async (_, args, code, message) => {
    const { json, write } = planner();
    write("empty.txt", "\n# nothing\n");
    write("image.png", "\x89PNG\0\0");
    write("other.json", '{"tools": []}');
    write("torn.json", '{"steps": [');
    const { code: exit, error } = await json(["check", ...args]);
    expect([exit, error.code]).toEqual([1, code]);
    expect(error.message).toMatch(message);
    expect((await shell(error.fix[0])).code).toBe(0);
  });

  test("a misspelt tool is told with the nearest spelling, and the corrected sequence has it", async () => {
    const { json, wrapper } = planner();
    const { code, error } = await json(["check", "docs indx", "dosc fetch"]);
    expect(code).toBe(1);
    expect(error.detail.findings.map(({ kind, reason }: { kind: string; reason: string }) => [kind, reason])).toEqual([
      ["unknown_tool", "docs has no verb indx; meant is perhaps: docs index"],
      ["unknown_tool", "There is no noun dosc; meant is perhaps: docs fetch"],
    ]);
    expect(error.fix).toEqual([`${shellQuote(wrapper)} plan run 'docs index' 'docs fetch'`]);
  });

  test("a tool that nobody can have meant: the Fix tells which there are", async () => {
    const { json, root } = planner();
    const { code, error } = await json(["check", "frobnicate everything"]);
    expect([code, error.code]).toEqual([1, "plan_invalid"]);
    expect((await shell(error.fix[0], { cwd: root })).stdout).toContain("docs");
  });

  test.each([
    ["an option that the tool does not take", "docs fetch --keywrds x", /^docs fetch --keywrds x: Unknown option/],
    ["an open quote", "docs fetch 'x", /a quote \('\) is not closed/],
    ["a script instead of a call", "docs index && docs fetch", /& is the shell's, and a step is one call/],
    ["a variable of the shell", 'docs fetch "$HOME"', /\$H is the shell's to expand/],
  ])("%s", async (_, step, reason) => {
    const { json } = planner();
    const { code, error } = await json(["check", "docs index", step]);
    expect([code, error.code]).toEqual([1, "plan_invalid"]);
    expect(error.detail.findings).toMatchObject([{ kind: "invalid_arguments", steps: [2], reason: expect.stringMatching(reason) }]);
  });

  test("a cycle is named, and no order of it is pretended", async () => {
    const { json, wrapper } = planner({
      "lib/egg-lay.sh": effectTool("egg", "lay", ["preconditions: [hen exists]", "side_effects: [creates egg]"]),
      "lib/hen-hatch.sh": effectTool("hen", "hatch", ["preconditions: [egg exists]", "side_effects: [creates hen]"]),
    });
    const checked = await json(["check", "hen hatch", "egg lay"]);
    expect([checked.code, checked.error.code, checked.error.detail.corrected]).toEqual([2, "plan_impossible", null]);
    expect(checked.error.detail.findings).toContainEqual({
      kind: "cycle",
      steps: [1, 2],
      path: null,
      reason: "hen hatch waits for egg lay waits for hen hatch",
    });
    expect(checked.error.fix).toEqual([`${shellQuote(wrapper)} plan graph`]);
    const shown = await json(["show", "hen", "hatch"]);
    expect([shown.code, shown.data.complete, shown.data.cycles]).toEqual([0, false, [["hen hatch", "egg lay"]]]);
    expect((await json(["run", "hen", "hatch"])).error).toMatchObject({ code: "plan_impossible", exit_code: 2 });
    const graph = await json(["graph", "--format", "json"]);
    expect(graph.data.cycles).toEqual([["local__egg-lay", "local__hen-hatch"]]);
  });
});

test("what an earlier step deletes is told; the delete moves behind, or its provider is repeated where nothing else will do", async () => {
  const { json } = planner({
    ...GUIDELINE,
    "lib/build-clean.sh": effectTool("build", "clean", ["side_effects: [deletes build]"]),
    "lib/build-ship.sh": effectTool("build", "ship", ["preconditions: [build/index exists]", "side_effects: [deletes build/*]"]),
  });
  const moved = (await json(["check", "docs index", "docs fetch", "build clean", "docs fetch"])).error.detail;
  const reason = "step 4 needs: build/index exists, and step 3 deletes it";
  expect(moved.findings).toEqual([{ kind: "deleted_before", steps: [4, 3], path: "build/index", reason }]);
  expect(moved.run).toBe("plan run 'docs index' 'docs fetch' 'docs fetch' 'build clean'");
  const repeated = (await json(["check", "docs index", "build ship", "build ship"])).error.detail;
  expect(repeated.run).toBe("plan run 'docs index' 'build ship' 'docs index' 'build ship'");
});

test("what nothing provides is the user's to do, with exit 3", async () => {
  const { json } = planner({
    ...GUIDELINE,
    "lib/site-push.sh": effectTool("site", "push", ["preconditions: [SITE_KEY is set, build/index exists]"]),
  });
  const { code, error } = await json(["check", "site push"]);
  expect([code, error.code]).toEqual([3, "plan_needs_user"]);
  expect(error.fix[0]).toBe("Tell the user: SITE_KEY must be set in the wrapper or the environment.");
  expect(error.fix[1]).toMatch(/^Then run: .* plan run 'docs index' 'site push'$/);
  expect((await json(["check", "docs index", "site push"], { env: { ...process.env, SITE_KEY: "x" } })).code).toBe(0);
});
