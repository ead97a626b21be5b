import { extname } from "node:path";
import { sha256 } from "../canonical-json.ts";
import type { ToolEntry } from "../entry.ts";
import type { Parameter, ToolMeta } from "./tool-meta.ts";

const HEAD = `// Written by gen-registry from the TOOL_META headers; change those, not this file.

/** The arguments of every tool, by its command: \`run(args: ToolArguments["docs fetch"])\`. */
export interface ToolArguments {
`;

const FOOT = "}\n";

/** What one tool contributes; `key` is its command. */
export interface TypesPart {
  key: string;
  text: string;
}

/**
 * Text of `logs/tool-types.d.ts`: one interface with the arguments of every
 * tool, so that a wrong name in a module tool is a compile error. Sorted by
 * command (code points), LF; the bytes depend on the headers alone.
 */
export function typesFile(tools: readonly ToolEntry[]): string {
  return typesText(tools.map(typesPart));
}

export function typesPart(tool: ToolEntry): TypesPart {
  const key = `${tool.noun} ${tool.verb}`;
  return { key, text: toolType(key, tool) };
}

export function typesText(parts: readonly TypesPart[]): string {
  return `${HEAD}${inOrder(parts)
    .map(({ text }) => text)
    .join("")}${FOOT}`;
}

/** What is kept of a part to know it again: a tenth of it. */
export interface TypesMark {
  key: string;
  /** UTF-16 code units. */
  length: number;
  sha256: string;
}

export function typesMark({ key, text }: TypesPart): TypesMark {
  return { key, length: text.length, sha256: sha256(text) };
}

/** Whether `pieces`, put together, are the text of the parts that the marks were made of. */
export function isTypesText(pieces: Iterable<string>, marks: readonly TypesMark[]): boolean {
  const expected = [markOf(HEAD), ...inOrder(marks), markOf(FOOT)];
  let held = "";
  let at = 0;
  for (const piece of pieces) {
    held += piece;
    for (let next = expected[at]; next !== undefined && next.length <= held.length; next = expected[++at]) {
      if (sha256(held.slice(0, next.length)) !== next.sha256) return false;
      held = held.slice(next.length);
    }
    if (at === expected.length && held !== "") return false;
  }
  return at === expected.length;
}

/**
 * Where such a source is a module tool, or is broken, the project has the file: it must not look left over while a tool
 * is being mended.
 */
export function isOwnTypeScript(source: string): boolean {
  return !source.startsWith("nichekit:") && /^\.m?ts$/.test(extname(source));
}

function markOf(text: string): TypesMark {
  return typesMark({ key: "", text });
}

function inOrder<T extends { key: string }>(parts: readonly T[]): T[] {
  return [...parts].sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
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
  return `/** ${text.trim().replace(/\s+/g, " ").replaceAll("*/", "*\\/")} */`;
}
