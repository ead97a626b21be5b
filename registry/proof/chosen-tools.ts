import { basename, dirname, relative, resolve } from "node:path";
import { fault } from "../error/catalogue.ts";
import { byCodePoint, fileStem, listToolFiles } from "../project/list.ts";
import type { Project } from "../project/project.ts";
import { nearest } from "../tool-meta/nearest.ts";
import { readToolFile } from "../tool-meta/read.ts";
import type { ToolPlace } from "./lint.ts";

/** Names as tools have them; what else lies in a tool folder is none. */
const NAME = /^[a-z][a-z0-9]*(-[a-z0-9]+)+$/;

/** Every tool of the project, its own and the shared ones it carries, by name alone: nothing is parsed. */
export function everyTool(project: Project): ToolPlace[] {
  const found = new Map<string, ToolPlace>();
  for (const folder of project.folders) {
    for (const name of listToolFiles(folder)) {
      const stem = fileStem(name);
      if (!NAME.test(stem) || found.has(stem)) continue;
      if (folder.nouns !== undefined && !folder.nouns.some((noun) => stem.startsWith(`${noun}-`))) continue;
      found.set(stem, { folder, name, stem });
    }
  }
  return [...found.values()].sort((a, b) => byCodePoint(a.stem, b.stem));
}

/** Whether a tool is the project's own: the shared ones are held to their headers where they are made. */
export function isOwn({ folder }: ToolPlace): boolean {
  return !folder.prefix.startsWith("nichekit:");
}

/** The tool of a noun and verb, of a stem, or of a file that an editor names; undefined: there is none. */
export function namedTool(tools: readonly ToolPlace[], noun: string, verb: string | undefined, cwd: string): ToolPlace | undefined {
  if (verb !== undefined) return tools.find((tool) => tool.stem === `${noun}-${verb}`);
  const file = resolve(cwd, noun);
  return tools.find(({ folder, name }) => relative(folder.path, dirname(file)) === "" && name === basename(file));
}

/** `<noun> <verb>` of each tool, where the verb begins being the header's affair: both readings of `a-b-c` are given. */
export function toolNames(tools: readonly ToolPlace[]): string[] {
  return tools.flatMap(({ stem }) => [...stem.matchAll(/-/g)].map(({ index }) => `${stem.slice(0, index)} ${stem.slice(index + 1)}`));
}

/** Of the project's own files, those that say by a header that they are tools. */
export function isTool({ folder, name }: ToolPlace): boolean {
  try {
    const read = readToolFile(`${folder.path}/${name}`, name);
    return read.header !== undefined || read.problems.length > 0;
  } catch {
    // It cannot be read: the one who lints it says why.
    return true;
  }
}

/**
 * The tools that a call means: one by its words, or without words every tool of the project's own.
 *
 * @throws ToolError `proof_tool_unknown`
 */
export function chosenTools(
  tools: readonly ToolPlace[],
  noun: string | undefined,
  verb: string | undefined,
  asked: { cwd: string; command(...words: readonly string[]): string },
): ToolPlace[] {
  if (noun === undefined) return tools.filter((tool) => isOwn(tool) && isTool(tool));
  const named = namedTool(tools, noun, verb, asked.cwd);
  if (named !== undefined) return [named];
  const wanted = verb === undefined ? noun : `${noun}-${verb}`;
  const near = nearest(
    wanted,
    tools.map(({ stem }) => stem),
  );
  const fix = near === undefined ? asked.command("--help") : asked.command("tool", "lint", ...near.replace("-", " ").split(" "));
  throw fault("proof_tool_unknown", { tool: verb === undefined ? noun : `${noun} ${verb}` }, { fix: [fix] });
}
