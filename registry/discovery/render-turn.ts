import { canonicalJson } from "../canonical-json.ts";
import type { CapabilityCard, CapabilityKind } from "../catalog/descriptor.ts";
import type { JsonSchema } from "../tool-meta/tool-meta.ts";
import { modelName } from "./model-name.ts";
import type { AnthropicTool, IndexLine, RenderedTurn } from "./rendered-turn.ts";
import type { VisibleSet } from "./visible-set.ts";

/** What the rendering needs of a loaded tool; stored with the turn. */
export interface Definition {
  readonly description: string;
  readonly schema: JsonSchema;
}

/**
 * The visible set as a model is shown it. Pure: the same set, cards and
 * definitions give the same bytes. Only tools at full projection have a schema,
 * and nothing has a body.
 *
 * @throws Error where a tool at full projection has no definition.
 */
export function renderTurn(
  visible: VisibleSet,
  card: (id: string) => CapabilityCard | undefined,
  definition: (id: string) => Definition | undefined,
): RenderedTurn {
  const anthropic: AnthropicTool[] = [];
  for (const { id, projection } of visible.members) {
    if (projection !== "full") continue;
    const defined = definition(id);
    if (defined === undefined) throw new Error(`no definition of ${id}`);
    anthropic.push({ name: modelName(id), description: defined.description, input_schema: defined.schema });
  }
  const lines = (kind: CapabilityKind): IndexLine[] =>
    visible.members
      .filter((member) => member.kind === kind && member.projection === "index")
      .map(({ id }) => ({ id, name: card(id)?.title ?? id, summary: card(id)?.summary ?? "" }));
  const shown = {
    tools: anthropic,
    tool_index: lines("tool"),
    skill_index: lines("skill"),
    resources: lines("resource"),
    prompts: lines("prompt"),
  };
  return {
    tools: { anthropic, openai: anthropic.map(openAiTool) },
    toolIndex: shown.tool_index,
    skillIndex: shown.skill_index,
    resources: shown.resources,
    prompts: shown.prompts,
    modelInput: canonicalJson(shown),
  };
}

function openAiTool({ name, description, input_schema }: AnthropicTool): RenderedTurn["tools"]["openai"][number] {
  return { type: "function", function: { name, description, parameters: input_schema } };
}
