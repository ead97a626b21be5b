import { readFileSync } from "node:fs";
import { join } from "node:path";
import { REGISTRY_PATH, type ToolEntry, toolIdOfStem } from "../entry.ts";
import { fault } from "../error/catalogue.ts";
import { runnerKind } from "../generate/runner-kind.ts";
import { sealOf } from "../generate/seal.ts";
import { readToolFile, type ToolFile } from "../tool-meta/read.ts";
import { fileStem } from "./list.ts";
import { packageVersion } from "./package-root.ts";
import type { LocatedTool, Project, ToolFolder } from "./project.ts";
import type { Registered, Registers } from "./registered.ts";
import { vouch } from "./vouched.ts";

/**
 * The tool that a folder's files of one stem hold, by reading their headers.
 * `headless`: a file that has none, as the caller may know it.
 *
 * @throws ToolError `tool_name_taken_twice`, `tool_file_unreadable`, `header_invalid`
 */
export async function locateByHeader(
  project: Project,
  registry: Registers,
  folder: ToolFolder,
  names: readonly string[],
  called: string,
): Promise<{ tool?: LocatedTool; headless?: string }> {
  let headless: string | undefined;
  const found: { name: string; tool: ToolFile; bytes: Buffer }[] = [];
  for (const name of names) {
    const bytes = readBytes(join(folder.path, name), folder.prefix + name);
    if (bytes === undefined) continue;
    const tool = readToolFile(join(folder.path, name), folder.prefix + name, bytes);
    if (tool.header !== undefined || tool.problems.length > 0) found.push({ name, tool, bytes });
    else headless ??= folder.prefix + name;
  }
  const [first, second] = found;
  if (first === undefined) return headless === undefined ? {} : { headless };
  if (second !== undefined) {
    throw fault("tool_name_taken_twice", { tool: called, first: folder.prefix + first.name, second: folder.prefix + second.name });
  }
  const known = sealedEntry(registry, first.name, first.tool);
  if (known !== undefined && registry.slice !== undefined && names.length === 1) {
    vouch({ file: join(folder.path, first.name), bytes: first.bytes, slice: registry.slice });
  }
  return { tool: await entryOf(project, registry, folder, first.name, first.tool) };
}

/** A tool file with its entry: the registry's while its digest is the header's, else the header parsed anew (contract 4.3). */
export async function entryOf(
  project: Project,
  registry: Registers,
  folder: ToolFolder,
  name: string,
  tool: ToolFile,
): Promise<LocatedTool> {
  const file = join(folder.path, name);
  const source = folder.prefix + name;
  const id = toolIdOfStem(fileStem(name));
  const known = sealedEntry(registry, name, tool);
  if (known !== undefined) return { file, entry: { ...known, source, runner: runnerKind(name, tool.shebang) }, warnings: [] };
  // The toolkit's own subject carries shared nouns that the project's registry does not.
  const uncarried = registry.byId(id) === undefined && registry.registered.state === "read" && source.startsWith("nichekit:");
  const warnings = uncarried ? [] : await staleWarnings(project, registry.registered, id);
  return { file, entry: await parsedEntry(name, source, tool), warnings };
}

/**
 * The registry's entry, while it is this header's. One that was edited by hand,
 * or badly merged, must not switch a tool's preconditions or its confirmation off.
 */
function sealedEntry(registry: Registers, name: string, tool: ToolFile): ToolEntry | undefined {
  const known = registry.byId(toolIdOfStem(fileStem(name)));
  if (known === undefined || tool.problems.length > 0 || known.sha256 !== tool.header?.sha256) return undefined;
  return known.seal === sealOf(known, packageVersion()) ? known : undefined;
}

async function parsedEntry(name: string, source: string, tool: ToolFile): Promise<ToolEntry> {
  const { headerProblem, parseEntry } = await import("./parse-entry.ts");
  const [problem] = tool.problems;
  if (problem !== undefined || tool.header === undefined) throw headerProblem(tool.problems);
  return parseEntry(tool.header, { source, stem: fileStem(name), runner: runnerKind(name, tool.shebang) });
}

async function staleWarnings(project: Project, registered: Registered, id: string): Promise<string[]> {
  if (registered.state === "absent") return [];
  const { carriedLine } = await import("./carried-line.ts");
  const what = registered.state === "read" ? `is out of date for ${id}` : `cannot be used (${registered.reason})`;
  return [`${REGISTRY_PATH} ${what}; run: ${carriedLine(project, ["registry", "generate"])}`];
}

/** Reads a tool's file; undefined if it is gone. Throws `tool_file_unreadable`. */
export function readTool(file: string, shown: string): ToolFile | undefined {
  const bytes = readBytes(file, shown);
  return bytes && readToolFile(file, shown, bytes);
}

function readBytes(file: string, shown: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code;
    if (code === "ENOENT") return undefined;
    throw fault("tool_file_unreadable", { path: shown, reason: code ?? String(cause) }, { cause });
  }
}
