/** Which keys of a map hold free text, and all that it may have. */
export interface FlowKeys {
  free: readonly string[];
  all: readonly string[];
}

/** Rewritten text and the offset behind the closing bracket. */
export interface Flow {
  text: string;
  end: number;
}

/** A plain scalar that YAML reads the same in and outside flow collections, wherever it stands. */
const SAFE = /^[A-Za-z0-9_/.$(][\w ./$()+=~<>@|;!*?-]*$/;

export function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, "\\$&")}"`;
}

/**
 * Puts quotes around the free text of a flow collection where YAML would
 * refuse it or split it: `[writes ${DOCS_DIR}/x]`, `{description: a: b, c}`.
 * Undefined if the brackets don't balance: then YAML's own error stands.
 */
export function looseFlow(source: string, start: number, keys: FlowKeys | undefined): Flow | undefined {
  return source[start] === "[" ? sequence(source, start, keys) : keys && mapping(source, start, keys);
}

function sequence(source: string, start: number, keys: FlowKeys | undefined): Flow | undefined {
  let text = "[";
  let at = start + 1;
  for (;;) {
    const gap = gapEnd(source, at);
    text += source.slice(at, gap);
    at = gap;
    const char = source[at];
    if (char === undefined) return undefined;
    if (char === "]") return { text: `${text}]`, end: at + 1 };
    if (char === ",") {
      text += ",";
      at += 1;
      continue;
    }
    const nested = char === "{" && keys ? mapping(source, at, keys) : undefined;
    const item = nested && /[,\]]/.test(source[gapEnd(source, nested.end)] ?? "") ? nested : scalar(source, at, () => true);
    // Nothing before a bracket of the other kind: they don't balance.
    if (item === undefined || item.end === at) return undefined;
    text += item.text;
    at = item.end;
  }
}

function mapping(source: string, start: number, keys: FlowKeys): Flow | undefined {
  const entry = /(["']?)([\w-]+)\1\s*:(?=[\s,}]|$)|(["'])([\w-]+)\3\s*:/y;
  const keyAt = (offset: number): [key: string, end: number] | undefined => {
    entry.lastIndex = offset;
    const match = entry.exec(source);
    return match ? [(match[2] ?? match[4]) as string, entry.lastIndex] : undefined;
  };
  let text = "{";
  let at = start + 1;
  for (;;) {
    const gap = gapEnd(source, at);
    text += source.slice(at, gap);
    at = gap;
    const char = source[at];
    if (char === undefined || char === "]") return undefined;
    if (char === "}") return { text: `${text}}`, end: at + 1 };
    if (char === ",") {
      text += ",";
      at += 1;
      continue;
    }
    const key = keyAt(at);
    const from = key ? gapEnd(source, key[1]) : at;
    if (key && /[,}]/.test(source[from] ?? ",")) {
      text += source.slice(at, from);
      at = from;
      continue;
    }
    const free = key !== undefined && keys.free.includes(key[0]);
    // A comma is part of a text unless a key follows it. Any key does: a misspelt one must not vanish in a text.
    const ends = (comma: number) => !free || keyAt(gapEnd(source, comma + 1)) !== undefined;
    const value = scalar(source, from, ends);
    if (value === undefined || value.end === at) return undefined;
    text += source.slice(at, from) + (free ? value.text : source.slice(from, value.end));
    at = value.end;
  }
}

/** A value up to the bracket that closes its collection, or to a comma at which `ends` holds. */
function scalar(source: string, start: number, ends: (comma: number) => boolean): Flow | undefined {
  const first = source[start] as string;
  if (first === '"' || first === "'") {
    const close = quoteEnd(source, start);
    if (close !== undefined && stops(source, gapEnd(source, close), ends)) return { text: source.slice(start, close), end: close };
  }
  // A collection of its own (`type: [any, all]`) keeps its brackets; with more behind them it is text.
  const closed = first === "[" || first === "{" ? balancedEnd(source, start) : undefined;
  if (closed !== undefined && stops(source, gapEnd(source, closed), ends)) return { text: source.slice(start, closed), end: closed };
  let depth = 0;
  let at = start;
  for (; at < source.length; at += 1) {
    const char = source[at] as string;
    if (depth === 0 && stops(source, at, ends)) break;
    if (char === "#" && /\s/.test(source[at - 1] ?? "")) break;
    // Quoted words of a type, as in `("["|"a, b")[]`; elsewhere a quote may be an apostrophe.
    if ((char === '"' || char === "'") && (at === start || /[([{|]/.test(source[at - 1] as string))) {
      at = (quoteEnd(source, at) ?? at + 1) - 1;
      continue;
    }
    if (char === "{" || char === "[") depth += 1;
    if (char === "}" || char === "]") depth -= 1;
  }
  if (at >= source.length) return undefined;
  const text = source.slice(start, at).trimEnd();
  return { text: SAFE.test(text) ? text : quoted(text), end: start + text.length };
}

function stops(source: string, at: number, ends: (comma: number) => boolean): boolean {
  const char = source[at];
  return char === "}" || char === "]" || (char === "," && ends(at));
}

/** Offset behind the quote that closes the one at `start`; undefined if none does on the same line. */
export function quoteEnd(source: string, start: number): number | undefined {
  const pattern = source[start] === '"' ? /"(?:[^"\\\n]|\\[^\n])*"/y : /'(?:[^'\n]|'')*'/y;
  pattern.lastIndex = start;
  return pattern.test(source) ? pattern.lastIndex : undefined;
}

/** Offset behind the bracket that closes the one at `start`. */
export function balancedEnd(source: string, start: number): number | undefined {
  let depth = 0;
  for (let at = start; at < source.length; at += 1) {
    const char = source[at];
    if (char === "{" || char === "[") depth += 1;
    else if (char === "}" || char === "]") depth -= 1;
    else if (char === '"' || char === "'") at = (quoteEnd(source, at) ?? at + 1) - 1;
    if (depth === 0) return at + 1;
  }
  return undefined;
}

/** Offset of the first character that is neither space nor comment. */
function gapEnd(source: string, start: number): number {
  const gap = /\s*(?:(?<=\s)#[^\n]*\s*)*/y;
  gap.lastIndex = start;
  gap.test(source);
  return gap.lastIndex;
}
