import { join } from "node:path";
import { toolIdOfStem } from "../entry.ts";
import { isToolError, type ToolError } from "../error/tool-error.ts";
import { fileStem, listToolFiles } from "./list.ts";
import { entryOf, readTool } from "./locate-by-header.ts";
import type { LocatedTool, Project } from "./project.ts";
import { registryOf } from "./registered.ts";

export interface ProjectTools {
  /** Every tool the subject carries, by id; of two folders with one tool, the first. */
  tools: readonly LocatedTool[];
  /** What kept a file from being one, in words. */
  problems: readonly string[];
  /** The same, by the id that the tool would have: what a call of it says. */
  broken: ReadonlyMap<string, ToolError>;
}

/** All tools of a project: for help, suggestions and providers, where one broken file must not hide the others. */
export async function projectTools(project: Project): Promise<ProjectTools> {
  const registry = registryOf(project.root);
  const tools = new Map<string, LocatedTool>();
  const broken = new Map<string, ToolError>();
  for (const folder of project.folders) {
    for (const name of listToolFiles(folder)) {
      const id = toolIdOfStem(fileStem(name));
      if (tools.has(id) || broken.has(id)) continue;
      try {
        const tool = readTool(join(folder.path, name), folder.prefix + name);
        if (tool?.header === undefined) continue;
        const located = await entryOf(project, registry, folder, name, tool);
        if (folder.nouns !== undefined && !folder.nouns.includes(located.entry.noun)) continue;
        if (project.admits?.(located.entry) !== false) tools.set(id, located);
      } catch (error) {
        if (!isToolError(error)) throw error;
        broken.set(id, error);
      }
    }
  }
  const problems = [...broken.values()].map(({ message }) => message);
  return { tools: [...tools.values()].sort((a, b) => (a.entry.id < b.entry.id ? -1 : 1)), problems, broken };
}
