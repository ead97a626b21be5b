import type { Registry, ToolEntry } from "../entry.ts";
import { providesGraph } from "../plan/provide.ts";
import type { Project } from "../project/project.ts";
import { isOwnTypeScript, typesFile } from "../tool-meta/types-file.ts";
import { entryText, registryHead, registryText } from "./registry-text.ts";
import { type BuildOptions, startBuild } from "./start-build.ts";
import type { Told } from "./tool-files.ts";

export interface BuiltRegistry extends Told {
  registry: Registry;
  /** The bytes of `logs/tool-registry.json`. */
  text: string;
  /** The text of `logs/tool-types.d.ts`; undefined where the project has no TypeScript module tool of its own. */
  types: string | undefined;
}

/**
 * Compiles every header of the project into the registry (contract 4.7). The bytes depend on the headers, the
 * settings and nichekit's version alone: no time, no locale, no absolute path, no line-ending setting.
 * `committed`: entries of an earlier registry, believed where their seal holds.
 *
 * @throws ToolError `tool_folder_unreadable`
 */
export async function buildRegistry(
  project: Project,
  options: BuildOptions & { committed?: readonly unknown[] } = {},
): Promise<BuiltRegistry> {
  const build = startBuild(project, options);
  const before = new Map((options.committed ?? []).map((entry) => [(entry as Partial<ToolEntry> | null)?.id, entry]));
  const tools: ToolEntry[] = [];
  for (let id = build.next(); id !== undefined; id = build.next()) {
    const entry = await build.entry(before.get(id));
    if (entry !== undefined) tools.push(entry);
  }
  const told = build.told();
  const registry: Registry = { ...registryHead(), tools, graph: { provides: providesGraph(tools) } };
  const typed = [...tools.filter(({ runner }) => runner === "module").map(({ source }) => source), ...told.broken].some(isOwnTypeScript);
  return { ...told, registry, text: registryText(tools.map(entryText), registry.graph), types: typed ? typesFile(tools) : undefined };
}
