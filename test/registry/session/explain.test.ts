import { describe, expect, test } from "vitest";
import type { CapabilityCard } from "../../../registry/catalog/descriptor.ts";
import type { Reason, VisibleSet } from "../../../registry/discovery/visible-set.ts";
import type { LoggedEvent, SessionEvent } from "../../../registry/session/event.ts";
import { type Attribution, explainCapability, type SnapshotFacts } from "../../../registry/session/explain.ts";
import { intentEvent, observationEvent, searchEvent } from "./session-folder.ts";
import { turnStart } from "./turn-start.ts";

const ID = "local__docs-fetch";

function log(...events: readonly SessionEvent[]): LoggedEvent[] {
  return events.map((event, index) => ({ ...event, seq: index + 1, time: index, writer: "w", prev: "" }));
}

function explain(events: readonly SessionEvent[], snapshot?: SnapshotFacts): Attribution {
  const found = explainCapability(log(...events), "t1", ID, snapshot);
  if (found === undefined) throw new Error("no such turn");
  return found;
}

function card(summary: string): CapabilityCard {
  return {
    id: ID,
    kind: "tool",
    title: "docs fetch",
    summary,
    source: { type: "local", name: "local" },
    risk: "low",
    row: "reads",
    effects: [],
    tokens: { index: 10, full: 100 },
    digest: "d",
  };
}

function decided(verdict: { visible?: Reason; refused?: Reason; gated?: boolean }): VisibleSet {
  const { visible, refused, gated = false } = verdict;
  return {
    members:
      visible === undefined ? [] : [{ id: ID, kind: "tool", projection: "full", reason: visible, score: 1, tokens: 10, call: "runs" }],
    refusals: refused === undefined ? [] : [{ id: ID, reason: refused, gated }],
    budget: { limit: 1500, used: 10 },
  };
}

const NO_SIGNAL: Reason = { code: "no_signal", text: "nothing in this turn speaks for it" };

function permission(call: string, mode: string, decision: "runs" | "refused", code = "table", id = ID): SessionEvent {
  return { type: "permission", turnId: "t1", call, id, mode, decision, reason: { code, text: `because of ${code}` } };
}

function refused(call: string, stage: "visibility" | "permission" | "validate" | "precondition", code: string, id = ID): SessionEvent[] {
  const extra = { turnId: "t1", invalid: stage === "validate" };
  return [
    { type: "capability.refused", turnId: "t1", call, id, stage, reason: { code, text: `refused for ${code}` } },
    observationEvent(call, id, code, extra),
  ];
}

const inTurn = { turnId: "t1" };
const intent = (call: string, id = ID) => intentEvent(call, id, {}, "t1");

