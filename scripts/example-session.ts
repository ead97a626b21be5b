import { digestOf, sha256 } from "../registry/canonical-json.ts";
import type { CapabilityCard } from "../registry/catalog/descriptor.ts";
import { capabilityDiff, type SeenTurn } from "../registry/discovery/capability-diff.ts";
import type { DiscoveryInput, PolicySettings } from "../registry/discovery/discovery-input.ts";
import { decideVisible } from "../registry/discovery/policy.ts";
import { type Definition, renderTurn } from "../registry/discovery/render-turn.ts";
import type { SessionEvent } from "../registry/session/event.ts";
import { openState } from "../registry/session/state.ts";
import { openWriter } from "../registry/session/writer.ts";

const SOURCES = [
  { source: { type: "local", name: "local" }, state: "ready" },
  { source: { type: "project", name: "skills" }, state: "ready" },
] as const;
const SETTINGS: PolicySettings = { rules: { deny: [], ask: [], allow: [] }, pinned: [], turnTokens: 1500, channel: "cli" };
const TURN: Omit<DiscoveryInput, "userGoal" | "touchedPaths" | "loaded" | "recentFailures" | "found"> = {
  cwd: "",
  projectType: ["npm"],
  permissionMode: "auto",
  contextBudgetRemaining: 100_000,
  connectedServers: ["local", "skills"],
};
const GOAL = "why do this project's tests fail, fix it";
const BUTTON = "packages/ui/src/button.tsx";

const CARDS: readonly CapabilityCard[] = [
  tool("docs-fetch", "Fetch the documents that match the keywords.", "reads"),
  tool("file-edit", "Replace text in a file of the project.", "writes"),
  tool("file-read", "Read a text file of the project by lines.", "reads"),
  tool("test-run", "Run the project's own tests.", "writes"),
  skill("frontend-component", "How components of the user interface are built here.", ["packages/ui/**"]),
];

/**
 * Records the session of `docs/examples/session`: a small catalog, two turns, what one call of a failing test leads
 * to. By the policy as it is, and the same bytes every time: a changed policy shows as a difference of these files.
 */
export function recordExample(folder: string): void {
  let time = Date.UTC(2026, 0, 5, 9, 0, 0);
  const writer = openWriter(folder, {
    name: "example",
    now: () => {
      time += 40;
      return time;
    },
  });
  const state = openState();
  const record = (event: SessionEvent) => state.add(writer.append(event));
  const cardOf = (id: string) => CARDS.find((card) => card.id === id);
  let before: SeenTurn | undefined;

  const turn = (turnId: string, wish: Pick<DiscoveryInput, "userGoal" | "touchedPaths">) => {
    const { loaded, recentFailures, found } = state.now();
    const input: DiscoveryInput = { ...TURN, ...wish, loaded, recentFailures, found };
    const visible = decideVisible(CARDS, SOURCES, input, SETTINGS);
    const shown = visible.members.filter(({ projection }) => projection === "full");
    const definitions = Object.fromEntries(shown.map(({ id }) => [id, writer.keep(definition(id))]));
    const { modelInput } = renderTurn(visible, cardOf, definition);
    const catalog = writer.keep({ cards: CARDS, sources: SOURCES });
    const ids = visible.members.map(({ id }) => id);
    record({ type: "turn.start", turnId, input, settings: SETTINGS, catalog, definitions, modelInput: sha256(modelInput), visible: ids });
    const now: SeenTurn = { visible, digest: (id) => cardOf(id)?.digest };
    record({ type: "capability.diff", turnId, ...capabilityDiff(before, now), policyInputs: input });
    before = now;
  };
  const call = (turnId: string, name: string, id: string, input: Readonly<Record<string, unknown>>, code: string | null) => {
    const about = { turnId, call: name, id };
    record({ type: "intent", ...about, input, inputDigest: digestOf(input), channel: "cli" });
    record({ type: "permission", ...about, mode: "auto", decision: "runs", reason: { code: "mode", text: "the mode auto lets it run" } });
    const paths = code === null ? [] : [BUTTON];
    const result = { bytes: 120, truncated: false, trusted: true, digest: digestOf({ name, code }), paths, duration_ms: 30 };
    record({ type: "observation", ...about, ok: code === null, code, invalid: false, ...result });
  };

  record({ type: "session.start", session: "session", nichekit: "0.1.0", channel: "cli" });
  turn("t1", { userGoal: GOAL, touchedPaths: [] });
  call("t1", "c1", "local__test-run", {}, "tests_failed");
  turn("t2", { userGoal: GOAL, touchedPaths: [BUTTON] });
  record({ type: "search", turnId: "t2", query: "edit a file", kinds: [], hits: [{ id: "local__file-edit", score: 9.1 }] });
  record({
    type: "capability.loaded",
    turnId: "t2",
    id: "skill__frontend-component",
    kind: "skill",
    digest: cardOf("skill__frontend-component")?.digest ?? "",
  });
  turn("t3", { userGoal: GOAL, touchedPaths: [BUTTON] });
  call("t3", "c2", "local__file-edit", { path: BUTTON, old: "onclick", new: "onClick" }, null);
  call("t3", "c3", "local__test-run", {}, null);
  writer.close();
}

function definition(id: string): Definition {
  return { description: CARDS.find((card) => card.id === id)?.summary ?? "", schema: { type: "object", properties: {} } };
}

function tool(name: string, summary: string, row: CapabilityCard["row"]): CapabilityCard {
  const card = { id: `local__${name}`, kind: "tool", title: name.replace("-", " "), summary, row, effects: [] } as const;
  return withDigest({ ...card, source: SOURCES[0].source, risk: row === "reads" ? "low" : "medium", tokens: { index: 20, full: 120 } });
}

function skill(name: string, summary: string, paths: readonly string[]): CapabilityCard {
  const card = {
    id: `skill__${name}`,
    kind: "skill",
    title: name,
    summary,
    row: "reads",
    effects: [],
    match: { paths, keywords: [] },
  } as const;
  const execution = { mode: "inline", allowedTools: [] } as const;
  return withDigest({ ...card, execution, source: SOURCES[1].source, risk: "low", tokens: { index: 30, full: 400 } });
}

function withDigest(card: Omit<CapabilityCard, "digest">): CapabilityCard {
  return { ...card, digest: digestOf(card) };
}
