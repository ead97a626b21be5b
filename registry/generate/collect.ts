import { lstatSync } from "node:fs";
import { extname, join } from "node:path";
import { byCodePoint, fileStem, listToolFiles } from "../project/list.ts";
import type { Project, ToolFolder } from "../project/project.ts";
import { readToolFile, type ToolFile } from "../tool-meta/read.ts";
import { shebangProblem } from "../tool-meta/shebang.ts";
import type { HeaderProblem, HeaderText } from "../tool-meta/tool-meta.ts";

/** A file that says by its header that it is a tool. */
export interface FoundTool {
  stem: string;
  /** As the registry's `source` and every message show it. */
  source: string;
  header: HeaderText;
  shebang: string | undefined;
  /** The carried nouns of its folder; undefined: all. */
  nouns: readonly string[] | undefined;
}

/** Every tool file of the project, read as text; none is executed. */
export interface Collected {
  tools: readonly FoundTool[];
  problems: readonly HeaderProblem[];
  /** What will keep a registered tool from starting: a shebang that no system can follow (case a1). */
  warnings: readonly HeaderProblem[];
  /** A tool of this name stands in an earlier folder. */
  shadowed: readonly { source: string; by: string }[];
  /** Named like a tool, without a TOOL_META header: not tools. */
  unmarked: readonly string[];
  /** Sources that are tools, but cannot be registered as they stand. */
  broken: readonly string[];
}

const NAME = /^[a-z0-9]+(-[a-z0-9]+)+$/;

export function collectTools(project: Pick<Project, "folders">): Collected {
  const problems: HeaderProblem[] = [];
  const warnings: HeaderProblem[] = [];
  const shadowed: { source: string; by: string }[] = [];
  const unmarked: string[] = [];
  const broken: string[] = [];
  const tools: FoundTool[] = [];
  const claimed = new Map<string, string>();
  for (const folder of project.folders) {
    const claims = new Map<string, Claim[]>();
    for (const name of listToolFiles(folder)) {
      const stem = fileStem(name);
      if (!carries(folder, stem)) continue;
      const claim = readClaim(folder, name, stem);
      if (claim === undefined) continue;
      if (claim === "unmarked") unmarked.push(folder.prefix + name);
      else claims.set(stem, [...(claims.get(stem) ?? []), claim]);
    }
    for (const [stem, rivals] of claims) {
      const by = claimed.get(stem);
      for (const rival of rivals) {
        if (by !== undefined) shadowed.push({ source: rival.source, by });
        else if (rivals.length > 1) problems.push(sameName(rival, rivals));
        else if (rival.problems.length > 0 || rival.file?.header === undefined) problems.push(...rival.problems);
        else {
          tools.push({ stem, source: rival.source, header: rival.file.header, shebang: rival.file.shebang, nouns: folder.nouns });
          const warning = shebangProblem(rival.file, rival.source);
          if (warning) warnings.push(warning);
        }
        if (by === undefined && (rivals.length > 1 || rival.problems.length > 0)) broken.push(rival.source);
      }
    }
    // A broken tool keeps its name: another one behind it must not take its place unseen.
    for (const [stem, [first]] of claims) if (first && !claimed.has(stem)) claimed.set(stem, first.source);
  }
  return { tools, problems, warnings, shadowed, unmarked, broken };
}

interface Claim {
  source: string;
  file: ToolFile | undefined;
  problems: readonly HeaderProblem[];
}

function carries(folder: ToolFolder, stem: string): boolean {
  return folder.nouns?.some((noun) => stem.startsWith(`${noun}-`)) ?? true;
}

function readClaim(folder: ToolFolder, name: string, stem: string): Claim | "unmarked" | undefined {
  const source = folder.prefix + name;
  const path = join(folder.path, name);
  const claim = (code: string, line: number, message: string, fix: string): Claim => ({
    source,
    file: undefined,
    problems: [{ code, file: source, line, message, fix }],
  });
  let file: ToolFile;
  try {
    file = readToolFile(path, source);
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code ?? String(cause);
    if (code === "ENOENT" && !isLink(path)) return undefined; // deleted since it was listed
    if (code === "EISDIR") return undefined; // a link to a folder
    if (!NAME.test(stem)) return undefined;
    if (code === "ENOENT") return claim("tool_link_dangling", 1, "the link points to nothing", `rm ${source}, or make its target`);
    return claim("tool_file_unreadable", 1, `cannot be read (${code})`, `make ${source} a file that this account may read`);
  }
  if (NAME.test(stem)) {
    if (file.header === undefined && file.problems.length === 0) return "unmarked";
    return { source, file, problems: file.problems };
  }
  if (file.header === undefined) return undefined;
  const kebab = stem.toLowerCase().replace(/[^a-z0-9]+/g, "-");
  const wanted = NAME.test(kebab) ? kebab : "<noun>-<verb>";
  return claim(
    "tool_name_invalid",
    file.header.line,
    `a tool's file is named <noun>-<verb>, not ${stem}`,
    `name the file ${wanted}${extname(name)}`,
  );
}

function sameName(rival: Claim, rivals: readonly Claim[]): HeaderProblem {
  const others = rivals.filter((other) => other !== rival).map((other) => other.source);
  return {
    code: "tool_name_taken_twice",
    file: rival.source,
    line: rival.file?.header?.line ?? 1,
    message: `two tools of one name: ${[rival.source, ...others].sort(byCodePoint).join(" and ")}`,
    fix: "rename one of them, noun and verb in its header too, or delete it",
  };
}

function isLink(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink();
  } catch {
    return false;
  }
}
