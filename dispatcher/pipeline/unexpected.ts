import { fault } from "../../registry/error/catalogue.ts";
import type { ToolError } from "../../registry/error/tool-error.ts";

/** A failure that no stage meant to raise. */
export function unexpected(error: unknown, command: string): ToolError {
  const { message, stack } = error instanceof Error ? error : { message: String(error), stack: undefined };
  return fault("internal_error", { reason: message, command }, { cause: error, detail: { stack } });
}
