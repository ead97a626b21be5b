import type { Registry, ToolEntry } from "../entry.ts";
import { entryText, registryText } from "../generate/registry-text.ts";
import { type ProvidingTool, providesGraph, providingPart } from "../plan/provide.ts";
import { isOwnTypeScript, type TypesMark, type TypesPart, typesMark, typesPart, typesText } from "../tool-meta/types-file.ts";

/** What the derived files follow from, once every tool was seen. */
export interface Derived {
  /** Of the tools, in the order of their ids. */
  sources: readonly string[];
  graph: Registry["graph"];
  /** Of `logs/tool-types.d.ts`; undefined: there is to be no such file. */
  types: readonly TypesMark[] | undefined;
  /** What the files have to hold, where it was asked for. */
  texts?: { registry: string; types: string | undefined };
}

/** Takes of every entry what the derived files need of all tools at once, and lets the rest of it go. */
export interface KeptTools {
  /** `text`: its `entryText`, where it is known. */
  add(tool: ToolEntry, text?: string): void;
  count(): number;
  /** `broken`: sources that could not be registered. */
  derived(broken: readonly string[]): Derived;
}

interface KeptTool {
  id: string;
  source: string;
  /** For it the project has a file of types. */
  typed: boolean;
  mark: TypesMark;
  providing: ProvidingTool | undefined;
  texts: { entry: string; types: TypesPart } | undefined;
}

/** With `texts` the derived files' own texts are kept, too. */
export function keptTools(texts = false): KeptTools {
  const kept: KeptTool[] = [];
  const add = (tool: ToolEntry, text?: string) => {
    const { id, source, runner } = tool;
    const types = typesPart(tool);
    kept.push({
      id,
      source,
      typed: runner === "module" && isOwnTypeScript(source),
      mark: typesMark(types),
      providing: providingPart(tool),
      texts: texts ? { entry: text ?? entryText(tool), types } : undefined,
    });
  };
  const derived = (broken: readonly string[]): Derived => {
    kept.sort((a, b) => (a.id < b.id ? -1 : 1));
    const typed = kept.some((tool) => tool.typed) || broken.some(isOwnTypeScript);
    const graph = { provides: providesGraph(kept.flatMap(({ providing }) => providing ?? [])) };
    const sources = kept.map(({ source }) => source);
    const types = typed ? kept.map(({ mark }) => mark) : undefined;
    if (!texts) return { sources, graph, types };
    const own = kept.flatMap((tool) => tool.texts ?? []);
    const registry = registryText(
      own.map(({ entry }) => entry),
      graph,
    );
    return { sources, graph, types, texts: { registry, types: typed ? typesText(own.map((text) => text.types)) : undefined } };
  };
  return { add, count: () => kept.length, derived };
}
