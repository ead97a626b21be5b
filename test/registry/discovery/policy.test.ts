import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { SourceState } from "../../../registry/catalog/catalog.ts";
import type { CapabilityCard } from "../../../registry/catalog/descriptor.ts";
import type { DiscoveryInput, PolicySettings } from "../../../registry/discovery/discovery-input.ts";
import { decideVisible } from "../../../registry/discovery/policy.ts";
import { DEFAULT_IDS } from "../../../registry/discovery/well-known.ts";
import { NO_RULES } from "../../../registry/permission/rules.ts";
import { card } from "./cards.ts";

const SOURCES: readonly SourceState[] = [
  { source: { type: "local", name: "local" }, state: "ready" },
  { source: { type: "project", name: "project" }, state: "ready" },
];
const INPUT: DiscoveryInput = {
  userGoal: "",
  cwd: "",
  projectType: [],
  touchedPaths: [],
  permissionMode: "ask",
  contextBudgetRemaining: 100_000,
  connectedServers: ["local", "project"],
  loaded: [],
  recentFailures: [],
  found: [],
};
const SETTINGS: PolicySettings = { rules: NO_RULES, pinned: [], turnTokens: 1500, channel: "library" };

const decide = (cards: readonly CapabilityCard[], input: Partial<DiscoveryInput> = {}, settings: Partial<PolicySettings> = {}) =>
  decideVisible(cards, SOURCES, { ...INPUT, ...input }, { ...SETTINGS, ...settings });
const reasonOf = (set: ReturnType<typeof decide>, id: string) =>
  set.members.find((one) => one.id === id)?.reason.code ?? `not: ${set.refusals.find((one) => one.id === id)?.reason.code}`;

const failure = { id: "local__a-a", code: "tests_failed", input: "1", invalid: false, times: 1, paths: [] };

