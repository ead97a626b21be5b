/** A YAML value read without types: every scalar is its text. */
export type Untyped = string | readonly Untyped[] | { readonly [key: string]: Untyped };

interface Line {
  indent: number;
  text: string;
}

/** Thrown inside this file alone: the text is not of the subset. */
const NOT_PLAIN = Symbol("not plain");

/**
 * Reads the small part of YAML that nearly all headers keep to, some twenty
 * times faster than the library: one-line scalars, lists and maps in block and
 * flow style. Whatever is outside it (block scalars, anchors, tags, escapes,
 * duplicate keys, errors of any kind) gives undefined, and the library reads
 * the text. What is read here is what the library's failsafe schema gives;
 * a test with generated texts holds the two together.
 */
export function plainYaml(source: string): Untyped | undefined {
  // Tabs, document marks and directives are the library's.
  if (/\t|^(?:---|\.\.\.|%)/m.test(source)) return undefined;
  const lines: Line[] = [];
  for (const line of source.split("\n")) {
    const text = line.trim();
    if (text !== "" && text[0] !== "#") lines.push({ indent: line.length - line.trimStart().length, text });
  }
  const reader = { lines, at: 0 };
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

interface Reader {
  lines: Line[];
  at: number;
}

function block(reader: Reader, indent: number): Untyped {
  const line = reader.lines[reader.at];
  if (line === undefined || line.indent !== indent) throw NOT_PLAIN;
  return line.text.startsWith("- ") ? list(reader, indent) : map(reader, indent);
}

function list(reader: Reader, indent: number): Untyped {
  const items: Untyped[] = [];
  for (let line = reader.lines[reader.at]; line !== undefined && line.indent === indent; line = reader.lines[reader.at]) {
    if (!line.text.startsWith("- ")) break;
    const rest = line.text.slice(2).trimStart();
    const column = indent + line.text.length - rest.length;
    if (rest.startsWith("- ")) throw NOT_PLAIN;
    if (KEY.test(rest)) {
      // A map that begins on the dash's line: its keys stand in the column behind the dash.
      reader.lines[reader.at] = { indent: column, text: rest };
      items.push(map(reader, column));
    } else {
      reader.at += 1;
      items.push(inline(reader, rest, indent));
    }
  }
  if ((reader.lines[reader.at]?.indent ?? 0) > indent) throw NOT_PLAIN;
  return items;
}

const KEY = /^([A-Za-z0-9][\w-]*):(?: +|$)/;

function map(reader: Reader, indent: number): Untyped {
  const entries: Record<string, Untyped> = {};
  for (let line = reader.lines[reader.at]; line !== undefined && line.indent === indent; line = reader.lines[reader.at]) {
    const key = KEY.exec(line.text);
    if (key === null || Object.hasOwn(entries, key[1] as string)) throw NOT_PLAIN;
    reader.at += 1;
    const rest = line.text.slice(key[0].length);
    const next = reader.lines[reader.at];
    const nested = next !== undefined && (next.indent > indent || (next.indent === indent && next.text.startsWith("- ")));
    if (rest !== "" && rest[0] !== "#") entries[key[1] as string] = inline(reader, rest, indent);
    else entries[key[1] as string] = nested ? block(reader, next.indent) : "";
  }
  if ((reader.lines[reader.at]?.indent ?? 0) > indent) throw NOT_PLAIN;
  return entries;
}

/** A value on the rest of one line; the next line must not go on with it. */
function inline(reader: Reader, text: string, indent: number): Untyped {
  if ((reader.lines[reader.at]?.indent ?? 0) > indent) throw NOT_PLAIN;
  const first = text[0];
  if (first === "[" || first === "{" || first === '"' || first === "'") {
    const flow = { text, at: 0 };
    const value = flowValue(flow);
    if (!/^ *(?: #.*)?$/.test(text.slice(flow.at))) throw NOT_PLAIN;
    return value;
  }
  const comment = text.indexOf(" #");
  const plain = comment < 0 ? text : text.slice(0, comment).trimEnd();
  if (!/^[^\s\-?:,[\]{}#&*!|>'"%@`]/.test(plain) || /:(?: |$)/.test(plain)) throw NOT_PLAIN;
  return plain;
}

interface FlowReader {
  text: string;
  at: number;
}

function flowValue(flow: FlowReader): Untyped {
  const char = flow.text[flow.at];
  if (char === "[") return flowList(flow);
  if (char === "{") return flowMap(flow);
  if (char === '"') return token(flow, /"(?:[^"\\]|\\["\\/bfnrt])*"/y, (text) => parseJson(text));
  if (char === "'") return token(flow, /'(?:[^']|'')*'/y, (text) => text.slice(1, -1).replaceAll("''", "'"));
  return token(flow, /[^\s\-?:,[\]{}#&*!|>'"%@`](?:[^,[\]{}:#]|:(?=[^\s,[\]{}]))*/y, (text) => text.trimEnd());
}

function flowList(flow: FlowReader): Untyped {
  const items: Untyped[] = [];
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

function flowMap(flow: FlowReader): Untyped {
  const entries: Record<string, Untyped> = {};
  flow.at += 1;
  for (;;) {
    skipSpaces(flow);
    if (close(flow, "}")) return entries;
    const key = token(flow, /[A-Za-z0-9][\w-]*: +/y, (text) => text.slice(0, text.indexOf(":"))) as string;
    if (Object.hasOwn(entries, key)) throw NOT_PLAIN;
    entries[key] = flowValue(flow);
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

function token(flow: FlowReader, pattern: RegExp, read: (text: string) => Untyped): Untyped {
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
