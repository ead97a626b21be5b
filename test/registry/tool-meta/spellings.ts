import type { Parameter, ToolMeta } from "../../../registry/tool-meta/tool-meta.ts";

/** Writers of a header in every spelling: tests hold them to parse to the object that was written. */

function typeText({ type, list, values }: Parameter): string {
  if (type !== "enum") return `${type}${list ? "[]" : ""}`;
  const words = (values ?? []).map((value) => JSON.stringify(value)).join("|");
  return list ? `(${words})[]` : words;
}

function defaultText(value: unknown): string {
  return typeof value === "string" || Array.isArray(value) ? JSON.stringify(value) : String(value);
}

/** The JSDoc spelling: one tag a line. */
export function writeTags(meta: ToolMeta): string {
  const lines: string[] = [];
  if (meta.summary !== undefined) lines.push(meta.summary, "");
  lines.push(`@noun ${meta.noun}`, `@verb ${meta.verb}`, `@idempotent ${meta.idempotent}`);
  for (const { text, fix } of meta.preconditions) lines.push(`@precondition ${text}${fix === undefined ? "" : ` -> fix: ${fix}`}`);
  if (meta.preconditions.length === 0) lines.push("@precondition none");
  for (const { text } of meta.side_effects) lines.push(`@side_effect ${text}`);
  if (meta.side_effects.length === 0) lines.push("@side_effect none");
  for (const [tag, list] of [
    ["option", meta.options],
    ["arg", meta.args],
  ] as const) {
    if (list?.length === 0) lines.push(`@${tag} none`);
    for (const parameter of list ?? []) {
      const value = parameter.default === undefined ? "" : `=${defaultText(parameter.default)}`;
      const name = parameter.required ? parameter.name : `[${parameter.name}${value}]`;
      const marks = `${parameter.short ? ` -${parameter.short}` : ""}${parameter.env ? ` $${parameter.env}` : ""}`;
      lines.push(
        `@${tag} {${typeText(parameter)}} ${name}${marks}${parameter.description === undefined ? "" : ` - ${parameter.description}`}`,
      );
    }
  }
  const schema = meta.output.schema === undefined ? "" : ` ${JSON.stringify(meta.output.schema)}`;
  lines.push(`@output ${meta.output.format}${schema}`);
  for (const { name, default: value } of meta.env) lines.push(`@env ${name}${value === undefined ? "" : `=${value}`}`);
  for (const [code, text] of Object.entries(meta.exit_codes ?? {})) lines.push(`@exit_code ${code} ${text}`);
  for (const key of ["dry_run", "stdin", "timeout", "risk"] as const) if (meta[key] !== undefined) lines.push(`@${key} ${meta[key]}`);
  for (const keyword of meta.keywords ?? []) lines.push(`@keyword ${keyword}`);
  for (const path of meta.paths ?? []) lines.push(`@path ${path}`);
  for (const example of meta.examples ?? []) lines.push("@example", ...example.split("\n").map((line) => (line === "" ? "" : `  ${line}`)));
  for (const command of meta.see_also ?? []) lines.push(`@see_also ${command}`);
  return `${lines.join("\n")}\n`;
}

/** How a text stands in a YAML header: quoted always, or as people write it. */
export type Quoting = (text: string, place: "block" | "list" | "map") => string;

export const quotedText: Quoting = (text) => JSON.stringify(text);

