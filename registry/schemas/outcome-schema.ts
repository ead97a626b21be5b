import * as z from "zod";
import { CATALOGUE } from "../error/catalogue.ts";
import type { CatalogueEntry } from "../error/catalogue-entry.ts";
import { exitCodeOf } from "../error/tool-error.ts";
import type { Outcome, OutcomeError } from "../tool-context.ts";
import type { JsonSchema } from "../tool-meta/tool-meta.ts";

const errorSchema: z.ZodType<OutcomeError> = z.strictObject({
  code: z
    .string()
    .regex(/^[a-z][a-z0-9_]*$/)
    .meta({ description: "Stable identifier." }),
  layer: z.enum(["precondition", "runtime", "platform"]),
  recoverable: z.enum(["yes", "no", "user-action-required"]),
  message: z.string(),
  fix: z
    .array(z.string())
    .readonly()
    .meta({ description: "Commands in the order in which they must run; for user-action-required, the sentence to tell the user." }),
  exit_code: z.union([z.literal(1), z.literal(2), z.literal(3)]),
  detail: z.unknown().optional(),
});

const metaSchema = z.strictObject({
  duration_ms: z.number(),
  dry_run: z.boolean(),
  truncated: z.union([z.null(), z.strictObject({ total_bytes: z.int(), kept_bytes: z.int(), file: z.string() })]),
  warnings: z.array(z.string()).readonly(),
});

const tool = z.union([z.string(), z.null()]).meta({ description: "`<noun> <verb>`; null where no tool was reached." });

/** The envelope of contract 4.6. */
export const outcomeSchema: z.ZodType<Outcome> = z.discriminatedUnion("ok", [
  z.strictObject({ ok: z.literal(true), tool, data: z.unknown(), next: z.array(z.string()).readonly(), meta: metaSchema }),
  z.strictObject({ ok: z.literal(false), tool, error: errorSchema, meta: metaSchema }),
]);

/**
 * The `error` of the envelope. A tool may use codes of its own; a code of the catalogue has the layer,
 * recoverability and exit code that the catalogue gives it.
 */
export function errorJsonSchema(): JsonSchema {
  const known = Object.entries(CATALOGUE as Readonly<Record<string, CatalogueEntry>>).map(([code, entry]) => ({
    if: { properties: { code: { const: code } }, required: ["code"] },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema, not a promise.
    then: {
      properties: {
        layer: { const: entry.layer },
        recoverable: { const: entry.recoverable },
        exit_code: { const: exitCodeOf(entry) },
      },
    },
  }));
  return { ...z.toJSONSchema(errorSchema), title: "nichekit error", allOf: known };
}

export function outcomeJsonSchema(): JsonSchema {
  return { ...z.toJSONSchema(outcomeSchema), title: "nichekit outcome (--json)" };
}
