import { join } from "node:path";
import { REGISTRY_PATH, type ToolEntry, toolId, toolIdOfStem } from "../entry.ts";
import { fault } from "../error/catalogue.ts";
import { runnerKind } from "../generate/runner-kind.ts";
import { sealOf } from "../generate/seal.ts";
import { readToolFile, type ToolFile } from "../tool-meta/read.ts";
import { fileStem, listToolFiles } from "./list.ts";
import { packageVersion } from "./package-root.ts";
import type { LocatedTool, Project, ToolFolder } from "./project.ts";
import { type Registered, registryOf } from "./registered.ts";

/**
 * Finds the tool a call names, by its file: the project's own folders come
 * first, then the shared lib. Undefined if no folder holds it.
 *
 * @throws ToolError `tool_name_taken_twice`, `tool_file_unreadable`, `header_invalid`, `header_missing`
 */
export async function locateTool(project: Project, noun: string, verb: string): Promise<LocatedTool | undefined> {
  let headless: string | undefined;
  for (const folder of project.folders) {
    if (folder.nouns !== undefined && !folder.nouns.includes(noun)) continue;
    const names = listToolFiles(folder).filter((name) => fileStem(name) === `${noun}-${verb}`);
    const found: { name: string; tool: ToolFile }[] = [];
    for (const name of names) {
      const tool = readTool(join(folder.path, name), folder.prefix + name);
      if (tool === undefined) continue;
      if (tool.header !== undefined || tool.problems.length > 0) found.push({ name, tool });
      else headless ??= folder.prefix + name;
    }
    const [first, second] = found;
    if (first === undefined) continue;
    if (second !== undefined) {
      const names = { first: folder.prefix + first.name, second: folder.prefix + second.name };
      throw fault("tool_name_taken_twice", { tool: `${noun} ${verb}`, ...names });
    }
    const located = await entryOf(project, registryOf(project.root, toolId(noun, verb)), folder, first.name, first.tool);
    if (located.entry.noun === noun) return located;
  }
  if (headless !== undefined) throw fault("header_missing", { file: headless });
  return undefined;
}

type RegistryOf = ReturnType<typeof registryOf>;

/** A tool file with its entry: the registry's while its digest is the header's, else the header parsed anew (contract 4.3). */
export async function entryOf(
  project: Project,
  registry: RegistryOf,
  folder: ToolFolder,
  name: string,
  tool: ToolFile,
): Promise<LocatedTool> {
  const file = join(folder.path, name);
  const source = folder.prefix + name;
  const id = toolIdOfStem(fileStem(name));
  const known = registry.byId(id);
  if (tool.header !== undefined && tool.problems.length === 0 && known?.sha256 === tool.header.sha256 && isSealed(known)) {
    return { file, entry: { ...known, source, runner: runnerKind(name, tool.shebang) }, warnings: [] };
  }
  // The toolkit's own subject carries shared nouns that the project's registry does not.
  const uncarried = known === undefined && registry.registered.state === "read" && source.startsWith("nichekit:");
  const warnings = uncarried ? [] : staleWarnings(project, registry.registered, id);
  return { file, entry: await parsedEntry(name, source, tool), warnings };
}

/** An entry that was edited by hand, or badly merged, must not switch a tool's preconditions or its confirmation off. */
function isSealed(entry: ToolEntry): boolean {
  return entry.seal === sealOf(entry, packageVersion());
}

async function parsedEntry(name: string, source: string, tool: ToolFile): Promise<ToolEntry> {
  const { headerProblem, parseEntry } = await import("./parse-entry.ts");
  const [problem] = tool.problems;
  if (problem !== undefined || tool.header === undefined) throw headerProblem(tool.problems);
  return parseEntry(tool.header, { source, stem: fileStem(name), runner: runnerKind(name, tool.shebang) });
}

function staleWarnings(project: Project, registered: Registered, id: string): string[] {
  if (registered.state === "absent") return [];
  const what = registered.state === "read" ? `is out of date for ${id}` : `cannot be used (${registered.reason})`;
  return [`${REGISTRY_PATH} ${what}; run: ${project.command} registry generate`];
}

/** Reads a tool's file; undefined if it is gone. Throws `tool_file_unreadable`. */
export function readTool(file: string, shown: string): ToolFile | undefined {
  try {
    return readToolFile(file, shown);
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code;
    if (code === "ENOENT") return undefined;
    throw fault("tool_file_unreadable", { path: shown, reason: code ?? String(cause) }, { cause });
  }
}
