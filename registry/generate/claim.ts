import { lstatSync } from "node:fs";
import { extname } from "node:path";
import { byCodePoint } from "../project/list.ts";
import type { ToolFolder } from "../project/project.ts";
import { readToolFile, type ToolFile } from "../tool-meta/read.ts";
import type { HeaderProblem } from "../tool-meta/tool-meta.ts";

/** A file that claims the name of a tool, by its header or because nobody can say what is in it. */
export interface Claim {
  source: string;
  file: ToolFile | undefined;
  problems: readonly HeaderProblem[];
}

const NAME = /^[a-z0-9]+(-[a-z0-9]+)+$/;

/** Undefined: no tool, and none meant. `unmarked`: named like one, without a TOOL_META header. */
export function readClaim(folder: ToolFolder, name: string, stem: string): Claim | "unmarked" | undefined {
  const source = folder.prefix + name;
  const path = `${folder.path}/${name}`;
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

export function sameName(rival: Claim, rivals: readonly Claim[]): HeaderProblem {
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
