import { readFileSync } from "node:fs";
import { join } from "node:path";
import { toolId } from "../entry.ts";
import { fault } from "../error/catalogue.ts";
import { runnerKind } from "../generate/runner-kind.ts";
import { firstLineOf, shebangOf } from "../tool-meta/first-line.ts";
import { toolFilesNamed } from "./list.ts";
import type { LocatedTool, Project, ToolFolder } from "./project.ts";
import { type Registers, registryOf } from "./registered.ts";
import { isVouched } from "./vouched.ts";

/**
 * Finds the tool a call names, by its file: the project's own folders come
 * first, then the shared lib. Undefined if no folder holds it. A tool whose file
 * and entry are those of an earlier call is not read again.
 *
 * @throws ToolError `tool_name_taken_twice`, `tool_file_unreadable`, `header_invalid`, `header_missing`
 */
export async function locateTool(project: Project, noun: string, verb: string): Promise<LocatedTool | undefined> {
  const id = toolId(noun, verb);
  let headless: string | undefined;
  for (const folder of project.folders) {
    if (folder.nouns !== undefined && !folder.nouns.includes(noun)) continue;
    const names = toolFilesNamed(folder, `${noun}-${verb}`);
    const [name] = names;
    if (name === undefined) continue;
    const registry = registryOf(project.root, id);
    const known = names.length === 1 ? vouchedTool(registry, folder, name, id) : undefined;
    if (known?.entry.noun === noun) return admitted(project, known);
    const { locateByHeader } = await import("./locate-by-header.ts");
    const found = await locateByHeader(project, registry, folder, names, `${noun} ${verb}`);
    if (found.tool?.entry.noun === noun) return admitted(project, found.tool);
    headless ??= found.headless;
  }
  if (headless !== undefined) throw fault("header_missing", { file: headless });
  return undefined;
}

function admitted(project: Project, tool: LocatedTool): LocatedTool | undefined {
  return project.admits?.(tool.entry) === false ? undefined : tool;
}

function vouchedTool({ slice, byId }: Registers, folder: ToolFolder, name: string, id: string): LocatedTool | undefined {
  const file = join(folder.path, name);
  const entry = byId(id);
  const bytes = slice && bytesOf(file);
  if (entry === undefined || !slice || !bytes || !isVouched({ file, bytes, slice })) return undefined;
  const runner = runnerKind(name, shebangOf(firstLineOf(bytes.toString("latin1", 0, 512).replace(/^\u00ef\u00bb\u00bf/, ""))));
  return { file, entry: { ...entry, source: folder.prefix + name, runner }, warnings: [] };
}

function bytesOf(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}
