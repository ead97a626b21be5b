/**
 * TOOL_META
 * Show the card of one tool, from its header as it is now: how it is called, what it needs, what provides that, what it changes, what its exit codes mean.
 *
 * @noun tool
 * @verb show
 * @arg {string} noun - The tool's noun.
 * @arg {string} verb - The tool's verb.
 * @option none
 * @precondition none
 * @side_effect reads ${PROJECT_ROOT}
 * @idempotent true
 * @env PROJECT_ROOT
 * @env TOOL_PATH
 * @env SUBJECT
 * @env SUBJECT_COMMAND
 * @output json
 * @exit_code 1 There is no such tool.
 * @keywords tool, card, explain, describe
 * @example tool show docs fetch
 * @see_also tool list, tool schema
 */
import type { ToolArguments } from "../logs/tool-types.d.ts";
import type { ToolEntry } from "../registry/entry.ts";
import { providersByPath, providersOf } from "../registry/plan/provide.ts";
import { callLine } from "../registry/show/call-line.ts";
import type { Render, Run } from "../registry/tool-context.ts";
import type { Parameter } from "../registry/tool-meta/tool-meta.ts";
import { typeName } from "../registry/tool-meta/value-type.ts";
import { carriedTools, selectTools } from "./support/carried-tools.ts";

export interface Card {
  /** Command line with its parameters' forms. */
  call: string;
  tool: ToolEntry;
  /** Who makes what it needs: the command behind each precondition that a tool provides. */
  provided_by: readonly { precondition: string; command: string }[];
}

export const run: Run<ToolArguments["tool show"], Card> = async ({ noun, verb }, context) => {
  const carried = await carriedTools(context);
  const [tool] = selectTools(carried, noun, verb, context, ["tool", "show"]) as [ToolEntry];
  const offers = providersByPath(carried.tools);
  const provided = tool.preconditions.flatMap((precondition) => {
    const provider = providersOf(precondition, offers).find((one) => one.tool.id !== tool.id);
    if (provider === undefined) return [];
    const words = [provider.tool.noun, provider.tool.verb, ...(provider.option === undefined ? [] : [`--${provider.option}`])];
    return [{ precondition: precondition.text, command: context.command(...words) }];
  });
  context.next(`${noun} ${verb} --help`);
  return { call: `${context.command()} ${callLine(tool)}`, tool, provided_by: provided };
};

export const render: Render<Card> = ({ call, tool, provided_by }) => {
  const texts = (items: readonly { text: string }[]) => (items.length === 0 ? ["none"] : items.map((item) => item.text));
  const needs = texts(tool.preconditions).map((text) => {
    const provider = provided_by.find(({ precondition }) => precondition === text);
    return provider === undefined ? text : `${text}  (made by: ${provider.command})`;
  });
  const rows: readonly (readonly [string, readonly string[]])[] = [
    ["needs", needs],
    ["changes", texts(tool.side_effects)],
    ["risk", [tool.derived_risk]],
    ["repeat", [tool.idempotent ? "safe (idempotent)" : "not safe"]],
    ["output", [tool.output.format + (tool.output.schema === undefined ? "" : " (with a schema)")]],
    ["exit", Object.entries(tool.exit_codes ?? {}).map(([code, text]) => `${code}: ${text}`)],
    ["example", tool.examples ?? []],
    ["see also", tool.see_also ?? []],
    ["source", [tool.source]],
    ["tokens", [`${tool.tokens.index} in an index, ${tool.tokens.full} in full`]],
  ];
  return [
    call,
    ...(tool.summary === undefined ? [] : [`  ${tool.summary}`]),
    ...[...(tool.options ?? []), ...(tool.args ?? [])].map((parameter) => `  ${parameterLine(parameter, tool)}`),
    ...rows.flatMap(([name, lines]) => lines.map((line, at) => `  ${(at === 0 ? name : "").padEnd(8)}  ${line}`)),
  ].join("\n");
};

function parameterLine(parameter: Parameter, tool: ToolEntry): string {
  const name = tool.options?.includes(parameter) ? `--${parameter.name}` : `<${parameter.name}>`;
  const notes = [
    typeName(parameter),
    ...(parameter.required ? ["required"] : []),
    ...(parameter.env === undefined ? [] : [`or $${parameter.env}`]),
  ];
  return `${name} (${notes.join(", ")})${parameter.description === undefined ? "" : `: ${parameter.description}`}`;
}
