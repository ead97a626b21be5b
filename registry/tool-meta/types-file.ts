import type { ToolEntry } from "../entry.ts";
import type { Parameter, ToolMeta } from "./tool-meta.ts";

export const TYPES_HEAD = `// Written by gen-registry from the TOOL_META headers; change those, not this file.

/** The arguments of every tool, by its command: \`run(args: ToolArguments["docs fetch"])\`. */
export interface ToolArguments {
`;

export const TYPES_FOOT = "}\n";

/**
 * Text of `logs/tool-types.d.ts`: one interface with the arguments of every
 * tool, so that a wrong name in a module tool is a compile error. Sorted by
 * command (code points), LF; the bytes depend on the headers alone.
 */
export function typesFile(tools: readonly ToolEntry[]): string {
  const entries = tools.map((tool) => ({ key: `${tool.noun} ${tool.verb}`, tool }));
  entries.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  return `${TYPES_HEAD}${entries.map(({ tool }) => typesPart(tool)).join("")}${TYPES_FOOT}`;
}

/**
 * Where such a source is a module tool, or is broken, the project has the file: it must not look left over while a tool
 * is being mended.
 */
export function isOwnTypeScript(source: string): boolean {
  return /\.m?ts$/.test(source) && !source.startsWith("nichekit:");
}

/** What one tool contributes. */
export function typesPart(tool: ToolEntry): string {
  return toolType(`${tool.noun} ${tool.verb}`, tool);
}

function toolType(key: string, tool: ToolMeta): string {
  const parameters = [...(tool.options ?? []), ...(tool.args ?? [])];
  const summary = tool.summary === undefined ? "" : `  ${docComment(tool.summary)}\n`;
  // Nothing declared: the words go to the tool unread, and its arguments are empty (contract 4.2).
  if (parameters.length === 0) return `${summary}  ${JSON.stringify(key)}: Record<string, never>;\n`;
  return `${summary}  ${JSON.stringify(key)}: {\n${parameters.map(property).join("")}  };\n`;
}

function property(parameter: Parameter): string {
  const given = parameter.required || parameter.default !== undefined;
  const description = parameter.description === undefined ? "" : `    ${docComment(parameter.description)}\n`;
  return `${description}    ${propertyName(parameter.name)}${given ? "" : "?"}: ${typeText(parameter)};\n`;
}

function propertyName(name: string): string {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) ? name : JSON.stringify(name);
}

function typeText(parameter: Parameter): string {
  const base = baseType(parameter);
  if (!parameter.list) return base;
  return base.includes(" ") ? `(${base})[]` : `${base}[]`;
}

function baseType({ type, values }: Parameter): string {
  if (type === "enum") return (values ?? []).map((value) => JSON.stringify(value)).join(" | ") || "never";
  if (type === "integer") return "number";
  return type === "path" ? "string" : type;
}

/** One line, and nothing in it can end the comment. */
function docComment(text: string): string {
  // Not `\s+`, which would write every text anew.
  return `/** ${text
    .trim()
    .replace(/\s\s+|[^\S ]/g, " ")
    .replaceAll("*/", "*\\/")} */`;
}
