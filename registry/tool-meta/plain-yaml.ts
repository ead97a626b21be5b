/** A value as read: text, lists and maps; with `resolve` also what it makes of a scalar. */
export type PlainValue = unknown;

interface Line {
  indent: number;
  text: string;
  /** 0-based place in the source. */
  index: number;
}

/** Thrown inside this file alone: the text is not of the subset. */
const NOT_PLAIN = Symbol("not plain");

/**
 * Reads the small part of YAML that nearly all headers keep to, many times
 * faster than the library: one-line scalars, literal blocks (`|`), lists and
 * maps in block and flow style. Whatever is outside it (folded text, anchors,
 * tags, rare escapes, duplicate keys, errors of any kind) gives undefined, and
 * the library reads the text. What is read here is what the library's failsafe
 * schema gives, or with `resolve: coreScalar` its core schema; a test with
 * generated texts holds the two together.
 */
export function plainYaml(source: string, resolve: (plain: string) => unknown = (plain) => plain): PlainValue {
  // Tabs, document marks and directives are the library's.
  if (/\t|^(?:---|\.\.\.|%)/m.test(source)) return undefined;
  const raw = source.split("\n");
  const lines: Line[] = [];
  for (const [index, line] of raw.entries()) {
    const text = line.trim();
    if (text !== "" && text[0] !== "#") lines.push({ indent: line.length - line.trimStart().length, text, index });
  }
  const reader = { lines, raw, at: 0, resolve };
  try {
    if (lines.length === 0) return undefined;
    const value = block(reader, 0);
    return reader.at === lines.length ? value : undefined;
  } catch (error) {
    // Nested deeper than the stack: the library says so.
    if (error === NOT_PLAIN || error instanceof RangeError) return undefined;
    throw error;
  }
}

/** A plain scalar by YAML 1.2's core schema: null, true, false, numbers, else its text. */
export function coreScalar(plain: string): unknown {
  if (/^(?:~|null|Null|NULL|)$/.test(plain)) return null;
  if (/^(?:true|True|TRUE|false|False|FALSE)$/.test(plain)) return /^t/i.test(plain);
  if (/^[-+]?[0-9]+$/.test(plain) || /^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$/.test(plain)) return Number(plain);
  // Octal, hexadecimal, infinity: rare enough for the library.
  if (/^(?:0[ox]|[-+]?\.(?:inf|nan)$)/i.test(plain)) throw NOT_PLAIN;
  return plain;
}

interface Reader {
  lines: Line[];
  raw: readonly string[];
  at: number;
  resolve: (plain: string) => unknown;
}

function block(reader: Reader, indent: number): PlainValue {
  const line = reader.lines[reader.at];
  if (line === undefined || line.indent !== indent) throw NOT_PLAIN;
  return line.text.startsWith("- ") ? list(reader, indent) : map(reader, indent);
}

function list(reader: Reader, indent: number): PlainValue {
  const items: PlainValue[] = [];
  for (let line = reader.lines[reader.at]; line !== undefined && line.indent === indent; line = reader.lines[reader.at]) {
    if (!line.text.startsWith("- ")) break;
    const rest = line.text.slice(2).trimStart();
    const column = indent + line.text.length - rest.length;
    if (rest.startsWith("- ")) throw NOT_PLAIN;
    if (KEY.test(rest)) {
      // A map that begins on the dash's line: its keys stand in the column behind the dash.
      reader.lines[reader.at] = { indent: column, text: rest, index: line.index };
      items.push(map(reader, column));
    } else {
      reader.at += 1;
      items.push(inline(reader, rest, line, indent));
    }
  }
  if ((reader.lines[reader.at]?.indent ?? 0) > indent) throw NOT_PLAIN;
  return items;
}

const KEY = /^([A-Za-z0-9][\w-]*):(?: +|$)/;

function map(reader: Reader, indent: number): PlainValue {
  const entries: Record<string, PlainValue> = {};
  for (let line = reader.lines[reader.at]; line !== undefined && line.indent === indent; line = reader.lines[reader.at]) {
    const key = KEY.exec(line.text);
    if (key === null || Object.hasOwn(entries, key[1] as string) || !isTextKey(key[1] as string, reader)) throw NOT_PLAIN;
    reader.at += 1;
    const rest = line.text.slice(key[0].length);
    const next = reader.lines[reader.at];
    const nested = next !== undefined && (next.indent > indent || (next.indent === indent && next.text.startsWith("- ")));
    if (rest !== "" && rest[0] !== "#") entries[key[1] as string] = inline(reader, rest, line, indent);
    else entries[key[1] as string] = nested ? block(reader, next.indent) : reader.resolve("");
  }
  if ((reader.lines[reader.at]?.indent ?? 0) > indent) throw NOT_PLAIN;
  return entries;
}

