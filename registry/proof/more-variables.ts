import type { ToolEntry } from "../entry.ts";
import type { ToolFile } from "../tool-meta/read.ts";
import { typeName } from "../tool-meta/value-type.ts";

/**
 * The text of a tool's file with a header that declares `names`, too, so that a trial run gives the tool more of the environment than
 * it asks for. Undefined where the header's lines cannot be told apart from their comment marks.
 */
export function withMoreVariables(source: string, file: ToolFile, entry: ToolEntry, names: readonly string[]): string | undefined {
  const { header } = file;
  if (header === undefined) return undefined;
  const lines = source.split(/\r?\n/);
  const at = header.line - 1;
  const text = header.text.replace(/\n$/, "").split("\n");
  const filled = text.findIndex((line) => line.trim() !== "");
  const line = lines[at + filled] ?? "";
  const own = (text[filled] ?? "").trimEnd();
  const prefix = line.trimEnd().slice(0, line.trimEnd().length - own.length);
  if (filled < 0 || prefix + own !== line.trimEnd()) return undefined;
  if (header.spelling === "tags") {
    const more = names.map((name) => `${prefix}@env ${name}`);
    return [...lines.slice(0, at + text.length), ...more, ...lines.slice(at + text.length)].join("\n");
  }
  const written = yamlHeader(entry, names).map((one) => prefix + one);
  return [...lines.slice(0, at), ...written, ...lines.slice(at + text.length)].join("\n");
}

/** What of a header matters to a call, a line each; JSON is YAML. */
function yamlHeader(entry: ToolEntry, names: readonly string[]): string[] {
  const parameter = ({ name, short, type, list, values, required, default: preset, env }: NonNullable<ToolEntry["options"]>[number]) => ({
    name,
    type: typeName({ type, list, ...(values === undefined ? {} : { values: values.map((value) => JSON.stringify(value)) }) }),
    ...(short === undefined ? {} : { short }),
    ...(required ? { required } : {}),
    ...(preset === undefined ? {} : { default: preset }),
    ...(env === undefined ? {} : { env }),
  });
  const known = entry.env.map(({ name }) => name);
  const keys: Readonly<Record<string, unknown>> = {
    noun: entry.noun,
    verb: entry.verb,
    summary: "A trial with more of the environment.",
    preconditions: entry.preconditions.map(({ text, fix }) => (fix === undefined ? text : { test: text, fix })),
    idempotent: entry.idempotent,
    side_effects: entry.side_effects.map(({ text }) => text),
    options: entry.options?.map(parameter),
    args: entry.args?.map(parameter),
    output: entry.output,
    env: [...entry.env, ...names.filter((name) => !known.includes(name)).map((name) => ({ name }))],
    dry_run: entry.dry_run,
    stdin: entry.stdin,
    timeout: entry.timeout,
  };
  return Object.entries(keys).flatMap(([key, value]) => (value === undefined ? [] : [`${key}: ${JSON.stringify(value)}`]));
}
