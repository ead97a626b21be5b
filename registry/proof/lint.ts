import { readFileSync } from "node:fs";
import { REGISTRY_PATH } from "../entry.ts";
import { commandLine } from "../error/shell-quote.ts";
import { isToolError } from "../error/tool-error.ts";
import { fileStem } from "../project/list.ts";
import { entryOf, readTool } from "../project/locate-by-header.ts";
import type { LocatedTool, Project, ToolFolder } from "../project/project.ts";
import { registryOf } from "../project/registered.ts";
import type { ToolFile } from "../tool-meta/read.ts";
import { shebangProblem } from "../tool-meta/shebang.ts";
import type { HeaderProblem } from "../tool-meta/tool-meta.ts";
import { asWord, stemWords } from "../tool-meta/word.ts";
import { codeLines, languageOf } from "./code-lines.ts";
import { type Finding, finding } from "./finding.ts";
import { lintCode } from "./lint-code.ts";
import { lintHeader } from "./lint-header.ts";

/** A tool's file, as the project's folders hold it. */
export interface ToolPlace {
  folder: ToolFolder;
  /** File name. */
  name: string;
  /** `<noun>-<verb>` by the file's name. */
  stem: string;
}

export interface Linted {
  findings: readonly Finding[];
  /** Undefined where the header cannot be read. */
  tool: LocatedTool | undefined;
  /** The file as it was read, with its text. */
  read: { file: ToolFile; text: string } | undefined;
}

/**
 * Holds one tool's file to the static rules; nothing is run. A file that is gone, unreadable, or whose header is broken is a
 * finding. While the registry's entry is fresh, neither zod nor yaml is loaded.
 */
export async function lintTool(project: Project, { folder, name, stem }: ToolPlace, tools: readonly string[]): Promise<Linted> {
  const source = folder.prefix + name;
  const place = { tool: stem.replace("-", " "), file: source, line: 1 };
  const broken = (problem: Pick<HeaderProblem, "line" | "message" | "fix">) =>
    finding({ ...place, line: problem.line }, "header_broken", problem.message, problem.fix);
  const only = (one: Finding): Linted => ({ findings: [one], tool: undefined, read: undefined });
  if (stemWords(stem).length === 0) return only(finding(place, "name_unreachable", unreachable(name), rename(folder.prefix, name)));
  try {
    const file = `${folder.path}/${name}`;
    const read = readTool(file, source);
    if (read === undefined) {
      const instead = `Write ${source} again, or take its entry out of ${REGISTRY_PATH}: ${project.command} registry generate`;
      return only(finding(place, "tool_vanished", "The tool's file is gone", instead));
    }
    if (read.header === undefined && read.problems.length === 0) {
      return only(broken({ line: 1, message: "The file has no TOOL_META header", fix: "Begin the file with a TOOL_META comment" }));
    }
    const tool = await entryOf(project, registryOf(project.root), folder, name, read);
    const text = sourceText(file);
    const language = languageOf(name, read.shebang);
    const at = { tool: `${tool.entry.noun} ${tool.entry.verb}`, file: source, line: read.header?.line ?? 1 };
    const lineOf = headerLines(text, at.line);
    const shebang = shebangProblem(read, source);
    return {
      findings: [
        ...(shebang === undefined ? [] : [finding({ ...at, line: 1 }, "not_startable", shebang.message, shebang.fix)]),
        ...lintHeader(tool.entry, tools, at, lineOf),
        ...lintCode(tool.entry, codeLines(text, language), language, at),
      ],
      tool,
      read: { file: read, text },
    };
  } catch (error) {
    if (!isToolError(error)) throw error;
    const problems = (error.detail as { problems?: readonly HeaderProblem[] } | undefined)?.problems ?? [];
    if (problems.length > 0) return { findings: problems.map(broken), tool: undefined, read: undefined };
    return only(broken({ line: 1, message: error.message, fix: error.fix.join("; ") }));
  }
}

function unreachable(name: string): string {
  return `${name} holds a TOOL_META, but no call finds it: a tool's file is named <noun>-<verb>, in kebab-case, each with a letter first`;
}

/** The command, where the name holds a noun and a verb after all; else the form. */
function rename(prefix: string, name: string): string {
  const stem = fileStem(name);
  const word = asWord(stem) ?? "";
  const reached = [word, word.replace(/-\d+-?/g, "-")].find((one) => stemWords(one).length > 0);
  if (reached === undefined) return `Rename ${prefix}${name} to <noun>-<verb>${name.slice(stem.length)}`;
  return commandLine(["mv", prefix + name, prefix + reached + name.slice(stem.length)]);
}

/** Empty where the file has gone since its header was read. */
function sourceText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

/** Finds header words by line: the first line from `from` on that holds the text, with the white space of YAML lists ignored. */
export function headerLines(source: string, from: number): (text: string) => number {
  const lines = source.split(/\r?\n/);
  return (text) => {
    const at = lines.findIndex((line, index) => index >= from - 1 && line.includes(text));
    return at < 0 ? from : at + 1;
  };
}
