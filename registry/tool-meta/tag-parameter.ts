/** A parameter as the schema takes it; scalars are text. */
export type RawParameter = {
  name: string;
  required?: "true";
  default?: string | string[];
  short?: string;
  env?: string;
  description?: string;
};

/**
 * Reads what follows the type of an `@option` or `@arg`:
 * `[name=default] -s $ENV - description`. Without brackets it is required. A
 * default that begins with `"` or `[` is JSON, where it is valid JSON. The
 * letter (`-s`) and the variable (`$ENV`) that stands in for it are optional.
 * Returns the fault's message if it cannot be read.
 */
export function readTagParameter(text: string): RawParameter | string {
  const bare = text.trim();
  const head = bare.startsWith("[") ? optionalName(bare) : requiredName(bare);
  if (typeof head === "string") return head;
  const parameter: RawParameter = head.parameter;
  let rest = head.rest.trimStart();
  for (;;) {
    const letter = /^-([^\s-]\S*)(?:\s+|$)/.exec(rest);
    const variable = /^\$(\w+)(?:\s+|$)/.exec(rest);
    if (letter && parameter.short === undefined) parameter.short = letter[1] as string;
    else if (variable && parameter.env === undefined) parameter.env = variable[1] as string;
    else break;
    rest = rest.slice((letter ?? variable)?.[0].length);
  }
  const description = rest.replace(/^[-–—](?:\s+|$)/, "").trim();
  if (description !== "") parameter.description = description;
  return parameter;
}

type Head = { parameter: RawParameter; rest: string };

function requiredName(text: string): Head | string {
  const name = /^[^\s=[\]]+/.exec(text)?.[0];
  if (name === undefined || name === "-") return "The name is missing";
  return { parameter: { name, required: "true" }, rest: text.slice(name.length) };
}

function optionalName(text: string): Head | string {
  const open = /^\[\s*([^\s=[\]]+)\s*(=\s*)?/.exec(text);
  if (open === null) return "The name is missing";
  const name = open[1] as string;
  const from = open[0].length;
  if (open[2] === undefined) {
    return text[from] === "]" ? { parameter: { name }, rest: text.slice(from + 1) } : "The bracket around the name is never closed";
  }
  const json = jsonDefault(text, from);
  if (json) return { parameter: { name, default: json.value }, rest: text.slice(json.end) };
  const end = closingBracket(text, from);
  if (end === undefined) return "The bracket around the name is never closed";
  return { parameter: { name, default: text.slice(from, end).trim() }, rest: text.slice(end + 1) };
}

/** A JSON text or list of texts up to the closing bracket. */
function jsonDefault(text: string, from: number): { value: string | string[]; end: number } | undefined {
  const pattern = /("(?:[^"\\]|\\.)*"|\[(?:[^"\]]|"(?:[^"\\]|\\.)*")*\])\s*\]/y;
  pattern.lastIndex = from;
  const match = pattern.exec(text);
  if (match === null) return undefined;
  try {
    const value: unknown = JSON.parse(match[1] as string);
    if (typeof value === "string") return { value, end: pattern.lastIndex };
    if (Array.isArray(value) && value.every((item) => item === null || typeof item !== "object"))
      return { value: value.map(String), end: pattern.lastIndex };
  } catch {
    // Not JSON: the default is the text as it stands.
  }
  return undefined;
}

function closingBracket(text: string, from: number): number | undefined {
  let depth = 1;
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === "[") depth += 1;
    if (text[at] === "]") depth -= 1;
    if (depth === 0) return at;
  }
  return undefined;
}
