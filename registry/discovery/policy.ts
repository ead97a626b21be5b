import type { SourceState } from "../catalog/catalog.ts";
import type { CapabilityCard } from "../catalog/descriptor.ts";
import type { DiscoveryInput, PolicySettings } from "./discovery-input.ts";
import { gateKeeper } from "./gates.ts";
import { type Score, scorer } from "./score.ts";
import { buildIndex, type SearchIndex } from "./search/index-cards.ts";
import type { Refusal, VisibleMember, VisibleSet } from "./visible-set.ts";
import { CALLS_LINES, DEFAULT_IDS } from "./well-known.ts";

/** A capability that scores less is not worth its tokens. */
const WORTH = 1.5;
/** A turn may spend this part of the context that is left. */
const SHARE = 0.1;

interface Candidate {
  readonly card: CapabilityCard;
  readonly call: VisibleMember["call"];
  readonly score: Score;
}

/**
 * The discovery policy (contract 4.10): which capabilities this turn shows, with
 * a reason for every member and every refusal. Pure: the same catalog, input
 * and settings give the same set. `index` may be handed in where it is kept; it
 * derives from the cards alone.
 *
 * Hard gates, then score minus risk, then the budget in tokens: what does not
 * fit with its schema is shown as a line, what does not fit so is left out.
 */
export function decideVisible(
  cards: Iterable<CapabilityCard>,
  sources: readonly SourceState[],
  input: DiscoveryInput,
  settings: PolicySettings,
  index?: SearchIndex,
): VisibleSet {
  const gate = gateKeeper(input, settings, sources);
  const open: { card: CapabilityCard; call: VisibleMember["call"] }[] = [];
  const refusals: Refusal[] = [];
  const all: CapabilityCard[] = [];
  for (const card of cards) {
    if (index === undefined) all.push(card);
    if (card.kind === "channel") continue;
    const verdict = gate(card);
    if (verdict.open) open.push({ card, call: verdict.call });
    else refusals.push({ id: card.id, reason: verdict.reason, gated: true });
  }
  const admitted = new Map(open.map(({ card }) => [card.id, card]));
  const marks = new Set(input.loaded.map(({ id }) => id));
  const loaded = new Map([...admitted].filter(([id]) => marks.has(id)));
  const score = scorer(input, settings, index ?? buildIndex(all), (id) => admitted.has(id), loaded);
  const scored = open.map((candidate) => ({ ...candidate, score: score(candidate.card) }));
  const worthy = scored.filter(({ score: { total } }) => total >= WORTH).sort(byStanding);
  const limit = Math.max(0, Math.min(settings.turnTokens, Math.floor(input.contextBudgetRemaining * SHARE)));
  const { members, left, used } = withCaller(worthy, scored, limit);
  const shown = new Set(members.map(({ id }) => id));
  for (const { card, score: little } of scored) {
    if (little.total < WORTH && !shown.has(card.id)) refusals.push({ id: card.id, reason: little.reason, gated: false });
  }
  return {
    members,
    refusals: [...refusals, ...left].sort((a, b) => (a.id < b.id ? -1 : 1)),
    budget: { limit, used },
  };
}

/** Always wanted ones in their fixed order, so that what a model has cached stays at the front; then by score. */
function byStanding(a: Candidate, b: Candidate): number {
  return a.score.rank - b.score.rank || b.score.total - a.score.total || (a.card.id < b.card.id ? -1 : 1);
}

/** What stands as a line, skills aside, is called through one tool: it takes its place before them. */
function withCaller(worthy: readonly Candidate[], scored: readonly Candidate[], limit: number): ReturnType<typeof withinBudget> {
  const plain = withinBudget(worthy, limit);
  const caller = scored.find(({ card }) => card.id === CALLS_LINES);
  const needed = plain.members.some(({ projection, kind }) => projection === "index" && kind !== "skill");
  if (!needed || caller === undefined) return plain;
  const reason = { code: "calls_lines", text: "what stands here as a line is called through it" };
  const first = { ...caller, score: { ...caller.score, rank: DEFAULT_IDS.length, reason } };
  return withinBudget([...worthy.filter((one) => one.card.id !== CALLS_LINES), first].sort(byStanding), limit);
}

function withinBudget(candidates: readonly Candidate[], limit: number): { members: VisibleMember[]; left: Refusal[]; used: number } {
  const members: VisibleMember[] = [];
  const left: Refusal[] = [];
  let used = 0;
  for (const { card, call, score } of candidates) {
    const projection = card.kind === "tool" && used + card.tokens.full <= limit ? "full" : "index";
    const tokens = card.tokens[projection];
    if (used + tokens > limit) {
      const text = `it costs ${tokens} tokens, and ${limit - used} of ${limit} are left`;
      left.push({ id: card.id, gated: false, reason: { code: "over_budget", text, evidence: String(tokens) } });
      continue;
    }
    used += tokens;
    members.push({ id: card.id, kind: card.kind, projection, reason: score.reason, score: round(score.total), tokens, call });
  }
  return { members, left, used };
}

/** Scores are told, stored and compared: without the tail of binary fractions. */
function round(score: number): number {
  return Math.round(score * 1000) / 1000;
}
