import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { shellQuote } from "../../registry/error/shell-quote.ts";
import { moduleTool } from "../support/project.ts";
import { run, shell } from "../support/run.ts";
import { effectTool, GUIDELINE, type Planner, planner } from "./plan-project.ts";

/** The tools that were called, in order. */
function calls({ root }: Planner): string[] {
  const file = join(root, "calls.txt");
  return existsSync(file) ? readFileSync(file, "utf8").trimEnd().split("\n") : [];
}

const states = (detail: { steps: { state: string }[] }) => detail.steps.map(({ state }) => state);

test("a target runs with all that must run before it, and gives what it gave; again, it goes on from what holds", async () => {
  const made = planner();
  const first = await made.json(["run", "docs", "fetch"]);
  expect([first.code, calls(made)]).toEqual([0, ["docs index", "docs fetch"]]);
  expect(first.data.steps.map(({ data }: { data: unknown }) => data)).toEqual([null, "indexed\n"]);
  const again = await made.json(["run", "docs", "fetch"]);
  expect([again.code, calls(made)]).toEqual([0, ["docs index", "docs fetch", "docs fetch"]]);
});

test("a sequence runs as it was given, from arguments or a file", async () => {
  const made = planner();
  made.write("plan.txt", "docs index\ndocs fetch\n");
  expect((await made.json(["run", "--file", "plan.txt"])).code).toBe(0);
  expect((await made.plan(["run", "docs import", "docs fetch"])).stdout).toMatch(
    /1\. done .*docs import\n2\. done .*docs fetch\nimported\n$/,
  );
  expect(calls(made)).toEqual(["docs index", "docs fetch", "docs import", "docs fetch"]);
});

test("a sequence that cannot run runs nothing; its Fix is the sequence put right, and runs", async () => {
  const made = planner();
  const { code, error } = await made.json(["run", "docs fetch", "docs index"]);
  expect([code, error.code, calls(made)]).toEqual([1, "plan_invalid", []]);
  expect((await shell(error.fix[0], { cwd: made.root })).code).toBe(0);
  expect(calls(made)).toEqual(["docs index", "docs fetch"]);
});

test("a reader before its writer is told, and runs where it can: it may be meant", async () => {
  const made = planner();
  await made.json(["run", "docs", "fetch"]);
  const { code, stderr } = await made.json(["run", "docs fetch", "docs import"]);
  expect(code).toBe(0);
  expect(stderr).toContain("Warning: step 1 reads build/index before step 2 writes it\n");
});

test("a dry run tells the plan and what each step would change, and changes nothing", async () => {
  const made = planner();
  const { code, data } = await made.json(["run", "--dry-run", "docs", "fetch"]);
  expect([code, calls(made), states(data)]).toEqual([0, [], ["planned", "planned"]]);
  expect(data.steps.map(({ changes }: { changes: string[] }) => changes)).toEqual([["creates build/index"], []]);
});

describe("the first failure", () => {
  const tools = (body: string, idempotent = true) => ({
    ...GUIDELINE,
    "lib/docs-index.sh": effectTool("docs", "index", [`idempotent: ${idempotent}`, "side_effects: [creates build/index]"], body),
    "lib/site-push.sh": effectTool("site", "push", ["preconditions: [build/index exists]", "side_effects: [reads build/index]"]),
  });

  test("stops the plan: the state of every step is told, and the Fix goes on", async () => {
    const made = planner(tools("[ -e repaired ] || { echo 'no disk' >&2; exit 2; }; mkdir -p build; touch build/index"));
    const { code, error } = await made.json(["run", "docs", "fetch"]);
    expect([code, error.code, error.layer]).toEqual([2, "plan_step_failed", "runtime"]);
    expect(error.message).toMatch(/^Step 1 of 2, .* docs index: .*no disk.* \(0 done, 1 not started\)$/s);
    expect([states(error.detail), error.detail.failed.number]).toEqual([["failed", "not_started"], 1]);
    writeFileSync(join(made.root, "repaired"), "");
    expect((await shell(error.fix.at(-1), { cwd: made.root })).code).toBe(0);
    expect(calls(made)).toEqual(["docs index", "docs index", "docs fetch"]);
  });

  test("of a sequence leaves a Fix with the steps that are left, and the options of the call", async () => {
    const made = planner(tools("mkdir -p build; echo indexed > build/index"));
    made.write("lib/docs-fetch.sh", effectTool("docs", "fetch", ["preconditions: [build/index exists]"], "exit 2"));
    const { error } = await made.json(["run", "docs index", "docs fetch", "site push", "--jobs", "1", "--retries", "1"]);
    expect(states(error.detail)).toEqual(["done", "failed", "not_started"]);
    expect(error.fix.at(-1)).toMatch(/ plan run --jobs 1 --retries 1 'docs fetch' 'site push'$/);
  });

  test("is retried for an idempotent step only, as often as was said", async () => {
    const flaky = planner(tools("[ $(wc -l < calls.txt) -ge 3 ] || exit 2; mkdir -p build; touch build/index"));
    const { code, data } = await flaky.json(["run", "docs", "fetch", "--retries", "2"]);
    expect([code, data.steps[0].attempts]).toEqual([0, 3]);
    const never = planner(tools("exit 2"));
    expect((await never.json(["run", "docs", "fetch", "--retries", "2"])).error.detail.failed.attempts).toBe(3);
    const once = planner(tools("exit 2", false));
    const { error } = await once.json(["run", "docs", "fetch", "--retries", "2"]);
    expect([error.detail.failed.attempts, calls(once)]).toEqual([1, ["docs index"]]);
  });

  test("is awaited by what runs beside it", async () => {
    const made = planner({
      "lib/a-fail.sh": effectTool("a", "fail", [], "exit 2"),
      "lib/b-slow.sh": effectTool("b", "slow", ["side_effects: [creates slow]"], "sleep 0.5; touch slow"),
      "lib/c-never.sh": effectTool("c", "never", []),
    });
    const { error } = await made.json(["run", "a fail", "b slow", "c never", "--jobs", "2"]);
    expect(states(error.detail)).toEqual(["failed", "done", "not_started"]);
    expect(existsSync(join(made.root, "slow"))).toBe(true);
    expect(error.message).toContain("(1 done, 1 not started)");
  });
});

