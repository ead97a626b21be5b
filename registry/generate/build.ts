import { extname } from "node:path";
import { type Registry, type ToolEntry, toolIdOfStem } from "../entry.ts";
import { providesGraph } from "../plan/provide.ts";
import { byCodePoint } from "../project/list.ts";
import { packageVersion } from "../project/package-root.ts";
import type { Project } from "../project/project.ts";
import type { HeaderProblem } from "../tool-meta/tool-meta.ts";
import { typesFile } from "../tool-meta/types-file.ts";
import { type Collected, collectTools, type FoundTool } from "./collect.ts";
import { entryOf } from "./entry-of.ts";
import { projections, TOKENIZER } from "./projections.ts";
import { runnerKind } from "./runner-kind.ts";
import { sealedEntries, sealOf } from "./seal.ts";

/** Where the schema lies for a project that has nichekit installed; the same text on every machine. */
export const REGISTRY_SCHEMA = "../node_modules/nichekit/dist/schemas/registry.schema.json";

export interface BuiltRegistry {
  registry: Registry;
  /** The bytes of `logs/tool-registry.json`. */
  text: string;
  /** The text of `logs/tool-types.d.ts`; undefined where the project has no TypeScript module tool of its own. */
  types: string | undefined;
  /** Why a tool is not registered. */
  problems: readonly HeaderProblem[];
  warnings: readonly HeaderProblem[];
  shadowed: Collected["shadowed"];
  unmarked: Collected["unmarked"];
  /** Sources of tools that could not be registered. */
  broken: readonly string[];
}

export interface BuildOptions {
  /** Entries of an earlier registry, believed where their seal holds. */
  committed?: readonly unknown[];
  /** Parse every header anew; of the earlier registry only the counts of unchanged texts are taken over. */
  full?: boolean;
}

/**
 * Compiles every header of the project into the registry (contract 4.7). The bytes depend on the headers, the
 * settings and nichekit's version alone: no time, no locale, no absolute path, no line-ending setting.
 *
 * @throws ToolError `tool_folder_unreadable`
 */
export async function buildRegistry(project: Project, options: BuildOptions = {}): Promise<BuiltRegistry> {
  const version = packageVersion();
  const sealed = sealedEntries(options.committed ?? [], version);
  const collected = collectTools(project);
  const problems = [...collected.problems];
  const warnings: HeaderProblem[] = [...collected.warnings];
  const broken = [...collected.broken];
  const tools: ToolEntry[] = [];
  for (const tool of collected.tools) {
    const runner = runnerKind(tool.source, tool.shebang);
    const before = sealed.get(toolIdOfStem(tool.stem));
    if (!options.full && before?.sha256 === tool.header.sha256 && before.source === tool.source && before.runner === runner) {
      if (carries(tool, before.noun)) tools.push(before);
      continue;
    }
    const { parseHeader } = await import("../tool-meta/parse.ts");
    const parsed = parseHeader(tool.header, { shown: tool.source, stem: tool.stem });
    if (!parsed.ok) {
      problems.push(...parsed.problems);
      broken.push(tool.source);
      continue;
    }
    if (!carries(tool, parsed.meta.noun)) continue;
    warnings.push(...parsed.warnings);
    const entry = entryOf(parsed.meta, { source: tool.source, runner, sha256: tool.header.sha256, tokens: UNCOUNTED });
    entry.tokens = await countTokens(entry, before);
    entry.seal = sealOf(entry, version);
    tools.push(entry);
  }
  // Ids are ASCII, where every order of characters is the order of code points.
  tools.sort((a, b) => (a.id < b.id ? -1 : 1));
  const registry: Registry = {
    $schema: REGISTRY_SCHEMA,
    version: 1,
    nichekit: version,
    tokenizer: TOKENIZER,
    tools,
    graph: { provides: providesGraph(tools) },
  };
  return {
    registry,
    text: registryText(registry),
    types: ownTypeScript(tools, broken) ? typesFile(tools) : undefined,
    problems: problems.sort(byPlace),
    warnings: warnings.sort(byPlace),
    shadowed: collected.shadowed,
    unmarked: collected.unmarked,
    broken,
  };
}

function carries(tool: FoundTool, noun: string): boolean {
  return tool.nouns?.includes(noun) ?? true;
}

export function registryText(registry: Registry): string {
  return `${JSON.stringify(registry, null, 2)}\n`;
}

const UNCOUNTED: ToolEntry["tokens"] = { index: 0, full: 0 };

async function countTokens(tool: ToolEntry, before: ToolEntry | undefined): Promise<ToolEntry["tokens"]> {
  const shown = projections(tool);
  if (before) {
    const known = projections(before);
    if (known.index === shown.index && known.full === shown.full) return before.tokens;
  }
  const { exactTokens } = await import("./count-tokens.ts");
  return exactTokens(shown);
}

/** A broken tool counts too: the file must not look left over while its tool is being mended. */
function ownTypeScript(tools: readonly ToolEntry[], broken: readonly string[]): boolean {
  const modules = tools.filter((tool) => tool.runner === "module").map((tool) => tool.source);
  return [...modules, ...broken].some((source) => !source.startsWith("nichekit:") && /^\.m?ts$/.test(extname(source)));
}

function byPlace(a: HeaderProblem, b: HeaderProblem): number {
  return byCodePoint(a.file, b.file) || a.line - b.line || byCodePoint(a.code, b.code);
}
