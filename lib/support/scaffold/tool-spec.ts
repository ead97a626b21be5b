import { statSync } from "node:fs";
import { join } from "node:path";
import type { RunLine } from "./run-line.ts";

export type Language = "ts" | "sh" | "py";

/** A path that a new tool reads or writes. */
export interface SpecPath {
  /** As a header's phrase has it: in quotes if it holds a space. */
  word: string;
  /** The variable it begins with; PROJECT_ROOT for a relative path; undefined for an absolute one. */
  variable: string | undefined;
  /** Behind the variable, without a leading `/`; an absolute path whole. */
  rest: string;
  /** It ends with `/`, or is a folder now. */
  folder: boolean;
}

/** What `tool new` was asked for. */
export interface ToolSpec {
  noun: string;
  verb: string;
  language: Language;
  summary: string;
  reads: readonly SpecPath[];
  writes: readonly SpecPath[];
  /** Command line that installs the project's packages: the Fix where node_modules is needed. */
  install: string;
  /** Variables that it reads besides. */
  env: readonly string[];
  /** An existing command line that it runs at PROJECT_ROOT. */
  runs?: RunLine;
}

/** Reads a path as the caller wrote it; a text says why it is none that a tool's body could open. */
export function specPath(given: string, root: string): SpecPath | string {
  const path = given.trim().replace(/\$([A-Za-z_]\w*)/g, (_, name: string) => `\${${name}}`);
  if (path === "") return "it is empty";
  if (path.length > 1024 || path.split("/").some((step) => Buffer.byteLength(step) > 255)) return "it is longer than file systems take";
  if (/["'`\\\n\r]/.test(path)) return "quotes, backslashes and line ends stand in no path here";
  const [, variable, behind] = /^\$\{([A-Za-z_]\w*)\}(?:\/(.*))?$/s.exec(path) ?? [];
  const rest = variable === undefined ? path.replace(/^\.\//, "") : (behind ?? "");
  if (/[*?[\]{}$]/.test(rest)) return "a pattern, or a variable that is not its first part, is no one path";
  if (rest.startsWith("~")) return "~ is the shell's; write ${HOME}";
  const absolute = variable === undefined && rest.startsWith("/");
  const plain = rest === "" || rest === "/" ? rest : rest.replace(/\/+$/, "");
  const inProject = variable === undefined || variable === "PROJECT_ROOT";
  const place = absolute ? plain : join(root, plain);
  const folder = rest.endsWith("/") || ((absolute || inProject) && statSync(place, { throwIfNoEntry: false })?.isDirectory() === true);
  const template = variable === undefined ? plain || "." : plain === "" ? `\${${variable}}` : `\${${variable}}/${plain}`;
  return {
    word: /\s/.test(template) ? `"${template}"` : template,
    variable: absolute ? undefined : (variable ?? "PROJECT_ROOT"),
    rest: plain,
    folder,
  };
}

/** What a call of the new tool writes: the path itself, or a file named after the tool in the folder. */
export function target(path: SpecPath, { noun, verb }: Pick<ToolSpec, "noun" | "verb">): SpecPath {
  if (!path.folder && path.rest !== "") return path;
  return { ...path, rest: path.rest === "" ? `${noun}-${verb}.txt` : `${path.rest}/${noun}-${verb}.txt` };
}

/** A phrase of the header, with the Fix that no other tool provides. */
export interface Need {
  text: string;
  fix?: string;
}

export function preconditions({ reads, writes, runs, install }: ToolSpec): Need[] {
  const variables = new Set(writes.map(({ variable }) => variable));
  for (const { variable } of reads) variables.delete(variable);
  variables.delete("PROJECT_ROOT");
  variables.delete(undefined);
  const texts = [...(runs?.needs ?? []), ...reads.map(({ word }) => `${word} exists`), ...[...variables].map((name) => `${name} is set`)];
  return texts.map((text) => (text === "node_modules exists" ? { text, fix: install } : { text }));
}

export function sideEffects({ reads, writes, runs }: ToolSpec): string[] {
  return [
    ...(runs === undefined ? [] : [`process ${runs.shown}`, ...runs.effects]),
    ...reads.map(({ word }) => `reads ${word}`),
    ...writes.map(({ word }) => `writes ${word}`),
  ];
}

/** Says what the tool's first body does, so that the header is true before its author has changed a word. */
export function firstSummary(reads: readonly SpecPath[], writes: readonly SpecPath[]): string {
  const list = (paths: readonly SpecPath[]) => paths.map(({ word }) => word.replaceAll('"', "")).join(", ");
  const parts = [
    ...(writes.length > 0 ? [`Make ${list(writes)} where missing`] : []),
    ...(reads.length > 0 ? [`${writes.length > 0 ? "and tell" : "Tell"} how many bytes are in ${list(reads)}`] : []),
  ];
  return `${parts.length > 0 ? parts.join(" ") : "Answer with an empty result"}; a first version, to be made into what is wanted.`;
}

/** What the exit codes mean for this tool. */
export function exitCodes({ reads, runs }: ToolSpec): readonly (readonly [0 | 1 | 2, string])[] {
  if (runs !== undefined)
    return [
      [0, "It ended well."],
      [2, "It failed; what it said stands on stderr."],
    ];
  return [[0, "The result."] as const, ...(reads.length > 0 ? [[1, "What it reads is not there."] as const] : [])];
}
