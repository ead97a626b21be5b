import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { shellQuote } from "../../registry/error/shell-quote.ts";
import { effectTool, GUIDELINE, planner } from "./plan-project.ts";

const commands = (data: { steps: { command: string }[] }) => data.steps.map(({ command }) => command.replace(/^.*\/bin\/acme'? /, ""));

test("what already holds is left out", async () => {
  const { json, root } = planner();
  mkdirSync(join(root, "build"));
  writeFileSync(join(root, "build/index"), "here");
  const { data, next } = await json(["show", "docs", "fetch"]);
  expect([commands(data), data.complete]).toEqual([["docs fetch"], true]);
  expect(next[0]).toMatch(/ plan run docs fetch$/);
});

test("providers of providers come first, through variables, links and defaults that spell one place differently", async () => {
  const { json, root } = planner({
    "lib/data-load.sh": effectTool("data", "load", [
      "side_effects: ['creates ${DATA}/raw/all.csv']",
      "env: ['DATA=${PROJECT_ROOT}/current']",
    ]),
    "lib/data-clean.sh": effectTool("data", "clean", ["preconditions: [store/raw exists]", "side_effects: [creates store/clean.csv]"]),
    "lib/report-build.sh": effectTool("report", "build", [
      "preconditions: [current/clean.csv is a file, '${OUT} exists']",
      "env: ['OUT=${PROJECT_ROOT}/./out']",
    ]),
    "lib/out-make.sh": effectTool("out", "make", ["side_effects: [creates x/../out/keep]"]),
  });
  mkdirSync(join(root, "store"));
  symlinkSync("store", join(root, "current"));
  const { data } = await json(["show", "report", "build"]);
  expect([commands(data), data.complete, data.missing]).toEqual([["data load", "data clean", "out make", "report build"], true, []]);
});

test("a variable of the caller's environment decides what holds", async () => {
  const { json, root, plan } = planner({
    "lib/site-show.sh": effectTool("site", "show", ["preconditions: ['${SITE_DIR} exists']"]),
    "lib/site-make.sh": effectTool("site", "make", ["side_effects: [creates site/index.html]"]),
  });
  const unset = await json(["show", "site", "show"]);
  expect([unset.code, unset.data.complete]).toEqual([0, false]);
  expect(unset.data.missing).toMatchObject([{ reason: "SITE_DIR is not set", remedy: { kind: "user" } }]);
  const set = await json(["show", "site", "show"], { env: { ...process.env, SITE_DIR: join(root, "site") } });
  expect(commands(set.data)).toEqual(["site make", "site show"]);
  expect((await plan(["show", "site", "show"])).stdout).toContain(
    "→ Tell the user: SITE_DIR must be set in the wrapper or the environment.\n",
  );
});

test("a provider that needs arguments only the caller knows is named with them; a precondition's own Fix is shown", async () => {
  const { json, wrapper } = planner({
    "lib/stack-show.sh": effectTool("stack", "show", ["preconditions: [stack.json exists, {test: notes exists, fix: mkdir notes}]"]),
    "lib/stack-make.sh": effectTool("stack", "make", ["side_effects: [creates stack.json]"]).replace(
      "options: []",
      "options: [{name: name, required: true}]",
    ),
  });
  const { data } = await json(["show", "stack", "show"]);
  expect(data.complete).toBe(false);
  expect(data.missing.map(({ remedy }: { remedy: unknown }) => remedy)).toEqual([
    { kind: "arguments", calls: [{ command: `${shellQuote(wrapper)} stack make`, required: ["--name <string>"] }] },
    { kind: "fix", command: "mkdir notes" },
  ]);
  const run = await json(["run", "stack", "show"]);
  expect([run.code, run.error.code]).toEqual([3, "plan_needs_user"]);
});

test("an option that provides is given", async () => {
  const { json } = planner({
    ...GUIDELINE,
    "lib/docs-index.sh": effectTool("docs", "index", ["side_effects: ['--write: creates build/index']"]).replace(
      "options: []",
      "options: [{name: write, type: boolean}]",
    ),
    "lib/docs-import.sh": effectTool("docs", "import", []),
  });
  expect(commands((await json(["show", "docs", "fetch"])).data)).toEqual(["docs index --write", "docs fetch"]);
});

test("a target without its arguments is planned, and says which are needed; with them they stay as given", async () => {
  const tools = {
    ...GUIDELINE,
    "lib/docs-find.sh": effectTool("docs", "find", ["preconditions: [build/index exists]"]).replace(
      "options: []",
      "options: [{name: words, type: 'string[]', required: true}]",
    ),
  };
  const { json } = planner(tools);
  const bare = await json(["show", "docs", "find"]);
  expect([commands(bare.data), bare.data.arguments_needed]).toEqual([["docs index", "docs find"], ["--words <string…>"]]);
  const given = await json(["show", "docs", "find", "--", "--words", "a b", "it's"]);
  expect(commands(given.data)[1]).toBe(`docs find --words 'a b' 'it'\\''s'`);
  expect(given.data.arguments_needed).toEqual([]);
});

test("an unknown tool gets its nearest spelling as a Fix that runs", async () => {
  const { json, root } = planner();
  const { code, error } = await json(["show", "docs", "fetsh"]);
  expect([code, error.code]).toEqual([1, "plan_step_unreadable"]);
  const { shell } = await import("../support/run.ts");
  expect((await shell(error.fix[0], { cwd: root })).stdout).toContain("docs index");
});
