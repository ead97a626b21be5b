import { type RunnerKind, type ToolEntry, toolIdOfStem } from "../entry.ts";
import { byCodePoint } from "../project/list.ts";
import { packageVersion } from "../project/package-root.ts";
import type { Project } from "../project/project.ts";
import type { HeaderProblem } from "../tool-meta/tool-meta.ts";
import { entryOf } from "./entry-of.ts";
import { projections } from "./projections.ts";
import { runnerKind } from "./runner-kind.ts";
import { isSealed, sealOf } from "./seal.ts";
import { type FoundTool, type Told, toolFiles } from "./tool-files.ts";

/** The entries of a project, made one by one from the headers in the order of their ids; none is kept here. */
export interface Build {
  /** The id that is next, undefined at the end; ids ascend. A file's name stands for it, perhaps no more than that. */
  next(): string | undefined;
  /**
   * The entry of the tool whose id is next; undefined where there is none or it cannot be registered. `before` is what an
   * earlier registry says of it, believed where its seal holds. A promise only where the header must be parsed: under the
   * dispatcher's async hooks, thousands of promises cost more than the reading.
   */
  entry(before?: unknown): ToolEntry | undefined | Promise<ToolEntry | undefined>;
  /** What was found on the way; complete at the end. */
  told(): Told;
}

export interface BuildOptions {
  /** Parse every header anew; of an earlier registry only the counts of unchanged texts are taken over. */
  full?: boolean;
}

/** @throws ToolError `tool_folder_unreadable` */
export function startBuild(project: Pick<Project, "folders">, { full = false }: BuildOptions = {}): Build {
  const version = packageVersion();
  const files = toolFiles(project);
  const problems: HeaderProblem[] = [];
  const warnings: HeaderProblem[] = [];
  const broken: string[] = [];

  const entry: Build["entry"] = (before) => {
    const tool = files.read();
    if (tool === undefined) return undefined;
    const runner = runnerKind(tool.source, tool.shebang);
    const sealed = isSealed(before, version) && before.id === toolIdOfStem(tool.stem) ? before : undefined;
    if (!full && sealed?.sha256 === tool.header.sha256 && sealed.source === tool.source && sealed.runner === runner) {
      return carries(tool, sealed.noun) ? sealed : undefined;
    }
    return parsed(tool, runner, sealed);
  };
  const parsed = async (tool: FoundTool, runner: RunnerKind, sealed: ToolEntry | undefined): Promise<ToolEntry | undefined> => {
    const { stem, source, header } = tool;
    const { parseHeader } = await import("../tool-meta/parse.ts");
    const result = parseHeader(header, { shown: source, stem });
    if (!result.ok) {
      problems.push(...result.problems);
      broken.push(source);
      return undefined;
    }
    if (!carries(tool, result.meta.noun)) return undefined;
    warnings.push(...result.warnings);
    const made = entryOf(result.meta, { source, runner, sha256: header.sha256, tokens: UNCOUNTED });
    made.tokens = await countTokens(made, sealed);
    made.seal = sealOf(made, version);
    return made;
  };
  const told = (): Told => {
    const found = files.told();
    return {
      ...found,
      problems: [...found.problems, ...problems].sort(byPlace),
      warnings: [...found.warnings, ...warnings].sort(byPlace),
      broken: [...found.broken, ...broken],
    };
  };
  return { next: files.next, entry, told };
}

function carries(tool: FoundTool, noun: string): boolean {
  return tool.nouns?.includes(noun) ?? true;
}

const UNCOUNTED: ToolEntry["tokens"] = { index: 0, full: 0 };

async function countTokens(tool: ToolEntry, before: ToolEntry | undefined): Promise<ToolEntry["tokens"]> {
  const shown = projections(tool);
  if (before) {
    const known = projections(before);
    if (known.index === shown.index && known.full === shown.full) return before.tokens;
  }
  const { exactTokens } = await import("./count-tokens.ts");
  return exactTokens(shown);
}

function byPlace(a: HeaderProblem, b: HeaderProblem): number {
  return byCodePoint(a.file, b.file) || a.line - b.line || byCodePoint(a.code, b.code);
}