describe("side by side", () => {
  /** Waits until the other has begun, for five seconds at the most. */
  const meeting = (own: string, other: string) =>
    `touch ${own}.begun; for i in $(seq 100); do [ -e ${other}.begun ] && exit 0; sleep 0.05; done; exit 2`;

  test("steps that share nothing meet; with --jobs 1 they do not", async () => {
    const tools = {
      "lib/a-go.sh": effectTool("a", "go", ["side_effects: [writes a.begun]"], meeting("a", "b")),
      "lib/b-go.sh": effectTool("b", "go", ["side_effects: [writes b.begun]"], "touch b.begun"),
    };
    expect((await planner(tools).json(["run", "a go", "b go"])).code).toBe(0);
    const { error } = await planner(tools).json(["run", "a go", "b go", "--jobs", "1"]);
    expect(states(error.detail)).toEqual(["failed", "not_started"]);
  }, 30_000);

  test("steps that write one path never do, however the path is spelled", async () => {
    const body = "[ ! -e busy ] || exit 2; touch busy; sleep 0.2; rm busy";
    const made = planner({
      "lib/a-go.sh": effectTool("a", "go", ["side_effects: ['writes ${OUT}/x']", "env: ['OUT=${PROJECT_ROOT}/out']"], body),
      "lib/b-go.sh": effectTool("b", "go", ["side_effects: [writes other/../out]"], body),
      "lib/c-go.sh": effectTool("c", "go", ["side_effects: ['reads out/*']"], body),
    });
    expect((await made.json(["run", "a go", "b go", "c go", "--jobs", "3"])).code).toBe(0);
    expect(calls(made)).toEqual(["a go", "b go", "c go"]);
  });
});

describe("gates and confirmation are those of a single call:", () => {
  const tools = {
    ...GUIDELINE,
    "lib/build-clean.sh": effectTool("build", "clean", ["side_effects: [deletes build]"], "rm -r build"),
  };

  test("a step that needs a yes stops the plan with exit 3, and runs with --yes, of the plan or of the step", async () => {
    const made = planner(tools);
    const { code, error } = await made.json(["run", "docs index", "build clean"]);
    expect([code, error.code, states(error.detail)]).toEqual([3, "plan_step_needs_user", ["done", "failed"]]);
    expect(error.detail.failed.error.code).toBe("confirmation_required");
    expect(error.fix.at(-1)).toMatch(/^Then run: .* plan run 'build clean'$/);
    expect((await made.json(["run", "docs index", "build clean", "--yes"])).code).toBe(0);
    expect((await made.json(["run", "docs index", "build clean --yes"])).code).toBe(0);
    expect(existsSync(join(made.root, "build"))).toBe(false);
  });
});

