import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { bashTool, project, type TestProject } from "../support/project.ts";
import { run } from "../support/run.ts";

/** Hooks as files of the project, run bit and all. */
const HOOKS: Readonly<Record<string, string>> = {
  allow: `#!/bin/sh\necho '{"decision":"allow"}'\n`,
  deny: `#!/bin/sh\necho '{"decision":"deny","reason":"frozen until Monday"}'\n`,
  ask: `#!/bin/sh\necho '{"decision":"ask","reason":"on a Friday"}'\n`,
  slow: `#!/bin/sh\nsleep 600\necho '{"decision":"allow"}'\n`,
  crash: `#!/bin/sh\necho '{"decision":"allow"}'\nkill -SEGV $$\n`,
  code: `#!/bin/sh\necho '{"decision":"allow"}'\nexit 1\n`,
  rubbish: "#!/bin/sh\necho yes\n",
  mute: "#!/bin/sh\ncat > /dev/null\n",
  keys: `#!/bin/sh\ngrep -q sk-1234 && echo '{"decision":"deny","reason":"a key in it"}' || echo '{"decision":"allow"}'\n`,
};

type When = "before" | "after";

function gated(hooks: { [W in When]?: readonly object[] }): TestProject {
  const mark = 'echo ran >> "$PROJECT_ROOT/marker"';
  const home = project({
    "lib/cache-fill.sh": bashTool("cache", "fill", `${mark}; echo filled`, ["side_effects: [creates marker]"]),
    "lib/cache-show.sh": bashTool("cache", "show", `${mark}; echo sk-1234`, ["options: []"]),
    "lib/cache-fail.sh": bashTool("cache", "fail", `${mark}; echo 'it holds sk-1234' >&2; exit 2`, ["options: []"]),
    "niche.json": JSON.stringify({ hooks }),
  });
  for (const [name, text] of Object.entries(HOOKS)) home.write(`hooks/${name}`, text, name === "plain" ? 0o644 : 0o755);
  home.write("hooks/plain", HOOKS.allow as string, 0o644);
  return home;
}

const hook = (name: string, more: object = {}) => ({ command: [`hooks/${name}`], ...more });

async function call(home: TestProject, ...words: readonly string[]) {
  const ran = await run(home.wrapper, [...words, "--json"], { cwd: home.root });
  const marker = join(home.root, "marker");
  const times = existsSync(marker) ? readFileSync(marker, "utf8").trim().split("\n").length : 0;
  return { ...ran, outcome: JSON.parse(ran.stdout), times };
}

describe("h4: a gate hook that gives no answer lets nothing run", () => {
  test.each([
    ["times out", { ...hook("slow"), timeout: 0.5 }, "it gave no answer within 0.5 s"],
    ["crashes behind an allow", hook("crash"), "it ended with SIG"],
    ["leaves with another code behind an allow", hook("code"), "it ended with exit code 1"],
    ["is missing", hook("none"), "hooks/none is no program that may be run here"],
    ["may not be run", hook("plain"), "hooks/plain is no program that may be run here"],
    ["prints rubbish", hook("rubbish"), "its answer is no JSON: yes"],
    ["answers nothing", hook("mute"), "it answered nothing"],
  ])("that %s", async (_, settings, reason) => {
    const home = gated({ before: [settings] });
    for (const words of [
      ["cache", "fill"],
      ["cache", "fill", "--yes"],
      ["cache", "fill", "--dry-run"],
      ["cache", "show"],
    ]) {
      const { code, outcome, times } = await call(home, ...words);
      expect([code, times]).toEqual([3, 0]);
      expect(outcome.error).toMatchObject({
        code: "hook_failed",
        layer: "precondition",
        recoverable: "user-action-required",
        message: expect.stringContaining(reason),
      });
    }
  });

  test("and the reason is in the session's log", async () => {
    const home = gated({ before: ["allow", "rubbish", "allow"].map((name) => hook(name, { match: "local__cache-*" })) });
    const { session } = (await call(home, "session", "start")).outcome.data;
    const env = { ...process.env, NICHE_SESSION: session };
    const { code } = await run(home.wrapper, ["cache", "fill"], { cwd: home.root, env });
    expect(code).toBe(3);
    const folder = join(home.root, "logs/sessions", session);
    const events = readdirSync(folder)
      .filter((name) => name.endsWith(".jsonl"))
      .flatMap((name) => readFileSync(join(folder, name), "utf8").trim().split("\n"))
      .map((line) => JSON.parse(line))
      .filter(({ id, type, call: of }) => of !== undefined && (type === "hook" || id === "local__cache-fill"));
    expect(events.map(({ type }) => type)).toEqual(["intent", "permission", "hook", "hook", "capability.refused", "observation"]);
    expect(events.filter(({ type }) => type === "hook")).toMatchObject([
      { when: "before", command: ["hooks/allow"], decision: "allow" },
      { when: "before", command: ["hooks/rubbish"], decision: "refuse", reason: "failed: its answer is no JSON: yes" },
    ]);
    expect(events[4]).toMatchObject({ stage: "hooks", reason: { code: "hook_failed" } });
    expect(events[5]).toMatchObject({ ok: false, code: "hook_failed" });
  });
});

