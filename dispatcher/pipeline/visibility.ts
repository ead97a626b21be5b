import type { GateCard } from "../../registry/discovery/gates.ts";
import { fault } from "../../registry/error/catalogue.ts";
import type { ToolError } from "../../registry/error/tool-error.ts";
import type { Governance } from "./governance.ts";

/**
 * The visibility gate: what the caller may not see is not there for it.
 *
 * @throws ToolError `capability_unknown`
 */
export function visibility(governance: Governance, card: GateCard, command: string): void {
  if (!governance.admits(card)) throw capabilityUnknown(card.id, command);
}

/** The same, byte for byte, for what does not exist and for what may not be seen. */
export function capabilityUnknown(id: string, command: string): ToolError {
  return fault("capability_unknown", { id, command });
}
