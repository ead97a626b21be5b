import * as z from "zod";
import type { Registry, ToolEntry } from "../entry.ts";
import type { JsonSchema } from "../tool-meta/tool-meta.ts";

const risk = z.enum(["low", "medium", "high"]);
const word = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/);
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const anySchema = z.record(z.string(), z.unknown());
const words = z.array(z.string()).readonly();

const precondition = z.discriminatedUnion("kind", [
  z.strictObject({ text: z.string(), fix: z.string().exactOptional(), kind: z.literal("set"), name: z.string() }),
  z.strictObject({
    text: z.string(),
    fix: z.string().exactOptional(),
    kind: z.enum(["exists", "file", "directory", "writable", "executable"]),
    path: z.string(),
  }),
  z.strictObject({ text: z.string(), fix: z.string().exactOptional(), kind: z.literal("command"), name: z.string() }),
  z.strictObject({ text: z.string(), fix: z.string().exactOptional(), kind: z.literal("newer"), path: z.string(), than: z.string() }),
  z.strictObject({ text: z.string(), fix: z.string().exactOptional(), kind: z.literal("prose") }),
]);

const option = z.string().exactOptional().meta({ description: "Only calls that give this option have the effect." });
const effect = z.discriminatedUnion("kind", [
  z.strictObject({ text: z.string(), option, kind: z.enum(["reads", "writes", "creates", "deletes"]), path: z.string() }),
  z.strictObject({ text: z.string(), option, kind: z.literal("network"), access: z.enum(["read", "write"]), host: z.string() }),
  z.strictObject({ text: z.string(), option, kind: z.literal("external"), system: z.string(), what: z.string() }),
  z.strictObject({ text: z.string(), option, kind: z.literal("process"), what: z.string() }),
  z.strictObject({ text: z.string(), option, kind: z.literal("prose") }),
]);

const parameter = z.strictObject({
  name: z.string(),
  short: z.string().length(1).exactOptional(),
  type: z.enum(["string", "number", "integer", "boolean", "path", "enum"]),
  list: z.boolean().meta({ description: "True for T[]." }),
  values: words.exactOptional().meta({ description: "The allowed values of an enum." }),
  required: z.boolean(),
  default: z.unknown().optional(),
  env: z.string().exactOptional().meta({ description: "Variable that supplies the value when the option is absent." }),
  description: z.string().exactOptional(),
});

const exitCodes = z.strictObject({
  0: z.string().exactOptional(),
  1: z.string().exactOptional(),
  2: z.string().exactOptional(),
  3: z.string().exactOptional(),
});

export const entrySchema: z.ZodType<ToolEntry> = z.strictObject({
  id: z.string().regex(/^local__[a-z0-9]+(-[a-z0-9]+)+$/),
  noun: word,
  verb: word,
  summary: z.string().exactOptional(),
  source: z.string().meta({ description: "Relative to PROJECT_ROOT with `/`; `nichekit:lib/…` for a tool of the shared lib." }),
  runner: z.enum(["module", "process"]),
  sha256: sha256.meta({ description: "Of the header." }),
  preconditions: z.array(precondition).readonly(),
  idempotent: z.boolean(),
  side_effects: z.array(effect).readonly(),
  derived_risk: risk.meta({ description: "Of the side effects, raised by the header." }),
  options: z.array(parameter).readonly().exactOptional(),
  args: z.array(parameter).readonly().exactOptional(),
  input_schema: anySchema.exactOptional().meta({ description: "JSON Schema of the arguments; absent if none are declared." }),
  output: z.strictObject({ format: z.enum(["text", "json", "ndjson"]), schema: anySchema.exactOptional() }),
  env: z.array(z.strictObject({ name: z.string(), default: z.string().exactOptional() })).readonly(),
  exit_codes: exitCodes.exactOptional(),
  dry_run: z.literal("native").exactOptional(),
  stdin: z.literal(true).exactOptional(),
  timeout: z.number().exactOptional().meta({ description: "Seconds." }),
  risk: risk.exactOptional(),
  keywords: words.exactOptional(),
  paths: words.exactOptional(),
  examples: words.exactOptional(),
  see_also: words.exactOptional(),
  tokens: z.strictObject({ index: z.int(), full: z.int() }),
  seal: z.string().exactOptional().meta({ description: "Digest of this entry as nichekit wrote it; not to be edited." }),
});

/** `logs/tool-registry.json`. */
export const registrySchema: z.ZodType<Registry> = z.strictObject({
  $schema: z.string(),
  version: z.literal(1),
  nichekit: z.string().meta({ description: "Version of nichekit that wrote it." }),
  tokenizer: z.string(),
  tools: z.array(entrySchema).readonly(),
  graph: z.strictObject({
    provides: z.array(z.strictObject({ needs: z.string(), precondition: z.string(), provider: z.string() })).readonly(),
  }),
});

export function registryJsonSchema(): JsonSchema {
  return { ...z.toJSONSchema(registrySchema), title: "nichekit tool registry" };
}