/** With types, `0x1`, `012` and `null` are other keys than they look. */
function isTextKey(key: string, { resolve }: { resolve: (plain: string) => unknown }): boolean {
  const value = resolve(key);
  return value !== null && String(value) === key;
}

/** A value on the rest of one line; but for a literal block, the next line must not go on with it. */
function inline(reader: Reader, text: string, line: Line, indent: number): PlainValue {
  if (text === "|" || text === "|-") return literal(reader, line.index + 1, indent, text === "|-");
  if ((reader.lines[reader.at]?.indent ?? 0) > indent) throw NOT_PLAIN;
  const first = text[0];
  if (first === "[" || first === "{" || first === '"' || first === "'") {
    const flow = { text, at: 0, resolve: reader.resolve };
    const value = flowValue(flow);
    if (!/^ *(?: #.*)?$/.test(text.slice(flow.at))) throw NOT_PLAIN;
    return value;
  }
  const comment = text.indexOf(" #");
  const plain = comment < 0 ? text : text.slice(0, comment).trimEnd();
  if (!/^[^\s\-?:,[\]{}#&*!|>'"%@`]/.test(plain) || /:(?: |$)/.test(plain)) throw NOT_PLAIN;
  return reader.resolve(plain);
}

function literal(reader: Reader, start: number, indent: number, strip: boolean): string {
  let end = start;
  const lines: string[] = [];
  let margin = 0;
  for (; end < reader.raw.length; end += 1) {
    const line = reader.raw[end] as string;
    const depth = line.length - line.trimStart().length;
    const blank = line.trim() === "";
    if (!blank && depth <= indent) break;
    if (margin === 0 && !blank) margin = depth;
    // Blank lines that hold spaces, and lines outside the margin, have rules of their own.
    if ((blank && line !== "") || (!blank && depth < margin)) throw NOT_PLAIN;
    lines.push(line.slice(margin));
  }
  while (lines.length > 0 && lines[lines.length - 1] === "") lines.pop();
  if (margin === 0) throw NOT_PLAIN;
  while ((reader.lines[reader.at]?.index ?? end) < end) reader.at += 1;
  return `${lines.join("\n")}${strip ? "" : "\n"}`;
}

interface FlowReader {
  text: string;
  at: number;
  resolve: (plain: string) => unknown;
}

function flowValue(flow: FlowReader): PlainValue {
  const char = flow.text[flow.at];
  if (char === "[") return flowList(flow);
  if (char === "{") return flowMap(flow);
  if (char === '"') return token(flow, /"(?:[^"\\]|\\["\\/bfnrt])*"/y, (text) => parseJson(text));
  if (char === "'") return token(flow, /'(?:[^']|'')*'/y, (text) => text.slice(1, -1).replaceAll("''", "'"));
  return token(flow, /[^\s\-?:,[\]{}#&*!|>'"%@`](?:[^,[\]{}:#]|:(?=[^\s,[\]{}]))*/y, (text) => flow.resolve(text.trimEnd()));
}

function flowList(flow: FlowReader): PlainValue {
  const items: PlainValue[] = [];
  flow.at += 1;
  for (;;) {
    skipSpaces(flow);
    if (close(flow, "]")) return items;
    items.push(flowValue(flow));
    skipSpaces(flow);
    // `[a: b]` is a map in a list; the library reads it.
    if (!close(flow, ",") && flow.text[flow.at] !== "]") throw NOT_PLAIN;
  }
}

function flowMap(flow: FlowReader): PlainValue {
  const entries: Record<string, PlainValue> = {};
  flow.at += 1;
  for (;;) {
    skipSpaces(flow);
    if (close(flow, "}")) return entries;
    const key = token(flow, /[A-Za-z0-9][\w-]*: +/y, (text) => text.slice(0, text.indexOf(":"))) as string;
    if (Object.hasOwn(entries, key) || !isTextKey(key, flow)) throw NOT_PLAIN;
    entries[key] = /[,}]/.test(flow.text[flow.at] ?? "") ? flow.resolve("") : flowValue(flow);
    skipSpaces(flow);
    if (!close(flow, ",") && flow.text[flow.at] !== "}") throw NOT_PLAIN;
  }
}

function skipSpaces(flow: FlowReader): void {
  while (flow.text[flow.at] === " ") flow.at += 1;
}

function close(flow: FlowReader, char: string): boolean {
  if (flow.text[flow.at] !== char) return false;
  flow.at += 1;
  return true;
}

function token(flow: FlowReader, pattern: RegExp, read: (text: string) => PlainValue): PlainValue {
  pattern.lastIndex = flow.at;
  const match = pattern.exec(flow.text);
  if (match === null) throw NOT_PLAIN;
  flow.at = pattern.lastIndex;
  return read(match[0]);
}

function parseJson(text: string): string {
  // JSON refuses raw control characters, which YAML may allow.
  try {
    return JSON.parse(text) as string;
  } catch {
    throw NOT_PLAIN;
  }
}
