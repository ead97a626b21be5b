import type { JsonSchema, Parameter, ToolMeta } from "./tool-meta.ts";

/**
 * JSON Schema (2020-12) of a tool's arguments: one object for options and
 * positionals alike, closed, in the header's order. A `path` is a string.
 * Undefined if the header declares neither options nor args.
 */
export function inputSchema(meta: Pick<ToolMeta, "options" | "args">): JsonSchema | undefined {
  if (meta.options === undefined && meta.args === undefined) return undefined;
  const parameters = [...(meta.options ?? []), ...(meta.args ?? [])];
  const required = parameters.filter((parameter) => parameter.required).map((parameter) => parameter.name);
  return {
    type: "object",
    properties: Object.fromEntries(parameters.map((parameter) => [parameter.name, valueSchema(parameter)])),
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: false,
  };
}

function valueSchema(parameter: Parameter): JsonSchema {
  const item = itemSchema(parameter);
  return {
    ...(parameter.list ? { type: "array", items: item } : item),
    ...(parameter.description === undefined ? {} : { description: parameter.description }),
    ...(parameter.default === undefined ? {} : { default: parameter.default }),
  };
}

function itemSchema(parameter: Parameter): JsonSchema {
  if (parameter.type === "enum") return { type: "string", enum: parameter.values ?? [] };
  return { type: parameter.type === "path" ? "string" : parameter.type };
}
