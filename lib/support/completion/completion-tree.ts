import type { ToolEntry } from "../../../registry/entry.ts";
import { GLOBAL_OPTIONS, type GlobalOption } from "../../../registry/grammar/global-options.ts";
import type { Parameter } from "../../../registry/tool-meta/tool-meta.ts";

/** What a completed word may be: words of a list, a file, or anything (nothing is offered). */
export type Values = { kind: "words"; words: readonly string[] } | { kind: "files" } | { kind: "any" };

export interface CompletedOption {
  /** `--keywords`, and `-k` if it has a letter. */
  spellings: readonly string[];
  /** Undefined: it takes no value. */
  values: Values | undefined;
  about: string;
}

export interface CompletedTool {
  noun: string;
  verb: string;
  about: string;
  options: readonly CompletedOption[];
  /** Of each positional argument in turn; the last one serves for all that follow if it is a list. */
  args: readonly Values[];
  endless: boolean;
}

/** Everything a completion script holds, the same for every shell. Words are plain text; each shell quotes for itself. */
export interface CompletionTree {
  subject: string;
  tools: readonly CompletedTool[];
  globals: readonly CompletedOption[];
}

export function completionTree(subject: string, tools: readonly ToolEntry[]): CompletionTree {
  return { subject, tools: tools.map(completedTool), globals: GLOBAL_OPTIONS.map(globalOption) };
}

function completedTool(tool: ToolEntry): CompletedTool {
  const args = tool.args ?? [];
  const undeclared = tool.options === undefined && tool.args === undefined;
  return {
    noun: tool.noun,
    verb: tool.verb,
    about: brief(tool.summary),
    options: (tool.options ?? []).map((option) => ({
      spellings: [`--${option.name}`, ...(option.short === undefined ? [] : [`-${option.short}`])],
      values: option.type === "boolean" && !option.list ? undefined : valuesOf(option),
      about: brief(option.description),
    })),
    args: undeclared ? [{ kind: "files" }] : args.map(valuesOf),
    endless: undeclared || args.at(-1)?.list === true,
  };
}

function valuesOf({ type, values }: Parameter): Values {
  if (type === "path") return { kind: "files" };
  if (type === "enum") return { kind: "words", words: values ?? [] };
  return type === "boolean" ? { kind: "words", words: ["true", "false"] } : { kind: "any" };
}

function globalOption({ name, short, value, description }: GlobalOption): CompletedOption {
  return {
    spellings: [`--${name}`, ...(short === undefined ? [] : [`-${short}`])],
    values: value === undefined ? undefined : { kind: "any" },
    about: brief(description),
  };
}

/** One line for a list of candidates. */
function brief(text = ""): string {
  const line = text.replace(/\s+/g, " ").trim();
  const sentence = /^.*?[.;:](?=\s|$)/.exec(line)?.[0].replace(/[.;:]$/, "") ?? line;
  return sentence.length > 80 ? `${sentence.slice(0, 79)}…` : sentence;
}

/** Nouns in the order of the tools, each with its verbs. */
export function nounsOf(tree: CompletionTree): readonly { noun: string; tools: readonly CompletedTool[] }[] {
  const nouns = new Map<string, CompletedTool[]>();
  for (const tool of tree.tools) nouns.set(tool.noun, [...(nouns.get(tool.noun) ?? []), tool]);
  return [...nouns].map(([noun, tools]) => ({ noun, tools }));
}

/** The subject as a part of a function's name. */
export function functionName(subject: string): string {
  return `_${subject.replace(/[^A-Za-z0-9]/g, "_")}_niche`;
}

/** In single quotes, as sh, bash and zsh read it. */
export function singleQuoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
