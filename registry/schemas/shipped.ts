import { settingsJsonSchema } from "../project/settings-schema.ts";
import { headerJsonSchema } from "../tool-meta/json-schema.ts";
import type { JsonSchema } from "../tool-meta/tool-meta.ts";
import { errorJsonSchema, outcomeJsonSchema } from "./outcome-schema.ts";
import { registryJsonSchema } from "./registry-schema.ts";

/** The JSON Schemas that ship with the package, by the file name they have in `dist/schemas/`. Made by the build. */
export function shippedSchemas(): Readonly<Record<string, JsonSchema>> {
  return {
    "error.schema.json": errorJsonSchema(),
    "header.schema.json": headerJsonSchema(),
    "outcome.schema.json": outcomeJsonSchema(),
    "registry.schema.json": registryJsonSchema(),
    "settings.schema.json": settingsJsonSchema(),
  };
}
