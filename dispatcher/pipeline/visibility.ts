import { fault } from "../../registry/error/catalogue.ts";
import type { ToolError } from "../../registry/error/tool-error.ts";
import type { CommonCall } from "./call.ts";

/**
 * The visibility gate: what the caller may not see is not there for it.
 *
 * @throws ToolError `capability_unknown`
 */
export function visibility(call: CommonCall, id: string): void {
  if (call.governance?.admits(id) === false) throw capabilityUnknown(id, call.project.command);
}

/** The same, byte for byte, for what does not exist and for what may not be seen. */
export function capabilityUnknown(id: string, command: string): ToolError {
  return fault("capability_unknown", { id, command });
}
