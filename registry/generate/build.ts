import { extname } from "node:path";
import type { Registry, ToolEntry } from "../entry.ts";
import { providesGraph } from "../plan/provide.ts";
import { byCodePoint } from "../project/list.ts";
import { packageVersion } from "../project/package-root.ts";
import type { Project } from "../project/project.ts";
import type { HeaderProblem } from "../tool-meta/tool-meta.ts";
import { typesFile } from "../tool-meta/types-file.ts";
import { type Collected, collectTools } from "./collect.ts";
import { entryOf } from "./entry-of.ts";
import { projections, TOKENIZER, tokenSeal } from "./projections.ts";
import { runnerKind } from "./runner-kind.ts";

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

/**
 * Compiles every header of the project into the registry (contract 4.7). The bytes depend on the headers, the
 * settings and nichekit's version alone: no time, no locale, no absolute path, no line-ending setting.
 *
 * `committed`: entries of an earlier registry, whose token counts are taken over where their seal still holds.
 *
 * @throws ToolError `tool_folder_unreadable`
 */
export async function buildRegistry(project: Project, committed: readonly unknown[] = []): Promise<BuiltRegistry> {
  const collected = collectTools(project);
  const problems = [...collected.problems];
  const warnings: HeaderProblem[] = [];
  const broken = [...collected.broken];
  const uncounted: ToolEntry[] = [];
  const parseHeader = collected.tools.length === 0 ? undefined : (await import("../tool-meta/parse.ts")).parseHeader;
  for (const tool of collected.tools) {
    const parsed = parseHeader?.(tool.header, { shown: tool.source, stem: tool.stem });
    if (parsed?.ok !== true) {
      problems.push(...(parsed?.problems ?? []));
      broken.push(tool.source);
      continue;
    }
    if (tool.nouns !== undefined && !tool.nouns.includes(parsed.meta.noun)) continue;
    warnings.push(...parsed.warnings);
    const facts = { source: tool.source, runner: runnerKind(tool.source, tool.shebang), sha256: tool.header.sha256 };
    uncounted.push(entryOf(parsed.meta, facts));
  }
  uncounted.sort((a, b) => byCodePoint(a.id, b.id));
  const tools = await countTokens(uncounted, committed);
  const registry: Registry = {
    $schema: REGISTRY_SCHEMA,
    version: 1,
    nichekit: packageVersion(),
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

export function registryText(registry: Registry): string {
  return `${JSON.stringify(registry, null, 2)}\n`;
}

async function countTokens(tools: readonly ToolEntry[], committed: readonly unknown[]): Promise<ToolEntry[]> {
  const known = knownCounts(committed);
  const shown = tools.map(projections);
  const kept = tools.map((tool, at) => {
    const counts = known.get(tool.id);
    const texts = shown[at];
    return counts && texts && counts.seal === tokenSeal(texts, counts) ? counts : undefined;
  });
  const count = kept.includes(undefined) ? (await import("./count-tokens.ts")).sealedTokens : undefined;
  return tools.map((tool, at) => {
    const texts = shown[at];
    return { ...tool, tokens: kept[at] ?? (texts && count ? count(texts) : tool.tokens) };
  });
}

/** Read from a file that anyone may have edited, so nothing about its form is taken for granted. */
function knownCounts(committed: readonly unknown[]): Map<string, Required<ToolEntry["tokens"]>> {
  const known = new Map<string, Required<ToolEntry["tokens"]>>();
  for (const item of committed) {
    const { id, tokens } = (item ?? {}) as { id?: unknown; tokens?: Partial<Record<string, unknown>> | null };
    const { index, full, seal } = tokens ?? {};
    if (typeof id !== "string" || typeof index !== "number" || typeof full !== "number" || typeof seal !== "string") continue;
    known.set(id, { index, full, seal });
  }
  return known;
}

/** A broken tool counts too: the file must not look left over while its tool is being mended. */
function ownTypeScript(tools: readonly ToolEntry[], broken: readonly string[]): boolean {
  const modules = tools.filter((tool) => tool.runner === "module").map((tool) => tool.source);
  return [...modules, ...broken].some((source) => !source.startsWith("nichekit:") && /^\.m?ts$/.test(extname(source)));
}

function byPlace(a: HeaderProblem, b: HeaderProblem): number {
  return byCodePoint(a.file, b.file) || a.line - b.line || byCodePoint(a.code, b.code);
}
