import type { SourceState } from "../catalog/catalog.ts";
import type { CapabilityCard } from "../catalog/descriptor.ts";
import { allowedByRule, bareDeny } from "../permission/bare-rules.ts";
import { type ModeAnswer, modeCell } from "../permission/mode.ts";
import type { DiscoveryInput, PolicySettings } from "./discovery-input.ts";
import type { Reason } from "./visible-set.ts";

/** What the hard gates say of one card: how a call of it would be met, or why it may not be seen. */
export type GateVerdict =
  | { readonly open: true; readonly call: Exclude<ModeAnswer, "refuses"> }
  | { readonly open: false; readonly reason: Reason };

/** What of a card the gates look at. */
export type GateCard = Pick<CapabilityCard, "id" | "kind" | "row" | "source">;

type GateInput = Pick<DiscoveryInput, "permissionMode" | "connectedServers">;

/**
 * The gates that no score outweighs (contract 4.10): the source answers, no bare
 * deny names it, the mode lets it be seen. They also hold outside a turn.
 */
export function gateKeeper(
  input: GateInput,
  { rules, channel }: Pick<PolicySettings, "rules" | "channel">,
  sources: readonly SourceState[],
): (card: GateCard) => GateVerdict {
  const connected = new Set(input.connectedServers);
  const down = new Map(sources.flatMap((source) => (source.state === "down" ? [[source.source.name, source.reason] as const] : [])));
  return (card) => {
    const { name, type } = card.source;
    if (!connected.has(name)) {
      return closed("source_down", `its source ${name} does not answer${down.has(name) ? `: ${down.get(name)}` : ""}`, name);
    }
    const rule = bareDeny(rules, card.id);
    if (rule !== undefined) return closed("denied", `the rule deny ${rule} takes it out of sight`, rule);
    // The team wrote it: at the CLI that counts as a rule which allows it.
    const own = channel === "cli" && card.kind === "tool" && type === "local";
    const cell = modeCell(card.row, input.permissionMode, own || allowedByRule(rules, card.id));
    if (!cell.visible || cell.call === "refuses") {
      const until = card.row === "outside" && input.permissionMode !== "read-only" ? " until a rule allows it" : "";
      return closed("mode", `${ROW_TEXT[card.row]}: not visible in mode ${input.permissionMode}${until}`, input.permissionMode);
    }
    return { open: true, call: cell.call };
  };
}

const ROW_TEXT: Readonly<Record<CapabilityCard["row"], string>> = {
  reads: "it only reads",
  "network-read": "it reads from the network",
  writes: "it writes",
  deletes: "it deletes",
  outside: "it reaches outside the project",
};

function closed(code: string, text: string, evidence: string): GateVerdict {
  return { open: false, reason: { code, text, evidence } };
}
