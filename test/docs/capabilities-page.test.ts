import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { policySettings } from "../../dispatcher/harness/gate-settings.ts";
import { turnInput } from "../../dispatcher/harness/turn-input.ts";
import type { Catalog } from "../../registry/catalog/catalog.ts";
import type { CapabilityCard, EffectRow } from "../../registry/catalog/descriptor.ts";
import type { DiscoveryInput, PolicySettings } from "../../registry/discovery/discovery-input.ts";
import { modelName } from "../../registry/discovery/model-name.ts";
import { decideVisible } from "../../registry/discovery/policy.ts";
import { scorer } from "../../registry/discovery/score.ts";
import { buildIndex } from "../../registry/discovery/search/index-cards.ts";
import { searchIndex } from "../../registry/discovery/search/search-index.ts";
import { CALLS_LINES, DEFAULT_IDS } from "../../registry/discovery/well-known.ts";
import { modeCell, PERMISSION_MODES } from "../../registry/permission/mode.ts";
import { NO_RULES } from "../../registry/permission/rules.ts";
import type { Project } from "../../registry/project/project.ts";
import { openState } from "../../registry/session/state.ts";
import { card } from "../registry/discovery/cards.ts";
import { ROOT } from "../support/scratch-repository.ts";

const page = readFileSync(join(ROOT, "docs/patterns/capabilities.md"), "utf8");
const INPUT: DiscoveryInput = {
  userGoal: "",
  cwd: "",
  projectType: [],
  touchedPaths: [],
  permissionMode: "ask",
  contextBudgetRemaining: 200_000,
  connectedServers: ["local"],
  loaded: [],
  recentFailures: [],
  found: [],
};
const SETTINGS: PolicySettings = { rules: NO_RULES, pinned: [], turnTokens: 1400, channel: "library" };
const SOURCES = [{ source: { type: "local", name: "local" }, state: "ready" }] as const;
const FAILURE = { id: "local__other-thing", code: "x", input: "1", invalid: false, times: 1, paths: [] };

const UI = card("local__widget-paint", { match: { paths: ["packages/ui/**"], keywords: ["python"] } });
const SKILL = card("skill__fix", { execution: { mode: "inline", allowedTools: [UI.id] } });

function scored(of: CapabilityCard, input: Partial<DiscoveryInput>, settings: Partial<PolicySettings> = {}) {
  const loaded = new Map([[SKILL.id, SKILL]]);
  return scorer({ ...INPUT, ...input }, { ...SETTINGS, ...settings }, buildIndex([of]), () => true, loaded)(of);
}

const row = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
const number = (value: number) => String(Math.round(value * 100) / 100);

