import { existsSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { fault } from "../../registry/error/catalogue.ts";
import { commandLine } from "../../registry/error/shell-quote.ts";
import type { ToolError } from "../../registry/error/tool-error.ts";
import { nearest } from "../../registry/grammar/nearest.ts";
import type { Project } from "../../registry/project/project.ts";
import { readRegistered } from "../../registry/project/registered.ts";
import { projectTools } from "../../registry/project/tools.ts";

/** What a call named and no file is: with the nearest existing spelling as a command that runs. */
export async function unknownTool(project: Project, noun: string, verb: string, line: readonly string[], cwd: string): Promise<ToolError> {
  const { tools, problems } = await projectTools(project);
  const entries = tools.map((tool) => tool.entry);
  const nouns = [...new Set(entries.map((entry) => entry.noun))];
  const detail = problems.length > 0 ? { detail: { problems } } : {};
  const again = (rightNoun: string, rightVerb: string) => [
    `${project.command} ${commandLine(replaced(line, noun, verb, rightNoun, rightVerb))}`,
  ];
  const help = (words: readonly string[]) => [`${project.command} ${commandLine([...words, "--help"])}`];

  const registered = readRegistered(project.root);
  const gone = registered.state === "read" ? registered.byId(`local__${noun}-${verb}`) : undefined;
  if (gone !== undefined && project.admits?.(gone) !== false && !gone.source.startsWith("nichekit:") && gone.noun === noun) {
    return goneTool(project, `${noun} ${verb}`, gone.source, cwd, `${project.command} ${commandLine(line)}`);
  }
  if (!nouns.includes(noun)) {
    const { losingSlip } = await import("../../registry/project/settings-slips.ts");
    const slip = await losingSlip(project, cwd, `${project.command} ${commandLine(line)}`);
    if (slip !== undefined) return slip;
  }
  if (nouns.includes(noun) && (verb === "help" || verb === "list"))
    return fault("unknown_verb", { noun, verb }, { fix: help([noun]), ...detail });
  const joined = entries.find((entry) =>
    [...noun.matchAll(/[-: ]/g)].some(({ index }) => entry.noun === noun.slice(0, index) && entry.verb === noun.slice(index + 1)),
  );
  if (joined !== undefined) {
    const apart = line.flatMap((word) => (word === noun ? [joined.noun, joined.verb] : [word]));
    return fault("unknown_noun", { noun }, { fix: [`${project.command} ${commandLine(apart)}`], ...detail });
  }
  if (nouns.includes(noun)) {
    const verbs = entries.filter((entry) => entry.noun === noun).map((entry) => entry.verb);
    const near = nearest(verb, verbs);
    return fault("unknown_verb", { noun, verb }, { fix: near === undefined ? help([noun]) : again(noun, near), ...detail });
  }
  if (entries.some((entry) => entry.noun === verb && entry.verb === noun)) {
    return fault("unknown_noun", { noun }, { fix: again(verb, noun), ...detail });
  }
  const near = nearest(noun, nouns);
  if (near === undefined) return fault("unknown_noun", { noun }, { fix: help([]), ...detail });
  const verbs = entries.filter((entry) => entry.noun === near).map((entry) => entry.verb);
  const nearVerb = verb === "" ? undefined : nearest(verb, verbs);
  return fault("unknown_noun", { noun }, { fix: nearVerb === undefined ? help([near]) : again(near, nearVerb), ...detail });
}

/** The registry has it and no folder holds it: its file is gone, or its folder is not searched any more. */
async function goneTool(project: Project, tool: string, file: string, cwd: string, again: string): Promise<ToolError> {
  const { carriedLine } = await import("../../registry/project/carried-line.ts");
  const { inProject } = await import("../../registry/project/in-project.ts");
  const generate = carriedLine(project, ["registry", "generate"], cwd);
  if (!existsSync(resolve(project.root, file))) {
    const restore = inProject(commandLine(["git", "checkout", "--", file]), project.root, cwd);
    return fault("tool_file_gone", { tool, file, generate, restore });
  }
  const { losingSlip } = await import("../../registry/project/settings-slips.ts");
  return (await losingSlip(project, cwd, again)) ?? fault("tool_file_not_searched", { tool, file, folder: dirname(file), generate });
}

/** The line with the first two words that are this noun and verb replaced; all else stays as it was typed. */
function replaced(line: readonly string[], noun: string, verb: string, rightNoun: string, rightVerb: string): string[] {
  const words = [...line];
  const at = words.indexOf(noun);
  words[at] = rightNoun;
  const then = words.indexOf(verb, at + 1);
  if (then > at) words[then] = rightVerb;
  return words;
}
