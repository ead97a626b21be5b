import type { GraphEdge, ToolGraph } from "./graph.ts";

/**
 * A graph as a Mermaid flowchart that stays legible for a hundred tools: a box for each noun, tools without an edge in
 * one node of it, and a path that several tools make or read drawn once, as a node of its own.
 */
export function mermaidOf(graph: ToolGraph): string {
  const linked = new Set(graph.edges.flatMap(({ from, to }) => [from, to]));
  const name = new Map(graph.tools.map(({ id }, at) => [id, `t${at}`]));
  const nouns = [...new Set(graph.tools.map(({ noun }) => noun))];
  const lines = ["flowchart LR"];
  nouns.forEach((noun, at) => {
    const own = graph.tools.filter((tool) => tool.noun === noun);
    const alone = own.filter(({ id }) => !linked.has(id));
    lines.push(`  subgraph n${at}[${quoted(noun)}]`);
    for (const { id, verb } of own) if (linked.has(id)) lines.push(`    ${name.get(id)}[${quoted(verb)}]`);
    if (alone.length > 0) lines.push(`    a${at}[${quoted(alone.map(({ verb }) => verb).join("<br>"))}]`);
    lines.push("  end");
  });
  let hubs = 0;
  for (const edges of byPath(graph.edges)) {
    const [first] = edges;
    if (first === undefined) continue;
    if (edges.length < 4) {
      for (const { from, to, kind, path } of edges) lines.push(`  ${name.get(from)} ${arrow(kind, path)} ${name.get(to)}`);
      continue;
    }
    const hub = `p${hubs++}`;
    lines.push(`  ${hub}([${quoted(first.path)}])`);
    for (const from of distinct(edges.map((edge) => edge.from))) lines.push(`  ${name.get(from)} --> ${hub}`);
    for (const to of distinct(edges.map((edge) => edge.to))) {
      const provides = edges.some((edge) => edge.to === to && edge.kind === "provides");
      lines.push(`  ${hub} ${provides ? "-->" : "-.->"} ${name.get(to)}`);
    }
  }
  return lines.join("\n");
}

function byPath(edges: readonly GraphEdge[]): readonly (readonly GraphEdge[])[] {
  const groups = new Map<string, GraphEdge[]>();
  for (const edge of edges) groups.set(edge.path, [...(groups.get(edge.path) ?? []), edge]);
  return [...groups.values()];
}

function arrow(kind: GraphEdge["kind"], path: string): string {
  return kind === "provides" ? `-->|${quoted(path)}|` : `-.->|${quoted(path)}|`;
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', "#quot;")}"`;
}

function distinct(ids: readonly string[]): string[] {
  return [...new Set(ids)];
}
