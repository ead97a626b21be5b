import { fault } from "../../registry/error/catalogue.ts";
import type { JsonSchema } from "../../registry/tool-meta/tool-meta.ts";
import { checkSchema } from "../outcome/output-schema.ts";

/**
 * Holds the arguments of a call to a JSON Schema (2020-12).
 *
 * @throws ToolError `arguments_invalid`, with every error in its detail; `source_schema_invalid` where the schema itself is broken
 */
export function checkInput(schema: JsonSchema, input: Readonly<Record<string, unknown>>, id: string, command: string): void {
  const checked = checkSchema(schema, input);
  if (checked.ok) return;
  if (checked.code === "output_schema_invalid") throw fault("source_schema_invalid", { id, reason: checked.reason, command });
  throw fault("arguments_invalid", { id, reason: checked.reason, command }, { detail: checked.detail });
}
