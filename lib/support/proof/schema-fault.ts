import { Ajv2020 } from "ajv/dist/2020.js";
import type { JsonSchema } from "../../../registry/tool-meta/tool-meta.ts";

/** Why data is not what a header's output schema (2020-12) says; undefined: it is. */
export function schemaFault(schema: JsonSchema, data: unknown): string | undefined {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, logger: false });
  try {
    if (ajv.validate(schema, data)) return undefined;
    const [first] = ajv.errors ?? [];
    return `${first?.instancePath || "the data"} ${first?.message ?? "is wrong"}`;
  } catch (error) {
    return `the schema is none: ${(error as Error).message}`;
  }
}