describe("each of the seven causes is told from what was recorded, with its lines", () => {
  test("chosen wrongly: it was in sight, and another was called that did not do", () => {
    expect(
      explain([turnStart("t1", [ID, "local__x"]), intent("c", "local__x"), observationEvent("c", "local__x", "tool_error", inTurn)]),
    ).toMatchObject({
      cause: "chosen_wrongly",
      visible: true,
      evidence: [{ line: "w:1" }, { line: "w:3", text: expect.stringContaining("tool_error") }],
    });
  });

  test("failed: it was called, and its call failed at its work", () => {
    expect(explain([turnStart("t1", [ID]), intent("c"), observationEvent("c", ID, "tool_error", inTurn)])).toMatchObject({
      cause: "failed",
      evidence: [{ line: "w:3", text: expect.stringContaining("tool_error") }],
    });
  });

  test("should not have been visible: it was shown, and a gate refuses it", () => {
    const mode: Reason = { code: "mode", text: "it writes: not visible in mode read-only" };
    expect(
      explain([turnStart("t1", [ID], { permissionMode: "read-only" })], {
        card: card("Fetch."),
        decided: decided({ refused: mode, gated: true }),
      }),
    ).toMatchObject({ cause: "should_not_be_visible", reason: mode, evidence: [{ line: "w:1" }] });
    // Also without the snapshot, by what the permission gate said in the same mode.
    expect(
      explain([
        turnStart("t1", [ID]),
        intent("c"),
        permission("c", "auto", "refused", "mode"),
        ...refused("c", "permission", "not_permitted"),
      ]),
    ).toMatchObject({ cause: "should_not_be_visible", evidence: [{ line: "w:1" }, { line: "w:3" }] });
  });

  test("not found: its words say what was asked for, and no search brought it up", () => {
    expect(
      explain([turnStart("t1", [], { userGoal: "look into the documents" }), searchEvent("find documents", ["local__x"], "t1")], {
        card: card("Fetch the document that matches."),
        decided: decided({ refused: NO_SIGNAL }),
      }),
    ).toMatchObject({
      cause: "not_found",
      visible: false,
      text: expect.stringContaining("document"),
      evidence: [{ line: "w:1" }, { line: "w:2" }],
    });
  });

  test("description too weak: nothing in its words says what was asked for", () => {
    expect(
      explain([turnStart("t1", [], { userGoal: "read the handbook" }), searchEvent("handbook", [], "t1")], {
        card: card("Fetch Markdown by keyword."),
        decided: decided({ refused: NO_SIGNAL }),
      }),
    ).toMatchObject({ cause: "description_weak", evidence: [{ line: "w:1" }, { line: "w:2" }] });
  });

  test("server gone stale: its call found it gone or another than the turn believed", () => {
    expect(explain([turnStart("t1", [ID]), intent("c"), observationEvent("c", ID, "capability_changed", inTurn)])).toMatchObject({
      cause: "source_stale",
      evidence: [{ line: "w:3", text: expect.stringContaining("capability_changed") }],
    });
  });

  test("mode not refreshed: its call was judged in another mode than the turn was computed in", () => {
    expect(
      explain([
        turnStart("t1", [ID]),
        intent("c"),
        permission("c", "read-only", "refused", "mode"),
        ...refused("c", "permission", "not_permitted"),
      ]),
    ).toMatchObject({
      cause: "mode_stale",
      text: expect.stringMatching(/mode auto.*mode read-only/),
      evidence: [{ line: "w:1" }, { line: "w:3" }],
    });
  });
});

const diff = (turnId: string, part: Partial<Extract<SessionEvent, { type: "capability.diff" }>>): SessionEvent => ({
  type: "capability.diff",
  turnId,
  added: [],
  removed: [],
  changed: [],
  policyInputs: turnStart(turnId, []).input,
  ...part,
});

