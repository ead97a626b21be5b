import { basename, dirname, relative, resolve } from "node:path";
import { fault } from "../error/catalogue.ts";
import { byCodePoint, fileStem, listToolFiles } from "../project/list.ts";
import type { Project } from "../project/project.ts";
import { nearest } from "../tool-meta/nearest.ts";
import { readToolFile } from "../tool-meta/read.ts";
import { stemWords } from "../tool-meta/word.ts";
import type { ToolPlace } from "./lint.ts";

/**
 * Every tool of the project, its own and the shared ones it carries, by name alone: nothing is parsed. Of the project's own files
 * with another name those are in it that hold a header: no call finds them, which nobody but a proof would tell.
 */
export function everyTool(project: Project): ToolPlace[] {
  const found = new Map<string, ToolPlace>();
  for (const folder of project.folders) {
    for (const name of listToolFiles(folder)) {
      const stem = fileStem(name);
      if (found.has(stem)) continue;
      if (folder.nouns !== undefined && !folder.nouns.some((noun) => stem.startsWith(`${noun}-`))) continue;
      const place = { folder, name, stem };
      if (stemWords(stem).length === 0 && !(isOwn(place) && holdsHeader(place))) continue;
      found.set(stem, place);
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
  return tools.flatMap(({ stem }) => stemWords(stem).map((words) => words.join(" ")));
}

/** Of the project's own files, those that say by a header that they are tools. */
export function isTool(place: ToolPlace): boolean {
  // One that cannot be read is told by who lints it.
  return holdsHeader(place) ?? true;
}

/** Undefined where the file cannot be read. */
function holdsHeader({ folder, name }: ToolPlace): boolean | undefined {
  try {
    const read = readToolFile(`${folder.path}/${name}`, name);
    return read.header !== undefined || read.problems.length > 0;
  } catch {
    return undefined;
  }
}

/** Who chooses: `verb` is `lint` or `verify`, which the Fix for a wrong name calls again. */
export interface Choosing {
  cwd: string;
  verb: "lint" | "verify";
  command(...words: readonly string[]): string;
}

/**
 * The tools that a call means: one by its words, or without words every tool of the project's own.
 *
 * @throws ToolError `proof_tool_unknown`
 */
export function chosenTools(tools: readonly ToolPlace[], noun: string | undefined, verb: string | undefined, asked: Choosing): ToolPlace[] {
  if (noun === undefined) return tools.filter((tool) => isOwn(tool) && isTool(tool));
  const named = namedTool(tools, noun, verb, asked.cwd);
  if (named !== undefined) return [named];
  const wanted = verb === undefined ? noun : `${noun}-${verb}`;
  const near = nearest(
    wanted,
    tools.filter(({ stem }) => stemWords(stem).length > 0).map(({ stem }) => stem),
  );
  const [words] = near === undefined ? [] : stemWords(near);
  const fix = words === undefined ? asked.command("--help") : asked.command("tool", asked.verb, ...words);
  throw fault("proof_tool_unknown", { tool: verb === undefined ? noun : `${noun} ${verb}` }, { fix: [fix] });
}
