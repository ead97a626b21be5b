import type { JsonSchema } from "../tool-meta/tool-meta.ts";

/** A tool as Anthropic's Messages API takes it. */
export interface AnthropicTool {
  readonly name: string;
  readonly description: string;
  readonly input_schema: JsonSchema;
}

/** A tool as OpenAI's Chat Completions API takes it. */
export interface OpenAiTool {
  readonly type: "function";
  readonly function: { readonly name: string; readonly description: string; readonly parameters: JsonSchema };
}

/** One line of an index: what a model needs to choose it. */
export interface IndexLine {
  readonly id: string;
  readonly name: string;
  readonly summary: string;
}

/**
 * A turn as a model is shown it (contract 4.10). `modelInput` is its canonical
 * JSON, whose digest the log keeps: replay gives the same bytes.
 */
export interface RenderedTurn {
  readonly tools: { readonly anthropic: readonly AnthropicTool[]; readonly openai: readonly OpenAiTool[] };
  /** Skills at index projection; never a body. */
  readonly skillIndex: readonly IndexLine[];
  /** Tools that are visible but stand without their schema. */
  readonly toolIndex: readonly IndexLine[];
  readonly resources: readonly IndexLine[];
  readonly prompts: readonly IndexLine[];
  readonly modelInput: string;
}
