import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { hooksStage } from "../../../dispatcher/pipeline/hooks-stage.ts";
import type { ToolError } from "../../../registry/error/tool-error.ts";
import type { HookSettings } from "../../../registry/project/project.ts";
import type { Outcome } from "../../../registry/tool-context.ts";
import { project, type TestProject } from "../../support/project.ts";
import { fakeCall } from "./fake-call.ts";

let home: TestProject;
beforeEach(() => {
  home = project();
});

function says(answer: object | string, name = "hook"): HookSettings {
  home.write("hooks/answer", '#!/bin/sh\ncat > "told-$1"\nprintf %s "$2"\n', 0o755);
  return { command: ["hooks/answer", name, typeof answer === "string" ? answer : JSON.stringify(answer)] };
}

const told = (name = "hook") => JSON.parse(readFileSync(join(home.root, `told-${name}`), "utf8"));

async function stage(hooks: readonly HookSettings[], about: Parameters<typeof fakeCall>[1] = {}, outcome?: Outcome) {
  const { call, kind, governance, record, asked } = fakeCall(home.root, about);
  const when = outcome === undefined ? "before" : "after";
  const came = await hooksStage(when, hooks, { call, kind, governance, callId: "c1", record, outcome }).then(
    (ready) => ({ ready, error: undefined }),
    (error: ToolError) => ({ ready: undefined, error }),
  );
  return { ...came, ...asked };
}

const OUTCOME: Outcome = {
  ok: true,
  tool: "docs fetch",
  data: { secret: 1 },
  next: [],
  meta: { duration_ms: 1, dry_run: false, truncated: null, warnings: [] },
};

describe("the hooks of a call", () => {
  it("are told who calls what, and are recorded", async () => {
    const { ready, events } = await stage([says({ decision: "allow", reason: "fine" })], { input: { url: "x", token: "sk-1" } });
    expect(ready?.yes).toBe(false);
    expect(told()).toEqual({
      hook: "before",
      id: "local__docs-fetch",
      kind: "tool",
      call: "c1",
      input: { url: "x", token: "sk-1" },
      words: null,
      dry_run: false,
      mode: "auto",
      channel: "cli",
      session: "s1",
      turn: "t1",
      cwd: home.root,
      project_root: home.root,
    });
    expect(events).toEqual([
      {
        type: "hook",
        turnId: "t1",
        call: "c1",
        when: "before",
        command: expect.arrayContaining(["hooks/answer"]),
        decision: "allow",
        reason: "fine",
        duration_ms: expect.any(Number),
      },
    ]);
  });

  it("have an environment as tools have, without what nobody declared", async () => {
    home.write("hooks/env", '#!/bin/sh\nenv > around\necho \'{"decision":"allow"}\'\n', 0o755);
    await stage([{ command: ["hooks/env"] }]);
    const around = readFileSync(join(home.root, "around"), "utf8");
    expect(around).toContain(`PROJECT_ROOT=${home.root}\n`);
    expect(around).toContain("SUBJECT_COMMAND=bin/acme\n");
    expect(around).not.toContain("SECRET");
  });

  it("are those whose match is, or may be, about the call", async () => {
    const match = (rule: string, name: string) => ({ ...says({ decision: "allow" }, name), match: rule });
    await stage(
      [
        match("local__docs-*", "glob"),
        match("local__docs-fetch(url:*evil*)", "scoped"),
        match("local__docs-fetch(url:*good*)", "other"),
        match("skill__*", "skill"),
      ],
      { input: { url: "an evil place" } },
    );
    expect(["glob", "scoped", "other", "skill"].filter((name) => existsSync(join(home.root, `told-${name}`)))).toEqual(["glob", "scoped"]);
  });

  it("refuse by deny, with their reason, and recorded so", async () => {
    const { error, events } = await stage([says({ decision: "deny", reason: "frozen" }), says({ decision: "allow" }, "second")]);
    expect(error).toMatchObject({ code: "hook_refused", layer: "precondition", recoverable: "user-action-required" });
    expect(error?.message).toMatch(/^docs fetch was refused by the hook hooks\/answer .*: frozen$/);
    expect(events).toMatchObject([{ type: "hook", decision: "refuse", reason: "frozen" }]);
    expect(existsSync(join(home.root, "told-second"))).toBe(false);
  });

  it("refuse by failing, and it is told what to mend", async () => {
    const { error, events } = await stage([says("yes!")]);
    expect(error).toMatchObject({
      code: "hook_failed",
      recoverable: "user-action-required",
      fix: [expect.stringMatching(/^Ask the user to repair the hook hooks\/answer hook 'yes!', which stands under hooks\.before/)],
    });
    expect(events).toMatchObject([{ decision: "refuse", reason: "failed: its answer is no JSON: yes!" }]);
  });

  it("make a person decide by ask, once for all of them, and a refusal behind it still refuses", async () => {
    const asks = [says({ decision: "ask", reason: "on a Friday" }), says({ decision: "ask", reason: "big" }, "second")];
    const yes = await stage(asks, { answer: true, row: "writes" });
    expect(yes).toMatchObject({ ready: { yes: true }, questions: { length: 1 } });
    expect(yes.questions[0]).toContain("on a Friday");
    expect(yes.questions[0]).toContain("big");
    expect(yes.events.map((event) => "decision" in event && event.decision)).toEqual(["ask", "ask", "approved"]);
    expect((await stage(asks, { answer: false })).error?.code).toBe("approval_refused");
    expect((await stage(asks, { call: { yes: true } })).error?.code).toBe("approval_required");
    const refused = await stage([...asks, says({ decision: "deny" }, "third")], { answer: true });
    expect(refused).toMatchObject({ error: { code: "hook_refused" }, questions: [] });
  });

  it("ask nobody about a dry run, which is warned of it", async () => {
    const { ready, questions, warnings } = await stage([says({ decision: "ask", reason: "big" })], { call: { dryRun: true } });
    expect([ready?.dryRun, questions]).toEqual([true, []]);
    expect(warnings).toEqual([expect.stringMatching(/will need a person's yes: .*big$/)]);
  });

  it("withhold a result after the call, of which it is said that it has run", async () => {
    const { error } = await stage([says({ decision: "deny", reason: "a key in it" })], {}, OUTCOME);
    expect(told()).toMatchObject({ hook: "after", outcome: OUTCOME });
    expect(error).toMatchObject({ code: "hook_refused_after", fix: [expect.stringMatching(/^Do not run it again/)] });
    expect((await stage([says("")], {}, OUTCOME)).error).toMatchObject({ code: "hook_failed_after", recoverable: "user-action-required" });
    expect((await stage([says({ decision: "allow" })], {}, OUTCOME)).ready).toBeDefined();
  });

  it("are not asked again by what a hook itself calls", async () => {
    const inside = { project: { root: home.root, command: "bin/acme", env: { NICHE_HOOK: "1" } } } as never;
    const { error } = await stage([says({ decision: "allow" })], { call: inside });
    expect(error).toMatchObject({ code: "hook_failed", message: expect.stringContaining("a hook called") });
    expect((await stage([{ ...says({ decision: "allow" }), match: "skill__*" }], { call: inside })).ready).toBeDefined();
  });
});
