/**
 * TOOL_META
 * Show the tools of the committed registry, or all that it says of one: what must hold first, what changes, whether a retry is safe.
 *
 * @noun registry
 * @verb show
 * @option {string} [field] - Of the tool, this field alone: preconditions, options.0.default, …
 * @arg {string} [noun] - Only tools of this noun.
 * @arg {string} [verb] - With the noun, this one tool.
 * @precondition none
 * @side_effect reads ${PROJECT_ROOT}
 * @idempotent true
 * @env PROJECT_ROOT
 * @env TOOL_PATH
 * @env SUBJECT
 * @env SUBJECT_COMMAND
 * @output json
 * @exit_code 1 No such tool or field, or no readable registry.
 * @keywords registry, tools, list
 * @example registry show
 * @example registry show docs fetch --field preconditions
 * @see_also registry check
 */
import type { ToolArguments } from "../logs/tool-types.d.ts";
import { parseCommitted, readCommitted } from "../registry/drift/committed.ts";
import { REGISTRY_PATH, type ToolEntry } from "../registry/entry.ts";
import { fault } from "../registry/error/catalogue.ts";
import { openProject } from "../registry/project/open.ts";
import type { Project } from "../registry/project/project.ts";
import type { Render, Run, ToolContext } from "../registry/tool-context.ts";

export type Shown = { tools: readonly ToolEntry[] } | { tool: ToolEntry } | { field: string; value: unknown };

export const run: Run<ToolArguments["registry show"], Shown> = async ({ field, noun, verb }, context) => {
  const project = await openProject(context.env, context.cwd);
  const tools = (await readTools(project, context)).filter((tool) => noun === undefined || tool.noun === noun);
  const unknown = (name: string) => fault("registry_tool_unknown", { tool: name }, { fix: [context.command("registry", "show")] });
  if (noun !== undefined && tools.length === 0) throw unknown(verb === undefined ? noun : `${noun} ${verb}`);
  if (verb === undefined) {
    if (field === undefined) return { tools };
    throw fault(
      "registry_field_unknown",
      { tool: "a list of tools", field },
      { fix: [context.command("registry", "show", ...(noun === undefined ? [] : [noun]))] },
    );
  }
  const tool = tools.find((entry) => entry.verb === verb);
  if (tool === undefined) throw unknown(`${noun} ${verb}`);
  if (field === undefined) return { tool };
  const value = valueAt(tool, field.split("."));
  if (value !== undefined) return { field, value };
  const fix = [context.command("registry", "show", tool.noun, tool.verb)];
  throw fault("registry_field_unknown", { tool: `${tool.noun} ${tool.verb}`, field }, { fix });
};

/** What is committed, unless nothing is: then what the headers say now. */
async function readTools(project: Project, context: ToolContext): Promise<readonly ToolEntry[]> {
  const text = readCommitted(project.root, REGISTRY_PATH);
  const fix = [context.command("registry", "generate")];
  if (text === undefined) {
    context.warn(`${REGISTRY_PATH} does not exist: this is what the headers say`);
    context.next("registry generate");
    const { buildRegistry } = await import("../registry/generate/build.ts");
    return (await buildRegistry(project)).registry.tools;
  }
  const parsed = parseCommitted(text);
  if (parsed.kind === "conflict") {
    throw fault("registry_conflict", { reason: `${REGISTRY_PATH}:${parsed.line}: merge-conflict markers` }, { fix });
  }
  if (parsed.kind === "not_json")
    throw fault("registry_not_json", { reason: `${REGISTRY_PATH} is not a registry: ${parsed.reason}` }, { fix });
  return parsed.tools as readonly ToolEntry[];
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  let found = value;
  for (const key of path) {
    if (typeof found !== "object" || found === null || !Object.hasOwn(found, key)) return undefined;
    found = (found as Readonly<Record<string, unknown>>)[key];
  }
  return found;
}

export const render: Render<Shown> = (data) => {
  if ("field" in data) return typeof data.value === "string" ? data.value : JSON.stringify(data.value, null, 2);
  if ("tool" in data) return card(data.tool);
  const width = Math.max(0, ...data.tools.map((tool) => tool.noun.length + tool.verb.length + 1));
  const lines = data.tools.map(
    (tool) => `${`${tool.noun} ${tool.verb}`.padEnd(width)}  ${tool.derived_risk.padEnd(6)}  ${tool.summary ?? ""}`,
  );
  return [...lines, `${data.tools.length} ${data.tools.length === 1 ? "tool" : "tools"}`].join("\n");
};

function card(tool: ToolEntry): string {
  const texts = (items: readonly { text: string }[]) => (items.length === 0 ? "none" : items.map((item) => item.text).join("; "));
  const rows: readonly (readonly [string, string])[] = [
    ["needs", texts(tool.preconditions)],
    ["effects", texts(tool.side_effects)],
    ["risk", tool.derived_risk],
    ["retry", tool.idempotent ? "safe (idempotent)" : "not safe"],
    ["output", tool.output.format],
    ["source", tool.source],
    ["tokens", `${tool.tokens.index} in an index, ${tool.tokens.full} in full`],
  ];
  return [`${tool.noun} ${tool.verb}: ${tool.summary ?? ""}`, ...rows.map(([name, text]) => `  ${name.padEnd(8)} ${text}`)].join("\n");
}
