import * as z from "zod/mini";
import { WORD } from "./word.ts";

/**
 * The schema of a header, for both spellings (contract 4.3). Their scalars
 * arrive as text, so numbers and truth values are read here; in an editor's
 * YAML they may be typed already. What one key alone can't tell (names that
 * collide, defaults against types) is checked after it.
 */

const text = z.string().check(z.trim(), z.minLength(1));
const truth = z.pipe(
  z.union([z.boolean(), z.enum(["true", "false"])]),
  z.transform((value) => value === true || value === "true"),
);
const seconds = z.pipe(
  z.pipe(
    z.union([z.number(), z.string().check(z.regex(/^\d+(?:\.\d+)?$/))]),
    z.transform((value) => Number(value)),
  ),
  // The longest time that setTimeout can wait is 2^31 - 1 milliseconds.
  z.number().check(z.positive(), z.maximum(2_147_483)),
);
const kebab = z.string().check(z.regex(WORD));
const variable = z.string().check(z.regex(/^[A-Za-z_][A-Za-z0-9_]*$/));
const texts = z.array(text);

const parameter = z.strictObject({
  name: z.string().check(z.regex(/^[A-Za-z0-9][A-Za-z0-9_-]*$/)),
  type: z.optional(z.union([text, texts])),
  required: z.optional(truth),
  default: z.optional(z.union([z.string(), z.number(), z.boolean(), z.array(z.union([z.string(), z.number(), z.boolean()]))])),
  description: z.optional(text),
  short: z.optional(z.string().check(z.regex(/^[A-Za-z]$/))),
  env: z.optional(variable),
});

const precondition = z.union([text, z.strictObject({ test: text, fix: z.optional(text) })]);

/** `--force: deletes X` is a map to YAML's eyes where nothing quoted it (as in JSON): it is one text. */
const effect = z.union([
  text,
  z.pipe(
    z.record(z.string().check(z.regex(/^--/)), text).check(z.refine((map) => Object.keys(map).length === 1)),
    z.transform((map) => Object.entries(map).map(([option, what]) => `${option}: ${what}`)[0] ?? ""),
  ),
]);

const env = z.union([
  z.array(z.union([text, z.strictObject({ name: variable, default: z.optional(z.string()) })])),
  z.record(variable, z.string()),
]);

const schemaObject = z.record(z.string(), z.unknown());
const format = z.enum(["text", "json", "ndjson"]);

export const HeaderSchema = z.strictObject({
  noun: kebab,
  verb: kebab,
  summary: z.optional(text.check(z.refine((value) => [...value].length <= 1024))),
  preconditions: z.array(precondition),
  idempotent: truth,
  side_effects: z.array(effect),
  options: z.optional(z.array(parameter)),
  args: z.optional(z.array(z.omit(parameter, { short: true }))),
  output: z.optional(z.union([format, z.strictObject({ format: z.optional(format), schema: z.optional(schemaObject) })])),
  env: z.optional(env),
  exit_codes: z.optional(z.partialRecord(z.enum(["0", "1", "2", "3"]), text)),
  dry_run: z.optional(z.literal("native")),
  stdin: z.optional(truth),
  timeout: z.optional(seconds),
  risk: z.optional(z.enum(["low", "medium", "high"])),
  keywords: z.optional(texts),
  paths: z.optional(texts),
  examples: z.optional(texts),
  see_also: z.optional(texts),
});

export type HeaderKey = keyof typeof HeaderSchema.shape;
export type ShapedHeader = z.output<typeof HeaderSchema>;
export type ShapedParameter = NonNullable<ShapedHeader["options"]>[number];

export const PARAMETER_KEYS: readonly string[] = Object.keys(parameter.shape);
