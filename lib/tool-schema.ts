/**
 * TOOL_META
 * Give the definitions of all tools, or of one, as a model's API takes them, with bytes and tokens: what it would cost to load them all.
 *
 * @noun tool
 * @verb schema
 * @arg {string} [noun] - Only tools of this noun.
 * @arg {string} [verb] - With the noun, this one tool.
 * @option {anthropic|openai|mcp} [format=anthropic] - Whose form: the Messages API, chat completions, the Model Context Protocol.
 * @precondition none
 * @side_effect reads ${PROJECT_ROOT}
 * @idempotent true
 * @env PROJECT_ROOT
 * @env TOOL_PATH
 * @env SUBJECT
 * @env SUBJECT_COMMAND
 * @output json
 * @exit_code 1 There is no such tool.
 * @keywords schema, JSON Schema, tokens, anthropic, openai, mcp
 * @example tool schema
 * @example tool schema docs fetch --format mcp
 * @see_also tool list
 */
import type { ToolArguments } from "../logs/tool-types.d.ts";
import { TOKENIZER } from "../registry/generate/projections.ts";
import { type DefinitionFormat, definitionOf } from "../registry/show/definitions.ts";
import type { Render, Run } from "../registry/tool-context.ts";
import { carriedTools, selectTools } from "./support/carried-tools.ts";

/** An API's own limit on a tool's name. */
const NAME_LIMIT = 64;

export interface Schemas {
  format: DefinitionFormat;
  count: number;
  /** Of `tools` as JSON without spaces, in UTF-8. */
  bytes: number;
  /** Of the same text. */
  tokens: number;
  tokenizer: string;
  sizes: readonly { id: string; bytes: number; tokens: number }[];
  /** In the order of `sizes`, ready to be sent. */
  tools: readonly Readonly<Record<string, unknown>>[];
}

export const run: Run<ToolArguments["tool schema"], Schemas> = async ({ noun, verb, format }, context) => {
  const tools = selectTools(await carriedTools(context), noun, verb, context, ["tool", "schema"]);
  for (const { id } of tools)
    if (id.length > NAME_LIMIT) context.warn(`${id} has ${id.length} characters; APIs take names of ${NAME_LIMIT}`);
  const definitions = tools.map((tool) => definitionOf(tool, format));
  const texts = definitions.map((definition) => JSON.stringify(definition));
  const whole = JSON.stringify(definitions);
  const { tokensOf } = await import("./support/exact-tokens.ts");
  const [tokens = 0, ...each] = tokensOf([whole, ...texts]);
  return {
    format,
    count: tools.length,
    bytes: Buffer.byteLength(whole),
    tokens,
    tokenizer: TOKENIZER,
    sizes: tools.map(({ id }, at) => ({ id, bytes: Buffer.byteLength(texts[at] ?? ""), tokens: each[at] ?? 0 })),
    tools: definitions,
  };
};

export const render: Render<Schemas> = ({ format, count, bytes, tokens, tokenizer, sizes, tools }) => {
  if (count === 1) return JSON.stringify(tools[0], null, 2);
  const width = Math.max(0, ...sizes.map(({ id }) => id.length));
  return [
    ...sizes.map((size) => `${size.id.padEnd(width)}  ${String(size.bytes).padStart(6)} bytes  ${String(size.tokens).padStart(5)} tokens`),
    `${count} tools for ${format}: ${bytes} bytes, ${tokens} tokens (${tokenizer}); --json gives the definitions`,
  ].join("\n");
};
