import type { CapabilityPort } from "../../registry/capability-port.ts";
import type { CheckedCall } from "../pipeline/call.ts";

export function openCallPort(_call: CheckedCall): CapabilityPort {
  throw new Error("not built yet");
}
