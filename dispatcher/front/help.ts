import type { Scanned } from "../../registry/grammar/scan.ts";
import { locateTool } from "../../registry/project/locate.ts";
import { packageVersion } from "../../registry/project/package-root.ts";
import type { Project } from "../../registry/project/project.ts";
import { projectTools } from "../../registry/project/tools.ts";
import { nounHelp, rootHelp, toolHelp } from "../grammar/help.ts";
import { metaOf, success } from "../outcome/envelope.ts";
import type { CallResult } from "../pipeline/call-result.ts";
import { unknownTool } from "./unknown.ts";

/** Answers `--help` at every level, `--version`, and a line that stops before the verb. */
export async function helpResult(
  project: Project,
  noun: string | undefined,
  verb: string | undefined,
  scanned: Scanned,
  line: readonly string[],
  cwd: string,
): Promise<CallResult> {
  if (scanned.version && !scanned.help) {
    const version = packageVersion();
    return result({ subject: project.subject, nichekit: version }, `${project.subject} (nichekit ${version})`);
  }
  if (noun !== undefined && verb !== undefined) {
    const tool = await locateTool(project, noun, verb);
    if (tool === undefined) throw await unknownTool(project, noun, verb, line, cwd);
    return result(tool.entry, toolHelp(project.subject, project.command, tool.entry), tool.warnings);
  }
  const { tools, problems } = await projectTools(project);
  const entries = tools.map((tool) => tool.entry);
  if (noun === undefined) {
    const nouns = [...new Set(entries.map((entry) => entry.noun))];
    const data = nouns.map((name) => ({ noun: name, verbs: verbsOf(entries, name) }));
    return result({ subject: project.subject, nouns: data }, rootHelp(project.subject, project.command, entries), problems);
  }
  if (!entries.some((entry) => entry.noun === noun)) throw await unknownTool(project, noun, "", line, cwd);
  return result({ noun, verbs: verbsOf(entries, noun) }, nounHelp(project.subject, project.command, noun, entries), problems);
}

function verbsOf(entries: readonly { noun: string; verb: string; summary?: string }[], noun: string) {
  return entries.filter((entry) => entry.noun === noun).map(({ verb, summary }) => ({ verb, summary: summary ?? null }));
}

function result(data: unknown, text: string, warnings: readonly string[] = []): CallResult {
  return { outcome: success(null, data, [], metaOf(0, false, warnings)), text, raw: undefined, streamed: false, told: false };
}