describe("docs/patterns/capabilities.md tells what the policy does", () => {
  const found = (rank: number) => scored(UI, { found: [{ id: UI.id, query: "q", rank }] }).total;
  const risky = (risk: CapabilityCard["risk"]) => scored({ ...UI, risk }, {}).total;
  const [always] = DEFAULT_IDS as [string];

  test.each([
    ["it belongs to every turn", scored(card(always), {})],
    ["pinned by the project's settings", scored(UI, {}, { pinned: [UI.id] })],
    ["its `paths` match a file that was touched", scored(UI, { touchedPaths: ["packages/ui/a.ts"] })],
    ["its `paths` match a file that a failure named", scored(UI, { recentFailures: [{ ...FAILURE, paths: ["packages/ui/a.ts"] }] })],
    ["its `paths` match the folder the caller stands in", scored(UI, { cwd: "packages/ui" })],
    ["the session has loaded it", scored(UI, { loaded: [{ id: UI.id, digest: UI.digest }] })],
    ["a loaded skill names it in `allowed-tools`", scored(UI, { loaded: [{ id: SKILL.id, digest: SKILL.digest }] })],
    ["its keywords name this kind of project", scored(UI, { projectType: ["python"] })],
    ["its keywords name only other kinds of project", scored(UI, { projectType: ["rust"] })],
    ["its last call failed", scored(UI, { recentFailures: [{ ...FAILURE, id: UI.id }] })],
    ["the same invalid call was made three times", scored(UI, { recentFailures: [{ ...FAILURE, id: UI.id, invalid: true, times: 3 }] })],
  ])("signal: %s", (told, { total, reason }) => {
    expect(page).toContain(`\n${row([told, number(total), `\`${reason.code}\``])}\n`);
  });

  test("signals that weigh in proportion, and risk", () => {
    const ranks = [1, 2, 10].map((rank) => number(found(rank))).join("; ");
    expect(page).toContain(`\n${row(["a search found it first; second; tenth", ranks, "`found`"])}\n`);
    const risks = [risky("medium"), risky("high")].map(number).join("; ");
    expect(risky("low")).toBe(0);
    expect(page).toContain(`\n${row(["its risk is medium; high", risks, ""]).replace("|  |", "| |")}\n`);
  });

  test.each([1, 7])(
    "the goal speaks in proportion to the best fit, for twelve at most, and for none that fits too little (%i each)",
    (each) => {
      const summaries = ["Paint a door and a window.", "Paint a door.", "Paint. The window is new.", "Tea. A window.", "Tea. Paint."];
      const others = Array.from({ length: 20 }, (_, no) => card(`local__tea-no${no}`, { summary: "Drink tea." }));
      const fitting = summaries.flatMap((summary, at) =>
        Array.from({ length: each }, (_, no) => card(`local__thing-no${at}${no}`, { summary })),
      );
      const cards = [...fitting, ...others];
      const index = buildIndex(cards);
      const score = scorer({ ...INPUT, userGoal: "paint door window" }, SETTINGS, index, () => true, new Map());
      const { hits } = searchIndex(index, "paint door window", { kinds: [], limit: cards.length, admits: () => true });
      const best = hits[0]?.score ?? 0;
      const spoken = hits.slice(0, 12).filter((hit) => hit.score >= 0.35 * best);
      // There are such that fit less than the best, and such that fit too little, or are too many.
      expect(new Set(spoken.map((hit) => hit.score)).size).toBeGreaterThan(1);
      expect(hits.length).toBeGreaterThan(spoken.length);
      const expected = new Map(spoken.map((hit) => [hit.id, number((3.5 * hit.score) / best)]));
      for (const one of cards) expect([one.id, number(score(one).total)]).toEqual([one.id, expected.get(one.id) ?? "0"]);
      expect(page).toContain(`\n${row(["the goal's words fit it best; half as well", "3.5; 1.75", "`goal`"])}\n`);
      expect(page).toContain("The goal speaks for twelve at most, and for none that fits less than 0.35 of the best.");
    },
  );

  test("the table of modes", () => {
    const rows: readonly (readonly [EffectRow, string, boolean])[] = [
      ["reads", "none, `reads`", false],
      ["network-read", "`network read`", false],
      ["writes", "`writes`, `creates` in the project, `process`", false],
      ["deletes", "`deletes` in the project", false],
      ["outside", "outside the project, `network write`, `external`, prose", false],
      ["outside", "the same, allowed by a rule", true],
    ];
    const table = rows.map(([effect, told, allowed]) => {
      const cells = PERMISSION_MODES.map((mode) => modeCell(effect, mode, allowed));
      return row([told, ...cells.map(({ visible, call }) => (visible ? call : "hidden"))]);
    });
    expect(page).toContain(`\n${[row(["effect of a call", ...PERMISSION_MODES]), "| --- | --- | --- | --- |", ...table].join("\n")}\n\n`);
  });

  test("what belongs to every turn, in its order, and what calls lines", () => {
    const table = DEFAULT_IDS.map((id) => row([`\`${id}\``, `\`${modelName(id)}\``]));
    expect(page).toContain(`| --- | --- |\n${table.join("\n")}\n\n`);
    expect(page).toContain(`\`${CALLS_LINES}\` (\`${modelName(CALLS_LINES)}\`)`);
  });

  test("the budget: what is worth its tokens, and how many there are", () => {
    const shown = (rank: number) =>
      decideVisible([UI], SOURCES, { ...INPUT, found: [{ id: UI.id, query: "q", rank }] }, SETTINGS).members.length;
    // 5/√11 is 1.51, 5/√12 is 1.44.
    expect([shown(11), shown(12)]).toEqual([1, 0]);
    expect(page).toContain("A score below 1.5 is not worth its tokens.");
    const limit = (contextBudgetRemaining: number) =>
      decideVisible([], SOURCES, { ...INPUT, contextBudgetRemaining }, SETTINGS).budget.limit;
    expect([limit(200_000), limit(8_000)]).toEqual([1400, 800]);
    expect(policySettings({ settings: {} } as Project, "cli").turnTokens).toBe(SETTINGS.turnTokens);
    const place = {
      command: "niche",
      root: ROOT,
      cwd: ROOT,
      mode: "ask",
      catalog: { sources: [] } as unknown as Catalog,
      state: openState().now(),
    } as const;
    expect(turnInput({}, place).contextBudgetRemaining).toBe(INPUT.contextBudgetRemaining);
    expect(page).toContain("(200,000 where nobody says)");
    expect(page).toContain("A turn spends 1400 tokens at most, and no more than a tenth of `--budget`");
  });
});
