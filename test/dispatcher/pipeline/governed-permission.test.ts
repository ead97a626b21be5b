import { describe, expect, it } from "vitest";
import { governedPermission } from "../../../dispatcher/pipeline/governed-permission.ts";
import type { EffectRow } from "../../../registry/catalog/descriptor.ts";
import type { ToolError } from "../../../registry/error/tool-error.ts";
import type { PermissionMode } from "../../../registry/permission/mode.ts";
import { NO_RULES } from "../../../registry/permission/rules.ts";
import { scratch } from "../../support/project.ts";
import { fakeCall } from "./fake-call.ts";

type About = NonNullable<Parameters<typeof fakeCall>[1]>;

/** What the gate came to: `runs`, with a yes or without; `dry`; or the error's code. */
async function gate(about: About) {
  const { call, kind, governance, audit, asked } = fakeCall(scratch(), about);
  const result = await governedPermission(call, kind, kind.effects(call), governance, audit).then(
    (permitted) => ({ came: permitted.asks ? "dry" : permitted.call.yes ? "yes" : "runs", error: undefined }),
    (error: ToolError) => ({ came: error.code, error }),
  );
  const decisions = asked.events.map((event) => (event.type === "permission" ? event.decision : event.type));
  return { ...result, ...asked, decisions };
}

const inMode = (mode: PermissionMode, row: EffectRow, more: About = {}) => gate({ ...more, row, governance: { mode, ...more.governance } });

describe("the permission gate of a governed call", () => {
  it("runs what the mode lets run, asks nobody, and records why", async () => {
    const { came, events, questions } = await inMode("auto", "writes");
    expect([came, questions]).toEqual(["runs", []]);
    expect(events).toEqual([
      {
        type: "permission",
        turnId: "t1",
        call: "c1",
        id: "local__docs-fetch",
        mode: "auto",
        decision: "runs",
        reason: { code: "mode", text: "it writes, in the mode auto", evidence: "auto" },
      },
    ]);
  });

  it("refuses what the mode or a rule refuses, to a yes and to a dry run as well", async () => {
    for (const call of [{}, { yes: true }, { dryRun: true }]) {
      const { came, error, questions, decisions } = await inMode("read-only", "writes", { answer: true, call });
      expect([came, questions, decisions]).toEqual(["not_permitted", [], ["refused"]]);
      expect(error).toMatchObject({ recoverable: "user-action-required", detail: { reason: { code: "mode" } } });
    }
    const rules = { ...NO_RULES, deny: ["local__docs-fetch(url:*evil*)"] };
    const denied = await inMode("auto", "reads", { input: { url: "an evil place" }, governance: { rules } });
    expect(denied.error).toMatchObject({ code: "not_permitted", detail: { rule: { kind: "deny", rule: rules.deny[0] } } });
    expect((await inMode("auto", "reads", { input: { url: "a good place" }, governance: { rules } })).came).toBe("runs");
  });

  it("asks a person where mode or rule say ask, whom `--yes` does not stand for", async () => {
    const rules = { ...NO_RULES, ask: ["local__docs-fetch"] };
    for (const asking of [{ mode: "ask" as const }, { rules }]) {
      const about = { row: "writes" as const, governance: asking, call: { yes: true } };
      expect(await gate({ ...about, answer: true })).toMatchObject({ came: "yes", questions: { length: 1 }, decisions: ["approved"] });
      expect(await gate({ ...about, answer: false })).toMatchObject({ came: "approval_refused", decisions: ["declined"] });
      expect(await gate({ ...about, answer: undefined })).toMatchObject({ came: "approval_required", decisions: ["refused"] });
    }
  });

  it("tells who could approve, and by which line, where nobody can be asked", async () => {
    const { error } = await inMode("ask", "writes");
    expect(error).toMatchObject({
      recoverable: "user-action-required",
      message: "docs fetch needs a person's approval: it writes, in the mode ask",
      fix: ["Ask the user to approve it, by running it in a terminal: bin/acme docs fetch --url x"],
    });
  });

  it("confirms by `--yes` or a person's", async () => {
    expect(await inMode("auto", "deletes", { call: { yes: true } })).toMatchObject({
      came: "yes",
      questions: [],
      decisions: ["confirmed"],
    });
    expect(await inMode("auto", "deletes", { answer: true })).toMatchObject({ came: "yes", decisions: ["confirmed"] });
    expect(await inMode("auto", "deletes", { answer: false })).toMatchObject({ came: "confirmation_refused", decisions: ["declined"] });
    expect(await inMode("auto", "deletes")).toMatchObject({ came: "confirmation_required", decisions: ["refused"] });
  });

  it("asks nobody about a dry run, and tells that the call itself would", async () => {
    for (const mode of ["ask", "auto"] as const) {
      const dry = await inMode(mode, "deletes", { answer: true, call: { dryRun: true } });
      expect(dry).toMatchObject({ came: "dry", questions: [], decisions: ["runs"] });
    }
    expect(await inMode("auto", "writes", { call: { dryRun: true } })).toMatchObject({ came: "runs" });
  });

  it("asks a person before what grants rights is changed, whatever the mode and `--yes`", async () => {
    const about = { input: { path: "niche.json" }, parameters: [{ name: "path", type: "path" }], call: { yes: true } };
    const { came, questions } = await inMode("auto", "writes", { ...about, answer: false });
    expect([came, questions.length]).toEqual(["approval_refused", 1]);
    const hooks = { before: [{ command: ["./ci/gate.sh"] }] };
    expect((await inMode("auto", "writes", { ...about, input: { path: "ci/gate.sh" }, governance: { hooks } })).came).toBe(
      "approval_required",
    );
    expect((await inMode("auto", "writes", { ...about, input: { path: "bin/acme" } })).came).toBe("approval_required");
    expect((await inMode("auto", "writes", { ...about, input: { path: "src/a.ts" } })).came).toBe("yes");
  });

  it("shows a person what is asked: the call with its input, its effect and why", async () => {
    const input = { path: "a.md", text: `${"x".repeat(5000)}\u001b[2J\u202e` };
    const { questions } = await inMode("ask", "writes", { input, answer: true });
    expect(questions[0]).toMatch(/^docs fetch \{"path":"a\.md","text":"x{100} … \d+ more characters … x+/);
    expect(questions[0]).toMatch(/: writes docs\/\. Asked because it writes, in the mode ask\. Go on\?$/);
    expect(questions[0]).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    const { questions: ofWords } = await inMode("ask", "writes", { words: ["rm", "-rf"], answer: true });
    expect(ofWords[0]).toMatch(/^docs fetch \["rm","-rf"\]/);
  });
});