describe("a person at a terminal", () => {
  const tools = {
    "lib/a-rm.sh": effectTool("a", "rm", ["side_effects: [deletes a]"]),
    "lib/b-rm.sh": effectTool("b", "rm", ["side_effects: [deletes b]"]),
  };
  const answered = (made: Planner, answers: string) =>
    shell(`printf '${answers}' | script -qec "$WRAPPER plan run 'a rm' 'b rm'" /dev/null`, {
      cwd: made.root,
      env: { ...process.env, WRAPPER: shellQuote(made.wrapper) },
    });

  test("may type the answers to all steps ahead", async () => {
    const made = planner(tools);
    const { code, stdout } = await answered(made, "y\\ny\\n");
    expect([code, stdout.match(/Go on\? \[y\/N\]/g), calls(made)]).toEqual([0, [expect.any(String), expect.any(String)], ["a rm", "b rm"]]);
  });

  test("who refuses a step is not told that nothing was run, when something was", async () => {
    const made = planner(tools);
    const { code, stdout } = await answered(made, "y\\nn\\n");
    expect([code, calls(made)]).toEqual([3, ["a rm"]]);
    expect(stdout).toContain("1 done");
    expect(stdout).not.toContain("Nothing was run");
  });

  test("sees in the dry run which steps will ask", async () => {
    const { stdout } = await planner(tools).plan(["run", "a rm", "b rm", "--dry-run"]);
    expect(stdout).toMatch(/1\. planned .* a rm {3}# asks for a yes; deletes a\n/);
  });
});

test("a step that must not be repeated, and whose creation is there, is left out when the plan runs again", async () => {
  const made = planner({
    "lib/db-create.sh": effectTool("db", "create", ["idempotent: false", "side_effects: [creates db]"], "mkdir db"),
    "lib/db-fill.sh": effectTool("db", "fill", ["preconditions: [db exists]", "side_effects: [writes db]"], "[ -e repaired ]"),
  });
  expect((await made.json(["run", "db create", "db fill"])).code).toBe(2);
  writeFileSync(join(made.root, "repaired"), "");
  const { code, data } = await made.json(["run", "db create", "db fill"]);
  expect([code, states(data)]).toEqual([0, ["holds", "done"]]);
  expect(calls(made)).toEqual(["db create", "db fill", "db fill"]);
});

test("a tool that vanishes between planning and running stops the plan, also where another of its name would be found", async () => {
  const made = planner({
    ...GUIDELINE,
    "lib/docs-index.sh": effectTool(
      "docs",
      "index",
      ["side_effects: [creates build/index]"],
      "mkdir -p build; touch build/index; rm lib/docs-fetch.sh",
    ),
  });
  const { code, error } = await made.json(["run", "docs index", "docs fetch"]);
  expect([code, error.code, states(error.detail)]).toEqual([1, "plan_step_vanished", ["done", "failed"]]);
  expect(error.fix).toEqual([expect.stringMatching(/ plan check 'docs fetch'$/)]);
  expect(calls(made)).toEqual(["docs index"]);
  const own = planner({ "lib/a-go.sh": effectTool("a", "go", [], "rm lib/b-go.sh"), "lib/b-go.sh": effectTool("b", "go", []) });
  const alone = (await own.json(["run", "--jobs", "1", "a go", "b go"])).error;
  expect(alone.code).toBe("plan_step_vanished");
  expect((await shell(alone.fix[0], { cwd: own.root })).stderr).toContain("There is no noun b");
});

test("a tool without declared arguments gets its words; one with them gets them typed; --timeout of a step holds", async () => {
  const made = planner({
    "lib/raw-echo.sh": effectTool("raw", "echo", [], 'printf "<%s>" "$@"').replace("# options: []\n", ""),
    "lib/typed-echo.ts": moduleTool("typed", "echo", "export const run = (args: unknown) => args;", [
      "@option {integer} count - How many.",
      "@arg {string[]} [words] - What.",
    ]),
    "lib/slow-poke.sh": effectTool("slow", "poke", [], "sleep 20"),
  });
  const { data } = await made.json(["run", "raw echo 'a b' --free=1 -- --json", "typed echo --count 3 -- x 'y z'"]);
  expect(data.steps.map((step: { data: unknown }) => step.data)).toEqual([
    "<a b><--free=1><--><--json>",
    { count: 3, words: ["x", "y z"] },
  ]);
  const slow = await made.json(["run", "slow poke --timeout 0.3"]);
  expect(slow.error.detail.failed.error.code).toBe("timeout");
});

test.each([
  ["--jobs", "0", "1 or more"],
  ["--retries", "-1", "0 or more"],
])("%s %s is refused", async (option, value, expected) => {
  const { error } = await planner().json(["run", "docs", "fetch", option, value]);
  expect(error).toMatchObject({ code: "parameter_invalid", message: expect.stringContaining(expected) });
});

test.skipIf(process.getuid?.() !== 0)(
  "in a project that may not be written a plan is shown and checked; a run stops with the refusal told",
  async () => {
    const made = planner({
      ...GUIDELINE,
      "lib/docs-import.sh": effectTool("docs", "import", []),
      "lib/docs-index.sh": effectTool("docs", "index", [
        "preconditions: ['${PROJECT_ROOT} is writable']",
        "side_effects: [creates build/index]",
      ]),
    });
    const stranger = { uid: 65_534, env: { PATH: process.env.PATH } };
    await run("chmod", ["-R", "a+rX,go-w", join(made.root, "..")]);
    const shown = await made.json(["show", "docs", "fetch"], stranger);
    expect([shown.code, shown.data.complete]).toEqual([0, false]);
    expect(shown.data.missing).toMatchObject([{ precondition: "${PROJECT_ROOT} is writable", remedy: { kind: "user" } }]);
    const ran = await made.json(["run", "docs", "fetch"], stranger);
    expect([ran.code, ran.error.code]).toEqual([3, "plan_needs_user"]);
    rmSync(join(made.root, "calls.txt"), { force: true });
  },
);
