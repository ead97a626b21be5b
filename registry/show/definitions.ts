import type { ToolEntry } from "../entry.ts";
import type { JsonSchema } from "../tool-meta/tool-meta.ts";

/** Who will read the definitions: Anthropic's Messages API, OpenAI's chat completions, the Model Context Protocol. */
export type DefinitionFormat = "anthropic" | "openai" | "mcp";

/**
 * A tool as a model's API takes it. Names are ids (`local__docs-fetch`); a tool that declares no arguments takes an
 * open object. The hints of `mcp` derive from the header alone.
 */
export function definitionOf(tool: ToolEntry, format: DefinitionFormat): Readonly<Record<string, unknown>> {
  const name = tool.id;
  const description = tool.summary ?? "";
  const schema = tool.input_schema ?? { type: "object" };
  switch (format) {
    case "anthropic":
      return { name, description, input_schema: schema };
    case "openai":
      return { type: "function", function: { name, description, parameters: schema } };
    case "mcp":
      return { name, description, inputSchema: schema, ...outputOf(tool), annotations: annotationsOf(tool) };
  }
}

/** MCP takes an output schema of an object only. */
function outputOf({ output }: ToolEntry): { outputSchema?: JsonSchema } {
  return output.schema?.type === "object" ? { outputSchema: output.schema } : {};
}

/** MCP's hints, by the gravest that any call of the tool may do. */
export function annotationsOf({ side_effects, idempotent }: Pick<ToolEntry, "side_effects" | "idempotent">): {
  readOnlyHint: boolean;
  destructiveHint: boolean;
  idempotentHint: boolean;
  openWorldHint: boolean;
} {
  const readOnly = side_effects.every(
    ({ kind, ...effect }) => kind === "reads" || (kind === "network" && "access" in effect && effect.access === "read"),
  );
  return {
    readOnlyHint: readOnly,
    destructiveHint: side_effects.some(({ kind }) => kind === "deletes" || kind === "external" || kind === "prose"),
    idempotentHint: idempotent,
    openWorldHint: side_effects.some(({ kind }) => kind === "network" || kind === "external" || kind === "prose"),
  };
}