/** Without quotes wherever the text can be told from YAML's own marks: no comment in it, no list's comma, no key behind a comma. */
export const humanText: Quoting = (text, place) => {
  if (text === "" || text.includes("\n") || /^["'#,]|\s#|^[|>][+-]?\d?$|[\\{}[\]"']/.test(text)) return JSON.stringify(text);
  if (place === "list" && text.includes(",")) return JSON.stringify(text);
  if (place === "map" && /,\s*["']?[\w-]+["']?\s*:/.test(text)) return JSON.stringify(text);
  return text;
};

/** The YAML spelling: lists in brackets or a line each, options in braces. */
export function writeYaml(meta: ToolMeta, quote: Quoting, style: "flow" | "block"): string {
  const lines: string[] = [`noun: ${meta.noun}`, `verb: ${meta.verb}`];
  const list = (key: string, texts: readonly string[] | undefined) => {
    if (texts === undefined) return;
    if (style === "flow" || texts.length === 0) lines.push(`${key}: [${texts.map((text) => quote(text, "list")).join(", ")}]`);
    else lines.push(`${key}:`, ...texts.map((text) => `  - ${quote(text, "block")}`));
  };
  if (meta.summary !== undefined) lines.push(`summary: ${quote(meta.summary, "block")}`);
  lines.push(`idempotent: ${meta.idempotent}`);
  const conditions = meta.preconditions.map(({ text, fix }) =>
    fix === undefined ? quote(text, "block") : `{test: ${quote(text, "map")}, fix: ${quote(fix, "map")}}`,
  );
  lines.push(conditions.length === 0 ? "preconditions: []" : "preconditions:", ...conditions.map((text) => `- ${text}`));
  list(
    "side_effects",
    meta.side_effects.map(({ text }) => text),
  );
  for (const key of ["options", "args"] as const) {
    if (meta[key] === undefined) continue;
    lines.push(meta[key].length === 0 ? `${key}: []` : `${key}:`);
    for (const parameter of meta[key]) lines.push(...parameterLines(parameter, quote, style));
  }
  const { format, schema } = meta.output;
  lines.push(schema === undefined ? `output: ${format}` : `output: {format: ${format}, schema: ${JSON.stringify(schema)}}`);
  if (meta.env.length > 0) lines.push("env:");
  for (const { name, default: value } of meta.env)
    lines.push(value === undefined ? `  - ${name}` : `  - {name: ${name}, default: ${quote(value, "map")}}`);
  if (meta.exit_codes)
    lines.push("exit_codes:", ...Object.entries(meta.exit_codes).map(([code, text]) => `  ${code}: ${quote(text, "block")}`));
  for (const key of ["dry_run", "stdin", "timeout", "risk"] as const) if (meta[key] !== undefined) lines.push(`${key}: ${meta[key]}`);
  for (const key of ["keywords", "paths", "examples", "see_also"] as const) list(key, meta[key]);
  return `${lines.join("\n")}\n`;
}

function parameterLines(parameter: Parameter, quote: Quoting, style: "flow" | "block"): string[] {
  const place = style === "flow" ? "map" : "block";
  const { default: value } = parameter;
  const entries: string[] = [
    `name: ${parameter.name}`,
    `type: ${parameter.type === "enum" && !parameter.list ? JSON.stringify(parameter.values) : typeText(parameter)}`,
  ];
  if (parameter.required) entries.push("required: true");
  if (value !== undefined) entries.push(`default: ${typeof value === "string" ? quote(value, place) : JSON.stringify(value)}`);
  if (parameter.description !== undefined) entries.push(`description: ${quote(parameter.description, place)}`);
  if (parameter.short !== undefined) entries.push(`short: ${parameter.short}`);
  if (parameter.env !== undefined) entries.push(`env: ${parameter.env}`);
  if (style === "flow") return [`  - {${entries.join(", ")}}`];
  return entries.map((entry, index) => `${index === 0 ? "  - " : "    "}${entry}`);
}

/** Every kind of comment that holds YAML, around a header's text. */
export const YAML_COMMENTS: Readonly<Record<string, (text: string) => string>> = {
  hash: (text) => lineComment(text, "# "),
  slashes: (text) => lineComment(text, "// "),
  dashes: (text) => lineComment(text, "-- "),
  block: (text) => `/*\nTOOL_META\n${escaped(text)}*/\n`,
  stars: (text) => `/*\n${prefixed(`TOOL_META\n${escaped(text)}`, " * ")} */\n`,
  docstring: (text) => `#!/usr/bin/env python3\n'''\nTOOL_META\n${text}'''\n`,
};

export function jsdocComment(text: string): string {
  return `/**\n${prefixed(`TOOL_META\n${escaped(text)}`, " * ")} */\n`;
}

function lineComment(text: string, mark: string): string {
  return `#!/usr/bin/env x\n\n${prefixed(`TOOL_META\n${text}`, mark)}`;
}

function prefixed(text: string, mark: string): string {
  return text.replace(/^(?=.*\n)/gm, mark);
}

function escaped(text: string): string {
  return text.replaceAll("*/", "*\\/");
}
