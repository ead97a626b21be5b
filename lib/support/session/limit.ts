import { fault } from "../../../registry/error/catalogue.ts";

/** @throws ToolError `parameter_invalid` where a limit lets nothing through. */
export function checkLimit(limit: number, help: string): void {
  if (limit < 1) throw fault("parameter_invalid", { name: "limit", expected: "1 or more", given: limit, help });
}
