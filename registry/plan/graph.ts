import type { ToolEntry } from "../entry.ts";
import { names, overlap } from "./place.ts";
import { placeIndex } from "./place-index.ts";
import { type Change, factOf, makesFact } from "./problem.ts";
import { type Touch, touchesOf } from "./touch.ts";
import type { World } from "./world.ts";

/** `provides`: what `from` makes is a precondition of `to`. `feeds`: `to` reads what `from` writes. */
export interface GraphEdge {
  readonly from: string;
  readonly to: string;
  readonly kind: "provides" | "feeds";
  readonly path: string;
}

/** What headers say of each other: derived, never written (contract 4.8). */
export interface ToolGraph {
  readonly tools: readonly { readonly id: string; readonly noun: string; readonly verb: string }[];
  /** By `from`, `to` and path. A pair that provides does not also feed. */
  readonly edges: readonly GraphEdge[];
  /** Ids of tools that provide for each other. */
  readonly cycles: readonly (readonly string[])[];
  /** Paths that a precondition asks for and no tool makes. */
  readonly unprovided: readonly { readonly needs: string; readonly precondition: string }[];
}

interface Made {
  readonly tool: ToolEntry;
  readonly change: Change;
}

/** The graph of all tools, their options' effects included, with paths as they are now. */
export function toolGraph(world: World): ToolGraph {
  const made = placeIndex<Made>();
  const root = world.place(".", []);
  for (const tool of world.tools) {
    for (const effect of tool.side_effects) {
      if (effect.kind !== "creates" && effect.kind !== "writes") continue;
      const place = world.place(effect.path, tool.env);
      if (!place.unknown && overlap(place, root) !== "contains" && overlap(place, root) !== "same")
        made.add(place, { tool, change: { kind: effect.kind, place } });
    }
  }
  const edges = new Map<string, GraphEdge>();
  const add = (edge: GraphEdge) => edges.set(`${edge.from}\0${edge.to}\0${edge.kind}\0${edge.path}`, edge);
  const unprovided: { needs: string; precondition: string }[] = [];
  for (const tool of world.tools) {
    for (const precondition of tool.preconditions) {
      if (!("path" in precondition)) continue;
      const place = world.place(precondition.path, tool.env);
      const fact = { ...factOf(precondition, tool.env, world), fixed: false };
      const providers = made.near(place).filter((other) => other.tool.id !== tool.id && makesFact(other.change, fact));
      for (const other of providers) add({ from: other.tool.id, to: tool.id, kind: "provides", path: place.text });
      if (providers.length === 0) unprovided.push({ needs: tool.id, precondition: precondition.text });
    }
    for (const touch of readsOf(tool, world)) {
      for (const other of made.near(touch.place)) {
        if (other.tool.id === tool.id || ["apart", "unknown"].includes(overlap(other.change.place, touch.place))) continue;
        const path = names(other.change.place, "itself", touch.place) ? touch.place.text : other.change.place.text;
        add({ from: other.tool.id, to: tool.id, kind: "feeds", path });
      }
    }
  }
  const provides = [...edges.values()].filter(({ kind }) => kind === "provides");
  const providing = new Set(provides.map(({ from, to }) => `${from}\0${to}`));
  const kept = [...edges.values()].filter(({ kind, from, to }) => kind === "provides" || !providing.has(`${from}\0${to}`));
  return {
    tools: world.tools.map(({ id, noun, verb }) => ({ id, noun, verb })),
    edges: kept.sort((a, b) => compare(a.from, b.from) || compare(a.to, b.to) || compare(a.path, b.path)),
    cycles: cyclesIn(provides),
    unprovided,
  };
}

function readsOf(tool: ToolEntry, world: World): readonly Touch[] {
  const step = { tool, effects: tool.side_effects, command: "", args: {}, words: [], yes: false, dryRun: false, timeout: undefined };
  return touchesOf(step, world).filter((touch) => touch.how === "reads" && !touch.whole && !touch.place.unknown);
}

/** The strongly connected sets of more than one tool. */
function cyclesIn(edges: readonly GraphEdge[]): string[][] {
  const next = new Map<string, string[]>();
  for (const { from, to } of edges) next.set(from, [...(next.get(from) ?? []), to]);
  const reach = (start: string): Set<string> => {
    const seen = new Set<string>();
    const open = [...(next.get(start) ?? [])];
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      if (seen.has(at)) continue;
      seen.add(at);
      open.push(...(next.get(at) ?? []));
    }
    return seen;
  };
  const reached = new Map([...next.keys()].map((id) => [id, reach(id)]));
  const cycles: string[][] = [];
  const known = new Set<string>();
  for (const [id, others] of reached) {
    if (known.has(id) || !others.has(id)) continue;
    const cycle = [...others].filter((other) => reached.get(other)?.has(id));
    for (const member of cycle) known.add(member);
    if (cycle.length > 1) cycles.push(cycle.sort(compare));
  }
  return cycles;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
