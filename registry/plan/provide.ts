import type { ProvidesEdge, ToolEntry } from "../entry.ts";
import type { Effect } from "./effect.ts";
import { normalTemplate } from "./path-place.ts";
import type { PathTemplate, Precondition } from "./precondition.ts";

/** What providing is decided by. */
export type ProvidingTool = Pick<ToolEntry, "id" | "preconditions" | "side_effects">;

/** What of a tool the graph is made of; undefined where it has no place in it. Its effects come without their texts. */
export function providingPart({ id, preconditions, side_effects }: ProvidingTool): ProvidingTool | undefined {
  const needed = preconditions.filter((precondition) => neededPath(precondition) !== undefined);
  const provided = side_effects.filter(({ kind }) => kind === "creates" || kind === "writes").map((effect) => ({ ...effect, text: "" }));
  return needed.length + provided.length > 0 ? { id, preconditions: needed, side_effects: provided } : undefined;
}

/** A tool that provides a precondition; with `option`, only a call that gives this option does. */
export interface Provider<T extends ProvidingTool> {
  tool: T;
  option?: string;
}

/** How well an effect provides: making the very path, writing it, making something in the folder, writing there. */
type Rank = 0 | 1 | 2;
interface Offer<T extends ProvidingTool> extends Provider<T> {
  rank: Rank;
}

/** For every path in normal spelling, who provides it. Built once for a set of tools. */
export type ProvidersByPath<T extends ProvidingTool> = ReadonlyMap<PathTemplate, readonly Offer<T>[]>;

/** With `needed`, for these paths only. */
export function providersByPath<T extends ProvidingTool>(tools: Iterable<T>, needed?: ReadonlySet<PathTemplate>): ProvidersByPath<T> {
  const offers = new Map<PathTemplate, Offer<T>[]>();
  const add = (path: PathTemplate, rank: Rank, tool: T, effect: Effect) => {
    if (needed?.has(path) === false) return;
    const offer = effect.option === undefined ? { tool, rank } : { tool, rank, option: effect.option };
    const known = offers.get(path);
    if (known) known.push(offer);
    else offers.set(path, [offer]);
  };
  for (const tool of tools) {
    for (const effect of tool.side_effects) {
      if (effect.kind !== "creates" && effect.kind !== "writes") continue;
      const path = normalTemplate(effect.path);
      add(path, effect.kind === "creates" ? 0 : 1, tool, effect);
      // Who creates a file in a folder leaves the folder there; who writes one may have needed it.
      if (effect.kind === "creates") for (const folder of foldersAbove(path)) add(folder, 2, tool, effect);
    }
  }
  return offers;
}

/**
 * The tools that provide what `precondition` needs (contract 4.8), best first, then by id by code point. A folder's
 * provider does not provide a file in it. A tool that itself needs the path to be there does not provide it.
 */
export function providersOf<T extends ProvidingTool>(precondition: Precondition, offers: ProvidersByPath<T>): readonly Provider<T>[] {
  const need = neededPath(precondition);
  if (need === undefined) return [];
  const path = normalTemplate(need.path);
  const best = new Map<string, Offer<T>>();
  for (const offer of offers.get(path) ?? []) {
    if (offer.rank === 2 && !need.folderWillDo) continue;
    if (precondition.kind !== "newer" && offer.tool.preconditions.some((own) => needsThere(own, path))) continue;
    const known = best.get(offer.tool.id);
    if (known === undefined || compareOffers(offer, known) < 0) best.set(offer.tool.id, offer);
  }
  return [...best.values()].sort(compareOffers).map(({ tool, option }) => (option === undefined ? { tool } : { tool, option }));
}

/** The tools that provide `precondition` whatever options they are given, best first. */
export function providerOf<T extends ProvidingTool>(precondition: Precondition, tools: readonly T[]): readonly T[] {
  return providersOf(precondition, providersByPath(tools)).flatMap(({ tool, option }) => (option === undefined ? [tool] : []));
}

/** The paths, in normal spelling, that this tool needs to be there. */
export function neededPaths({ preconditions }: Pick<ProvidingTool, "preconditions">): PathTemplate[] {
  return preconditions.flatMap((precondition) => {
    const need = neededPath(precondition);
    return need === undefined ? [] : [normalTemplate(need.path)];
  });
}

/**
 * Every edge of the graph, in the order of the tools, of a tool's preconditions and then as `providersOf` ranks. The tools
 * are gone through twice; held are those that provide one of the `needed` paths, which are all that `neededPaths` gives.
 */
export function providesGraph(
  tools: Iterable<ProvidingTool>,
  needed: ReadonlySet<PathTemplate> = new Set([...tools].flatMap(neededPaths)),
): readonly ProvidesEdge[] {
  const offers = providersByPath(tools, needed);
  const edges: ProvidesEdge[] = [];
  if (offers.size === 0) return edges;
  for (const tool of tools) {
    for (const precondition of tool.preconditions) {
      for (const { tool: provider } of providersOf(precondition, offers)) {
        if (provider.id !== tool.id) edges.push({ needs: tool.id, precondition: precondition.text, provider: provider.id });
      }
    }
  }
  return edges;
}

function neededPath(precondition: Precondition): { path: PathTemplate; folderWillDo: boolean } | undefined {
  switch (precondition.kind) {
    case "exists":
    case "directory":
      return { path: precondition.path, folderWillDo: true };
    case "file":
    case "writable":
    case "executable":
    case "newer":
      return { path: precondition.path, folderWillDo: false };
    default:
      return undefined;
  }
}

function needsThere(precondition: Precondition, path: PathTemplate): boolean {
  const need = precondition.kind === "newer" ? undefined : neededPath(precondition);
  return need !== undefined && normalTemplate(need.path) === path;
}

function foldersAbove(path: PathTemplate): PathTemplate[] {
  const folders: PathTemplate[] = [];
  for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1)) folders.push(path.slice(0, end));
  return folders;
}

function compareOffers<T extends ProvidingTool>(a: Offer<T>, b: Offer<T>): number {
  if ((a.option === undefined) !== (b.option === undefined)) return a.option === undefined ? -1 : 1;
  if (a.rank !== b.rank) return a.rank - b.rank;
  return a.tool.id < b.tool.id ? -1 : a.tool.id > b.tool.id ? 1 : 0;
}
