import type { CapabilityPort } from "../../registry/capability-port.ts";
import type { CommonCall } from "../pipeline/call.ts";

/**
 * The capability layer for the tool of a call over which nothing stands: opened
 * when the tool first asks, so that other tools never pay for it.
 */
export function lazyPort(call: CommonCall): CapabilityPort {
  let opened: Promise<CapabilityPort> | undefined;
  const port = () => {
    opened ??= import("./call-port.ts").then(({ openCallPort }) => openCallPort(call));
    return opened;
  };
  return {
    list: async (kinds) => (await port()).list(kinds),
    turn: async (wish) => (await port()).turn(wish),
    explain: async (id, wish) => (await port()).explain(id, wish),
    search: async (wish) => (await port()).search(wish),
    call: async (intent) => (await port()).call(intent),
  };
}