describe("hooks that answer", () => {
  test("let run by allow, refuse by deny with their reason, and ask a person by ask", async () => {
    expect(await call(gated({ before: [hook("allow")] }), "cache", "fill")).toMatchObject({ code: 0, times: 1 });
    const denied = await call(gated({ before: [hook("allow"), hook("deny")] }), "cache", "fill", "--yes");
    expect(denied).toMatchObject({ code: 3, times: 0, outcome: { error: { code: "hook_refused" } } });
    expect(denied.outcome.error.message).toContain("frozen until Monday");
    const asked = await call(gated({ before: [hook("ask")] }), "cache", "fill", "--yes");
    expect(asked).toMatchObject({ code: 3, times: 0, outcome: { error: { code: "approval_required" } } });
    expect(asked.outcome.error.message).toContain("on a Friday");
  });

  test("are asked about the calls that match names, and no others", async () => {
    const home = gated({ before: [{ ...hook("deny"), match: "local__cache-fi*" }] });
    expect(await call(home, "cache", "fill")).toMatchObject({ code: 3, times: 0 });
    expect(await call(home, "cache", "show")).toMatchObject({ code: 0, times: 1 });
  });

  test("also stand before what a tool calls", async () => {
    const home = gated({ before: [{ ...hook("deny"), match: "local__cache-fill" }] });
    const called = await call(home, "capability", "call", "--id", "local__cache-fill", "--input", "{}");
    expect(called.times).toBe(0);
    expect(called.stdout).toContain("hook_refused");
  });
});

describe("after hooks", () => {
  test("withhold a result, and say that the call has run", async () => {
    for (const [name, code] of [
      ["keys", "hook_refused_after"],
      ["mute", "hook_failed_after"],
      ["none", "hook_failed_after"],
    ] as const) {
      const { code: exit, stdout, outcome, times } = await call(gated({ after: [hook(name)] }), "cache", "show");
      expect([exit, outcome.error.code, times]).toEqual([3, code, 1]);
      expect(stdout).not.toContain("sk-1234");
      expect(outcome.error.fix[0]).toMatch(/^Do not run it again/);
    }
    expect((await call(gated({ after: [hook("keys")] }), "cache", "fill")).outcome.data).toContain("filled");
  });

  test("withhold it from a text result too, of which nothing has gone out before", async () => {
    const home = gated({ after: [hook("keys")] });
    const { code, stdout } = await run(home.wrapper, ["cache", "show"], { cwd: home.root });
    expect([code, stdout]).toEqual([3, ""]);
    expect((await run(home.wrapper, ["cache", "fill"], { cwd: home.root })).stdout).toBe("filled\n");
  });

  test("are told of a failure, whose words they withhold as well", async () => {
    const { stdout, outcome } = await call(gated({ after: [hook("keys")] }), "cache", "fail");
    expect(outcome.error.code).toBe("hook_refused_after");
    expect(stdout).not.toContain("sk-1234");
  });
});
