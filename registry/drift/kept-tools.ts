import type { Registry, ToolEntry } from "../entry.ts";
import { entryText, registryText } from "../generate/registry-text.ts";
import type { PathTemplate } from "../plan/precondition.ts";
import { neededPaths, type ProvidingTool, providesGraph, providingPart } from "../plan/provide.ts";
import { type TypesByNoun, typesByNoun } from "../tool-meta/types-by-noun.ts";
import { isOwnTypeScript } from "../tool-meta/types-file.ts";
import { packedTexts } from "./packed-texts.ts";

/** What of all the tools is to be known at the end, besides what the check itself needs. */
export interface Wanted {
  /** Where the tools lie. */
  sources?: boolean;
  /** What the derived files have to hold. */
  texts?: boolean;
}

/** What follows from all tools together. */
export interface Derived {
  /** How many tools there are. */
  tools: number;
  graph: Registry["graph"];
  /** Of `logs/tool-types.d.ts`; undefined: there is to be no such file. */
  types: TypesByNoun | undefined;
  /** In the order of the tools' ids, where they are wanted. */
  sources: readonly string[];
  /** Where they are wanted; `types` undefined as above. */
  texts?: { registry: string; types: string | undefined };
}

/** Takes of every entry what is to be known of all tools at once, and lets the rest of it go. */
export interface KeptTools {
  /** The tools come in the order of their ids. */
  add(tool: ToolEntry): void;
  /** `broken`: sources that could not be registered. */
  derived(broken: readonly string[]): Derived;
}

export function keptTools(wanted: Wanted): KeptTools {
  const providing = packedTexts();
  const needed = new Set<PathTemplate>();
  const types = typesByNoun(wanted.texts);
  const sources: string[] = [];
  const entries: string[] = [];
  let tools = 0;
  let typed = false;
  return {
    add: (tool) => {
      tools += 1;
      typed ||= tool.runner === "module" && isOwnTypeScript(tool.source);
      types.add(tool);
      const part = providingPart(tool);
      if (part !== undefined) providing.add(JSON.stringify(part));
      for (const path of neededPaths(tool)) needed.add(path);
      if (wanted.sources) sources.push(tool.source);
      if (wanted.texts) entries.push(entryText(tool));
    },
    derived: (broken) => {
      const graph = { provides: providesGraph({ [Symbol.iterator]: () => parsed(providing) }, needed) };
      const now = typed || broken.some(isOwnTypeScript) ? types : undefined;
      const derived = { tools, graph, types: now, sources };
      return wanted.texts ? { ...derived, texts: { registry: registryText(entries, graph), types: now?.text() } } : derived;
    },
  };
}

function* parsed(texts: Iterable<string>): Generator<ProvidingTool> {
  for (const text of texts) yield JSON.parse(text) as ProvidingTool;
}