describe("the causes have more than one sign", () => {
  test("a call whose process ended before it did has failed", () => {
    expect(explain([turnStart("t1", [ID]), intent("c")])).toMatchObject({ cause: "failed", text: expect.stringContaining("ended") });
  });

  test("a call that a precondition refused has failed, a call that a rule refused has not", () => {
    expect(explain([turnStart("t1", [ID]), intent("c"), ...refused("c", "precondition", "precondition_failed")]).cause).toBe("failed");
    const denied = [
      turnStart("t1", [ID]),
      intent("c"),
      permission("c", "auto", "refused", "rule"),
      ...refused("c", "permission", "not_permitted"),
    ];
    expect(explain(denied)).toMatchObject({ cause: "all_right", text: expect.stringContaining("as the settings say") });
  });

  test("a call with what it does not take speaks against its description", () => {
    expect(explain([turnStart("t1", [ID]), intent("c"), ...refused("c", "validate", "arguments_invalid")]).cause).toBe("description_weak");
  });

  test("a hit far behind others speaks against its description, a near one is evidence for the next turn", () => {
    const others = Array.from({ length: 6 }, (_, index) => `local__${index}`);
    expect(explain([turnStart("t1", []), searchEvent("q", [...others, ID], "t1")]).cause).toBe("description_weak");
    expect(explain([turnStart("t1", []), searchEvent("q", [ID], "t1"), turnStart("t2", [ID])])).toMatchObject({
      cause: "all_right",
      evidence: [{ line: "w:2" }, { line: "w:3", text: "the next turn shows it" }],
    });
  });

  test("a source that does not answer is stale, and so is one that had gone when the call failed", () => {
    const down: Reason = { code: "source_down", text: "its source local does not answer", evidence: "local" };
    expect(explain([turnStart("t1", [])], { card: card("x"), decided: decided({ refused: down, gated: true }) }).cause).toBe(
      "source_stale",
    );
    expect(explain([turnStart("t1", []), diff("t1", { removed: [{ id: ID, reason: down }] })]).cause).toBe("source_stale");
    const call = [turnStart("t1", [ID]), intent("c"), observationEvent("c", ID, "tool_error", inTurn), turnStart("t2", [])];
    expect(explain([...call, diff("t2", { removed: [{ id: ID, reason: down }] })])).toMatchObject({
      cause: "source_stale",
      evidence: [{ line: "w:3" }, { line: "w:5" }],
    });
    const worked = [turnStart("t1", [ID]), intent("c"), observationEvent("c", ID, null, inTurn), turnStart("t2", [])];
    expect(explain([...worked, diff("t2", { removed: [{ id: ID, reason: down }] })]).cause).toBe("all_right");
  });

  test("a mode that hid it while calls were judged in a looser one was not refreshed", () => {
    const mode: Reason = { code: "mode", text: "it writes: not visible in mode read-only" };
    const events = [
      turnStart("t1", [], { permissionMode: "read-only" }),
      intent("c", "local__x"),
      permission("c", "auto", "runs", "table", "local__x"),
    ];
    const snapshot = { card: card("x"), decided: decided({ refused: mode, gated: true }) };
    expect(explain(events, snapshot).cause).toBe("mode_stale");
    expect(explain(events.slice(0, 1), snapshot)).toMatchObject({ cause: "all_right", reason: mode });
  });

  test("what ran without having been in sight should not have been", () => {
    expect(explain([turnStart("t1", []), intent("c"), observationEvent("c", ID, null, inTurn)]).cause).toBe("should_not_be_visible");
  });

  test("what no catalog had was not found", () => {
    expect(explain([turnStart("t1", [])], { card: undefined, decided: decided({}) })).toMatchObject({
      cause: "not_found",
      text: expect.stringContaining("not in the catalog"),
    });
  });
});

describe("where nothing was amiss it says why it was there, or was not", () => {
  const path: Reason = { code: "path", text: "packages/ui was touched and matches packages/ui/**", evidence: "packages/ui" };

  test("called, and it succeeded: with the reason of the turn that brought it into sight", () => {
    const events = [
      turnStart("t0", [ID]),
      diff("t0", { added: [{ id: ID, reason: path }] }),
      turnStart("t1", [ID]),
      intent("c"),
      observationEvent("c", ID, null, inTurn),
    ];
    expect(explain(events)).toMatchObject({ cause: "all_right", visible: true, reason: path, text: expect.stringContaining(path.text) });
  });

  test("in sight and not needed; not in sight and nothing asked for it; left out for want of room", () => {
    expect(explain([turnStart("t1", [ID])], { card: card("x"), decided: decided({ visible: path }) })).toMatchObject({
      cause: "all_right",
      reason: path,
    });
    expect(explain([turnStart("t1", [])], { card: card("x"), decided: decided({ refused: NO_SIGNAL }) }).cause).toBe("all_right");
    const budget: Reason = { code: "over_budget", text: "it costs 100 tokens, and 10 of 1500 are left" };
    const full = explain([turnStart("t1", [], { userGoal: "documents" })], { card: card("x"), decided: decided({ refused: budget }) });
    expect(full).toMatchObject({ cause: "all_right", reason: budget });
  });

  test("a turn that was never recorded has no explanation", () => {
    expect(explainCapability(log(turnStart("t1", [])), "t9", ID)).toBeUndefined();
  });
});
