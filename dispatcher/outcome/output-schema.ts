import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import type { JsonSchema } from "../../registry/tool-meta/tool-meta.ts";

export type SchemaCheck =
  | { readonly ok: true }
  | {
      readonly ok: false;
      readonly code: "output_schema_mismatch" | "output_schema_invalid";
      readonly reason: string;
      readonly detail?: unknown;
    };

/** Errors that are kept beside the first. */
const SHOWN = 10;

/** Checks data against a JSON Schema (2020-12). Loaded only for tools whose header has one. */
export function checkSchema(schema: JsonSchema, data: unknown): SchemaCheck {
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false, logger: false });
  let validate: ValidateFunction;
  try {
    validate = ajv.compile(schema);
  } catch (error) {
    return { ok: false, code: "output_schema_invalid", reason: (error as Error).message };
  }
  if (validate(data)) return { ok: true };
  const errors = (validate.errors ?? []).map(shown);
  return {
    ok: false,
    code: "output_schema_mismatch",
    reason: errors[0] ?? "unknown",
    detail: { errors: errors.slice(0, SHOWN), errors_total: errors.length },
  };
}

function shown({ instancePath, message = "is wrong", params }: ErrorObject): string {
  const said = new Set(message.split(/[^\w$-]+/));
  // Which property is one too many stands in the parameters alone.
  const extra = Object.values(params as Record<string, unknown>).filter((value) => typeof value === "string" && !said.has(value));
  return `${instancePath || "the data"} ${message}${extra.length > 0 ? ` (${extra.join(", ")})` : ""}`;
}
