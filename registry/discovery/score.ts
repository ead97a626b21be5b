import type { CapabilityCard } from "../catalog/descriptor.ts";
import type { DiscoveryInput, PolicySettings } from "./discovery-input.ts";
import type { SearchIndex } from "./search/index-cards.ts";
import { goalSignal } from "./signals/goal.ts";
import { failureSignal, foundSignal, loadedSignal, proposedSignal } from "./signals/history.ts";
import { pathsSignal } from "./signals/paths.ts";
import { projectTypeSignal } from "./signals/project-type.ts";
import type { Sign, Signal } from "./signals/signal.ts";
import type { Reason } from "./visible-set.ts";
import { DEFAULT_IDS } from "./well-known.ts";

export interface Score {
  readonly total: number;
  /** What weighed most; of what only the defaults speak for, that. */
  readonly reason: Reason;
  /** 0: always wanted; the others come after it by score. */
  readonly rank: number;
}

/** What a capability costs in score by what it could do (contract 4.10: score minus risk). */
const RISK: Readonly<Record<CapabilityCard["risk"], number>> = { low: 0, medium: 0.5, high: 1.5 };

/** Scores one card by every signal of the input. `cards`: those that the session has loaded. */
export function scorer(
  input: DiscoveryInput,
  settings: PolicySettings,
  index: SearchIndex,
  admits: (id: string) => boolean,
  loaded: ReadonlyMap<string, CapabilityCard>,
): (card: CapabilityCard) => Score {
  const signals: readonly Signal[] = [
    pathsSignal(input),
    foundSignal(input),
    loadedSignal(input),
    proposedSignal(input, loaded),
    goalSignal(input.userGoal, index, admits),
    projectTypeSignal(input),
    failureSignal(input),
  ];
  const pinned = new Set(settings.pinned);
  return (card) => {
    const signs = signals.flatMap((signal) => signal(card) ?? []);
    const always = standing(card.id, pinned);
    const total = signs.reduce((sum, { weight }) => sum + weight, always?.weight ?? 0) - RISK[card.risk];
    const spoken = always === undefined ? signs : [always, ...signs];
    const gravest = [...spoken].sort((a, b) => Math.abs(b.weight) - Math.abs(a.weight))[0];
    const rank = always === undefined ? DEFAULT_IDS.length + 1 : DEFAULT_IDS.indexOf(card.id) + 1;
    return { total, rank, reason: gravest?.reason ?? { code: "no_signal", text: "nothing in this turn speaks for it" } };
  };
}

function standing(id: string, pinned: ReadonlySet<string>): Sign | undefined {
  if (pinned.has(id))
    return { weight: 4, reason: { code: "pinned", text: "the project's settings pin it", evidence: "capabilities.pinned" } };
  if (DEFAULT_IDS.includes(id)) return { weight: 4, reason: { code: "default", text: "it belongs to every turn" } };
  return undefined;
}
