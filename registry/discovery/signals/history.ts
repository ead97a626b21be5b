import type { CapabilityCard } from "../../catalog/descriptor.ts";
import type { DiscoveryInput } from "../discovery-input.ts";
import { proposedId } from "../well-known.ts";
import type { Signal } from "./signal.ts";

/** The same invalid call so many times lowers its tool (contract 4.10). */
const INVALID_TIMES = 3;

/** What a search brought up. */
export function foundSignal({ found }: DiscoveryInput): Signal {
  const hits = new Map<string, (typeof found)[number]>();
  for (const hit of found) if (!((hits.get(hit.id)?.rank ?? Number.POSITIVE_INFINITY) <= hit.rank)) hits.set(hit.id, hit);
  return ({ id }) => {
    const hit = hits.get(id);
    if (hit === undefined) return undefined;
    return { weight: 5 / Math.sqrt(hit.rank), reason: { code: "found", text: `the search "${hit.query}" found it`, evidence: hit.query } };
  };
}

/** What the session has loaded stays at hand. */
export function loadedSignal({ loaded }: DiscoveryInput): Signal {
  const marks = new Map(loaded.map(({ id, digest }) => [id, digest]));
  return ({ id, digest }) => {
    const mark = marks.get(id);
    if (mark === undefined) return undefined;
    const text = mark === digest ? "the session has loaded it" : "the session has loaded it, and it has changed since";
    return { weight: 4, reason: { code: mark === digest ? "loaded" : "loaded_changed", text, evidence: mark } };
  };
}

/** What a loaded skill proposes by its `allowed-tools`: a proposal, never a right. */
export function proposedSignal({ loaded }: DiscoveryInput, cards: ReadonlyMap<string, CapabilityCard>): Signal {
  const proposals = new Map<string, string>();
  for (const { id } of loaded) {
    for (const tool of cards.get(id)?.execution?.allowedTools ?? [])
      if (!proposals.has(proposedId(tool))) proposals.set(proposedId(tool), id);
  }
  return ({ id }) => {
    const skill = proposals.get(id);
    return skill === undefined ? undefined : { weight: 4, reason: { code: "proposed", text: `${skill} works with it`, evidence: skill } };
  };
}

/** What has just failed may be needed again; the same invalid call again and again speaks against it. */
export function failureSignal({ recentFailures }: DiscoveryInput): Signal {
  const worst = new Map<string, (typeof recentFailures)[number]>();
  for (const failure of recentFailures) if ((worst.get(failure.id)?.times ?? 0) <= failure.times) worst.set(failure.id, failure);
  return ({ id }) => {
    const failure = worst.get(id);
    if (failure === undefined) return undefined;
    const { code, times, invalid } = failure;
    if (invalid && times >= INVALID_TIMES) {
      return {
        weight: -6,
        reason: { code: "invalid_calls", text: `the same invalid call was made ${times} times (${code})`, evidence: code },
      };
    }
    return { weight: 1, reason: { code: "failed", text: `its last call failed with ${code}`, evidence: code } };
  };
}
