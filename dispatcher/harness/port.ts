import type { CapabilityPort } from "../../registry/capability-port.ts";
import type { CommonCall } from "../pipeline/call.ts";
import type { Hub } from "./hub.ts";
import { runCapability } from "./run-capability.ts";

/** The capability layer for the tool that `call` runs: calls that it makes are the caller's own, one deeper. */
export function portOf(hub: Hub, call: CommonCall): CapabilityPort {
  return {
    list: (kinds) => hub.list(kinds),
    turn: async (wish) => {
      const { turnId, visible, rendered, diff, sources, diagnostics } = await hub.turn(wish);
      return { turnId, visible, rendered, diff, sources, diagnostics };
    },
    explain: (id, wish) => hub.explain(id, wish),
    search: (wish) => hub.search(wish),
    call: async (intent) => {
      const ground = { ...call, depth: call.depth + 1, fields: undefined, maxBytes: undefined, json: true };
      const { outcome, trusted } = await runCapability(intent, ground, await hub.catalog());
      if (trusted === false) call.heardOutside?.();
      return outcome;
    },
  };
}
