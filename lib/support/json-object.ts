import { fault } from "../../registry/error/catalogue.ts";

/**
 * A JSON object that an option holds as text.
 *
 * @throws ToolError `input_not_json`
 */
export function jsonObject(text: string, help: string): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw fault("input_not_json", { reason: (cause as Error).message, help }, { cause });
  }
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw fault("input_not_json", { reason: `it is ${Array.isArray(value) ? "a list" : JSON.stringify(value)}`, help });
}
