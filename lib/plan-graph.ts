/**
 * TOOL_META
 * Draw which tool makes what another needs or reads, grouped by noun, as Mermaid for a document or as JSON for a program.
 *
 * @noun plan
 * @verb graph
 * @option {"mermaid"|"json"} [format=mermaid] - A flowchart, or the nodes, edges, cycles and what nothing provides.
 * @arg {string[]} [nouns] - Only tools of these nouns, and those they are linked with.
 * @precondition none
 * @side_effect reads ${PROJECT_ROOT}
 * @idempotent true
 * @env *
 * @output json
 * @exit_code 1 No tool has this noun.
 * @keywords plan, graph, mermaid, dependency, cycle
 * @example plan graph
 * @example plan graph docs --format json
 * @see_also plan show
 */
import type { ToolArguments } from "../logs/tool-types.d.ts";
import { type ToolGraph, toolGraph } from "../registry/plan/graph.ts";
import { mermaidOf } from "../registry/plan/mermaid.ts";
import type { Render, Run } from "../registry/tool-context.ts";
import { selectTools } from "./support/carried-tools.ts";
import { planWorld } from "./support/plan/planner.ts";

export type PlanGraph = { format: "mermaid"; mermaid: string } | ({ format: "json" } & ToolGraph);

export const run: Run<ToolArguments["plan graph"], PlanGraph> = async ({ format, nouns = [] }, context) => {
  const { world } = await planWorld(context);
  for (const noun of nouns) selectTools(world, noun, undefined, context, ["plan", "graph"]);
  const graph = about(toolGraph(world), nouns);
  return format === "json" ? { format, ...graph } : { format: "mermaid", mermaid: mermaidOf(graph) };
};

function about(graph: ToolGraph, nouns: readonly string[]): ToolGraph {
  if (nouns.length === 0) return graph;
  const own = new Set(graph.tools.filter(({ noun }) => nouns.includes(noun)).map(({ id }) => id));
  const edges = graph.edges.filter(({ from, to }) => own.has(from) || own.has(to));
  const shown = new Set([...own, ...edges.flatMap(({ from, to }) => [from, to])]);
  return {
    tools: graph.tools.filter(({ id }) => shown.has(id)),
    edges,
    cycles: graph.cycles.filter((cycle) => cycle.some((id) => own.has(id))),
    unprovided: graph.unprovided.filter(({ needs }) => own.has(needs)),
  };
}

export const render: Render<PlanGraph> = (data) => (data.format === "mermaid" ? data.mermaid : JSON.stringify(data, null, 2));