describe("every signal of the input matters", () => {
  const widget = card("local__widget-paint", { summary: "Paint a widget.", match: { paths: ["packages/ui/**"], keywords: [] } });
  const other = card("local__other-thing");

  test("userGoal: what its words name is shown", () => {
    expect(reasonOf(decide([widget, other]), widget.id)).toBe("not: no_signal");
    expect(reasonOf(decide([widget, other], { userGoal: "paint it" }), widget.id)).toBe("goal");
    expect(reasonOf(decide([widget, other], { userGoal: "paint it" }), other.id)).toBe("not: no_signal");
  });

  test("touchedPaths: what belongs to a touched file is shown, with the path as its reason", () => {
    const set = decide([widget], { touchedPaths: ["packages/ui/a/button.ts"] });
    expect(set.members[0]?.reason).toMatchObject({ code: "path", evidence: "packages/ui/a/button.ts" });
    expect(reasonOf(decide([widget], { touchedPaths: ["packages/api/x.ts"] }), widget.id)).toBe("not: no_signal");
  });

  test("cwd: what belongs to the folder that the caller stands in is shown", () => {
    expect(reasonOf(decide([widget], { cwd: "packages/ui" }), widget.id)).toBe("path");
    expect(reasonOf(decide([widget], { cwd: "packages/api" }), widget.id)).toBe("not: no_signal");
  });

  test("recentFailures: what belongs to a path that a failure names is shown, with that path as its reason", () => {
    const set = decide([widget], { recentFailures: [{ ...failure, paths: ["packages/ui/button.test.ts"] }] });
    expect(set.members[0]?.reason).toMatchObject({ code: "path", evidence: "packages/ui/button.test.ts" });
  });

  test("recentFailures: the same invalid call three times lowers its tool", () => {
    const [search] = DEFAULT_IDS as [string];
    const invalid = (times: number) => [{ ...failure, id: search, code: "parameter_invalid", invalid: true, times }];
    expect(reasonOf(decide([card(search)], { recentFailures: invalid(2) }), search)).toBe("default");
    expect(reasonOf(decide([card(search)], { recentFailures: invalid(3) }), search)).toBe("not: invalid_calls");
  });

  test("projectType: what is made for another kind of project is not shown", () => {
    const pip = card("local__deps-audit", { summary: "Audit dependencies.", match: { paths: [], keywords: ["python"] } });
    expect(reasonOf(decide([pip], { userGoal: "audit", projectType: ["python"] }), pip.id)).toBe("goal");
    expect(reasonOf(decide([pip], { userGoal: "audit", projectType: ["rust"] }), pip.id)).not.toBe("goal");
  });

  test("permissionMode: what the mode refuses is closed, and named as such", () => {
    const writer = card("local__file-edit", { row: "writes", risk: "medium" });
    const shown = { userGoal: "file edit" };
    expect(decide([writer], { ...shown, permissionMode: "ask" }).members[0]).toMatchObject({ id: writer.id, call: "asks" });
    expect(decide([writer], { ...shown, permissionMode: "auto" }).members[0]).toMatchObject({ call: "runs" });
    expect(decide([writer], { ...shown, permissionMode: "read-only" }).refusals).toMatchObject([{ gated: true, reason: { code: "mode" } }]);
  });

  test("contextBudgetRemaining: where little is left, little is shown", () => {
    const cards = DEFAULT_IDS.map((id) => card(id));
    expect(decide(cards).budget).toEqual({ limit: 1500, used: 100 * cards.length });
    const little = decide(cards, { contextBudgetRemaining: 3_500 });
    expect(little.budget).toEqual({ limit: 350, used: 340 });
    expect(little.members.map(({ projection }) => projection)).toEqual(["full", "full", "full", "index", "index"]);
    expect(little.refusals.map(({ reason }) => reason.code)).toEqual(["over_budget", "over_budget"]);
    expect(little.refusals.length + little.members.length).toBe(cards.length);
  });

  test("what stands as a line brings the tool that calls it, and a skill's line does not", () => {
    const caller = card("local__capability-call");
    const resource = card("resource__wiki__handbook", { summary: "The handbook." });
    const skill = card("skill__handbook", { summary: "The handbook." });
    expect(reasonOf(decide([caller, resource], { userGoal: "handbook" }), caller.id)).toBe("calls_lines");
    expect(reasonOf(decide([caller, skill], { userGoal: "handbook" }), caller.id)).toBe("not: no_signal");
  });

  test("connectedServers: what a source has that does not answer is closed", () => {
    expect(reasonOf(decide([widget], { userGoal: "paint", connectedServers: ["project"] }), widget.id)).toBe("not: source_down");
  });

  test("loaded: a loaded skill stays, and what it proposes comes", () => {
    const skill = card("skill__test-fix", { execution: { mode: "inline", allowedTools: ["Edit", "local__other-thing"] } });
    const edit = card("local__file-edit", { row: "writes", risk: "medium" });
    const loaded = [{ id: skill.id, digest: skill.digest }];
    expect(reasonOf(decide([skill, edit, other]), edit.id)).toBe("not: no_signal");
    const set = decide([skill, edit, other], { loaded });
    expect([reasonOf(set, skill.id), reasonOf(set, edit.id), reasonOf(set, other.id)]).toEqual(["loaded", "proposed", "proposed"]);
    const changed = decide([skill], { loaded: [{ id: skill.id, digest: "another" }] });
    expect(reasonOf(changed, skill.id)).toBe("loaded_changed");
  });

  test("loaded: a proposal grants nothing that the mode refuses", () => {
    const skill = card("skill__test-fix", { execution: { mode: "inline", allowedTools: ["Edit"] } });
    const edit = card("local__file-edit", { row: "writes", risk: "medium" });
    const set = decide([skill, edit], { loaded: [{ id: skill.id, digest: skill.digest }], permissionMode: "read-only" });
    expect(reasonOf(set, edit.id)).toBe("not: mode");
  });

  test("found: what a search brought up is shown, and closed all the same where a gate closes it", () => {
    const found = [{ id: other.id, query: "thing", rank: 1 }];
    expect(decide([other], { found }).members[0]?.reason).toMatchObject({ code: "found", evidence: "thing" });
    expect(reasonOf(decide([other], { found }, { rules: { ...NO_RULES, deny: ["local__other-*"] } }), other.id)).toBe("not: denied");
  });
});

