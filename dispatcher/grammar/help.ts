import type { ToolEntry } from "../../registry/entry.ts";
import { GLOBAL_OPTIONS, type GlobalOption } from "../../registry/grammar/global-options.ts";
import type { Parameter } from "../../registry/tool-meta/tool-meta.ts";

/** Bytes that the help of each level stays below, however many tools there are. */
export const HELP_BUDGET = { root: 1_000, noun: 4_000, tool: 6_000 } as const;

type Tool = Pick<ToolEntry, "noun" | "verb" | "summary">;

/** The root: the nouns with their verbs as far as they fit, and how to see more. */
export function rootHelp(subject: string, command: string, tools: readonly Tool[]): string {
  const nouns = [...new Set(tools.map((tool) => tool.noun))];
  const rows = nouns.map((noun) => `  ${noun}: ${verbsOf(tools, noun)}`);
  const head = `${subject} <noun> <verb> [options] [-- args]\n\n`;
  const foot = `\nMore: ${command} <noun> --help, ${command} <noun> <verb> --help\nEvery tool as data: ${command} --help --json\nFor each: --json --dry-run --yes --input --timeout --fields --max-bytes\n`;
  return head + fitted(rows, HELP_BUDGET.root - bytes(head + foot), (left) => `  … ${left} more nouns: ${command} --help --json`) + foot;
}

/** A noun: its verbs, a line each. */
export function nounHelp(subject: string, command: string, noun: string, tools: readonly Tool[]): string {
  const own = tools.filter((tool) => tool.noun === noun);
  const width = Math.max(0, ...own.map((tool) => tool.verb.length));
  const rows = own.map((tool) => `  ${tool.verb.padEnd(width)}  ${firstSentence(tool.summary ?? "")}`.trimEnd());
  const head = `${subject} ${noun} <verb>\n\n`;
  const foot = `\nMore: ${command} ${noun} <verb> --help\n`;
  return (
    head + fitted(rows, HELP_BUDGET.noun - bytes(head + foot), (left) => `  … ${left} more verbs: ${command} ${noun} --help --json`) + foot
  );
}

/** A tool: how it is written, what must hold, what it changes, what its exit codes mean. */
export function toolHelp(subject: string, command: string, entry: ToolEntry): string {
  const sections = [
    `${subject} ${entry.noun} ${entry.verb}${usage(entry)}`,
    entry.summary ?? "",
    section("Options", table((entry.options ?? []).map((option) => [spelling(option), describe(option)]))),
    section("Arguments", table((entry.args ?? []).map((arg) => [arg.name, describe(arg)]))),
    section("Needs", lines(entry.preconditions.map(({ text }) => text))),
    section("Changes", lines(entry.side_effects.length > 0 ? entry.side_effects.map(({ text }) => text) : ["nothing"])),
    section("Reads", lines(entry.env.map(({ name, default: value }) => (value === undefined ? name : `${name} (default ${value})`)))),
    `May be repeated: ${entry.idempotent ? "yes" : "no"}. Gives ${entry.output.format}. Risk: ${entry.derived_risk}.`,
    section("Exit codes", table(Object.entries(entry.exit_codes ?? {}).map(([code, text]) => [code, text ?? ""]))),
    section("Examples", lines((entry.examples ?? []).map((example) => example.replaceAll("\n", "\n  ")))),
    section("See also", lines((entry.see_also ?? []).map((other) => `${command} ${other}`))),
    section(
      "For every tool",
      table((GLOBAL_OPTIONS as readonly GlobalOption[]).map((option) => [globalSpelling(option), option.description])),
    ),
  ].filter((text) => text !== "");
  const text = `${sections.join("\n\n")}\n`;
  const note = `\n… cut; the whole: ${command} ${entry.noun} ${entry.verb} --help --json\n`;
  if (bytes(text) <= HELP_BUDGET.tool) return text;
  return fitted(text.split("\n"), HELP_BUDGET.tool - bytes(note), () => "") + note;
}

function usage(entry: ToolEntry): string {
  if (entry.options === undefined && entry.args === undefined) return " [anything]";
  const required = (entry.options ?? []).filter((option) => option.required).map((option) => ` ${spelling({ ...option, short: "" })}`);
  const optional = (entry.options ?? []).some((option) => !option.required) ? " [options]" : "";
  const args = (entry.args ?? []).map((arg) => {
    const name = `<${arg.name}>${arg.list ? "…" : ""}`;
    return arg.required ? ` ${name}` : ` [${name}]`;
  });
  return required.join("") + optional + args.join("");
}

function spelling(option: Parameter): string {
  const value =
    option.type === "boolean"
      ? ""
      : ` <${option.type === "enum" ? (option.values ?? []).join("|") : option.type}>${option.list ? "…" : ""}`;
  return `${option.short ? `-${option.short}, ` : ""}--${option.name}${value}`;
}

function globalSpelling(option: GlobalOption): string {
  return `${option.short === undefined ? "" : `-${option.short}, `}--${option.name}${option.value === undefined ? "" : ` <${option.value}>`}`;
}

function describe(parameter: Parameter): string {
  const notes = [
    parameter.required ? "required" : undefined,
    parameter.default === undefined ? undefined : `default ${JSON.stringify(parameter.default)}`,
    parameter.env === undefined ? undefined : `or $${parameter.env}`,
  ].filter((note) => note !== undefined);
  return [parameter.description ?? "", notes.length > 0 ? `(${notes.join(", ")})` : ""].filter((part) => part !== "").join(" ");
}

function verbsOf(tools: readonly Tool[], noun: string): string {
  const verbs = tools.filter((tool) => tool.noun === noun).map((tool) => tool.verb);
  const shown = verbs.slice(0, 6).join(", ");
  return verbs.length > 6 ? `${shown}, … ${verbs.length - 6} more` : shown;
}

/** As many rows as fit in `room` bytes, then how many were left out. */
function fitted(rows: readonly string[], room: number, rest: (left: number) => string): string {
  const whole = rows.map((row) => `${row}\n`).join("");
  if (bytes(whole) <= room) return whole;
  const limit = room - bytes(rest(rows.length)) - 1;
  let text = "";
  let count = 0;
  for (const row of rows) {
    if (bytes(text) + bytes(row) + 1 > limit) break;
    text += `${row}\n`;
    count++;
  }
  const note = rest(rows.length - count);
  return note === "" ? text : `${text}${note}\n`;
}

function section(title: string, body: string): string {
  return body === "" ? "" : `${title}:\n${body}`;
}

function table(rows: readonly (readonly [string, string])[]): string {
  const width = Math.min(32, Math.max(0, ...rows.map(([name]) => name.length)));
  return rows.map(([name, text]) => `  ${name.padEnd(width)}  ${text}`.trimEnd()).join("\n");
}

function lines(texts: readonly string[]): string {
  return texts.map((text) => `  ${text}`).join("\n");
}

function firstSentence(text: string): string {
  const sentence = /^.*?[.!?。](?=\s|$)/s.exec(text)?.[0] ?? text;
  return sentence.length > 120 ? `${sentence.slice(0, 119)}…` : sentence;
}

function bytes(text: string): number {
  return Buffer.byteLength(text);
}