describe("settings", () => {
  test("a bare deny takes out of sight, a pin shows, an allow rule opens what reaches outside", () => {
    const outside = card("local__deploy-push", { row: "outside", risk: "high" });
    expect(reasonOf(decide([outside], { userGoal: "deploy push" }), outside.id)).toBe("not: mode");
    const allowed = decide([outside], { userGoal: "deploy push" }, { rules: { ...NO_RULES, allow: ["local__deploy-push"] } });
    expect(allowed.members[0]).toMatchObject({ id: outside.id, call: "asks" });
    expect(reasonOf(decide([card("local__a-b")], {}, { pinned: ["local__a-b"] }), "local__a-b")).toBe("pinned");
  });

  test("at the CLI the project's own tool counts as allowed", () => {
    const outside = card("local__deploy-push", { row: "outside", risk: "high" });
    const set = decide([outside], { userGoal: "deploy push", permissionMode: "auto" }, { channel: "cli" });
    expect(set.members[0]).toMatchObject({ call: "confirms" });
  });
});

describe("for any catalog and input", () => {
  const rows = fc.constantFrom("reads", "network-read", "writes", "deletes", "outside");
  const cards = fc.uniqueArray(
    fc.record({
      id: fc.stringMatching(/^(local|skill|resource)__[a-z]{1,6}-[a-z]{1,6}$/),
      row: rows,
      risk: fc.constantFrom("low", "medium", "high"),
      tokens: fc.record({ index: fc.integer({ min: 1, max: 60 }), full: fc.integer({ min: 60, max: 900 }) }),
      summary: fc.stringMatching(/^[a-e]{1,3}( [a-e]{1,3}){0,5}$/),
    }),
    { selector: ({ id }) => id, maxLength: 30 },
  );
  const inputs = fc.record({
    userGoal: fc.stringMatching(/^[a-e]{1,3}( [a-e]{1,3}){0,3}$/),
    permissionMode: fc.constantFrom("read-only", "ask", "auto"),
    contextBudgetRemaining: fc.integer({ min: 0, max: 40_000 }),
  });
  const made = (some: readonly Record<string, unknown>[]) => some.map((one) => card(one.id as string, one as Partial<CapabilityCard>));

  test("everything is a member or refused, with a reason, once; the budget is kept", () => {
    fc.assert(
      fc.property(cards, inputs, (some, input) => {
        const all = made(some);
        const set = decide(all, input as Partial<DiscoveryInput>);
        const named = [...set.members, ...set.refusals].map(({ id }) => id).sort();
        expect(named).toEqual(all.map(({ id }) => id).sort());
        expect([...set.members, ...set.refusals].every(({ reason }) => reason.code !== "" && reason.text !== "")).toBe(true);
        expect(set.budget.used).toBe(set.members.reduce((sum, { tokens }) => sum + tokens, 0));
        expect(set.budget.used).toBeLessThanOrEqual(set.budget.limit);
      }),
    );
  });

  test("the same input gives the same set, in whatever order the cards come", () => {
    fc.assert(
      fc.property(cards, inputs, (some, input) => {
        const all = made(some);
        const sorted = [...all].sort((a, b) => (a.id < b.id ? -1 : 1));
        expect(decide([...all].reverse(), input as Partial<DiscoveryInput>)).toEqual(decide(sorted, input as Partial<DiscoveryInput>));
      }),
    );
  });

  test("in read-only nothing that changes anything is shown, however much speaks for it", () => {
    fc.assert(
      fc.property(cards, (some) => {
        const all = made(some);
        const found = all.map(({ id }, at) => ({ id, query: "q", rank: at + 1 }));
        const set = decide(all, { permissionMode: "read-only", found });
        const rowOf = new Map(all.map(({ id, row }) => [id, row]));
        for (const { id } of set.members) expect(["reads", "network-read"]).toContain(rowOf.get(id));
      }),
    );
  });
});
