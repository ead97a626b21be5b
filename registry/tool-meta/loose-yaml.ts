import { balancedEnd, type FlowKeys, looseFlow, quoted, quoteEnd } from "./loose-flow.ts";

/** What stands under a key that holds free text: one text, a list of texts or of maps, or a map of texts. */
interface FreeText {
  shape: "text" | "list" | "map";
  keys?: FlowKeys;
}

const PARAMETERS: FreeText = {
  shape: "list",
  keys: { free: ["type", "default", "description"], all: ["name", "type", "required", "default", "description", "short", "env"] },
};
const TEXTS: FreeText = { shape: "list" };

/** The keys in which unquoted human text is read as meant (contract 4.3). All others are plain YAML. */
const FREE_TEXT: Readonly<Record<string, FreeText>> = {
  summary: { shape: "text" },
  preconditions: { shape: "list", keys: { free: ["test", "fix"], all: ["test", "fix"] } },
  side_effects: TEXTS,
  keywords: TEXTS,
  paths: TEXTS,
  examples: TEXTS,
  see_also: TEXTS,
  env: { shape: "list", keys: { free: ["default"], all: ["name", "default"] } },
  options: PARAMETERS,
  args: PARAMETERS,
  exit_codes: { shape: "map", keys: { free: ["0", "1", "2", "3"], all: ["0", "1", "2", "3"] } },
};

const BLOCK_SCALAR = /^[|>](?:[+-]?\d?|\d[+-])(?:[ \t]+#.*)?[ \t]*$/;

/**
 * Puts quotes around free text that YAML would refuse or misread, so that
 * `summary: Prepare: hooks`, `- --force: deletes ${X}` and `type: string[]` in
 * a flow map read as meant. Each value is judged by itself, by its own key:
 * whatever YAML reads as one scalar stays as it is, and a value under any
 * other key is never touched. Lines keep their numbers.
 */
export function looseYaml(source: string): string {
  let out = "";
  let at = 0;
  let free: FreeText | undefined;
  while (at < source.length) {
    const line = source.slice(at, lineEnd(source, at));
    const top = /^([A-Za-z_]\w*):(?=[ \t]|$)[ \t]*/.exec(line);
    if (top) free = Object.hasOwn(FREE_TEXT, top[1] as string) ? FREE_TEXT[top[1] as string] : undefined;
    const found = free && (top ? topValue(line, top[0].length, free) : nestedValue(line, free));
    if (found === undefined) {
      out += source.slice(at, lineEnd(source, at) + 1);
      at = lineEnd(source, at) + 1;
      continue;
    }
    const value = looseValue(source, at + found.column, found);
    out += source.slice(at, at + found.column) + value.text;
    at = value.end;
  }
  return out;
}

/** Where a free value begins in a line, and what it may be. */
interface Place {
  column: number;
  /** Lines that are indented deeper than this go on with the value. */
  indent: number;
  /** A collection in brackets may stand here: its maps have these keys. */
  flow: false | { keys: FlowKeys | undefined };
}

function topValue(line: string, column: number, free: FreeText): Place | undefined {
  if (free.shape === "text") return { column, indent: 0, flow: false };
  return /[[{]/.test(line[column] ?? "") ? { column, indent: 0, flow: { keys: free.keys } } : undefined;
}

function nestedValue(line: string, free: FreeText): Place | undefined {
  const lead = /^( *)(- +)?/.exec(line);
  const indent = (lead?.[1] ?? "").length;
  const dash = lead?.[2] !== undefined;
  const column = (lead?.[0] ?? "").length;
  const key = /^(["']?)([\w-]+)\1:(?=[ \t]|$)[ \t]*/.exec(line.slice(column));
  if (key && free.keys?.all.includes(key[2] as string)) {
    if (!free.keys.free.includes(key[2] as string)) return undefined;
    // A list of words (`type: [any, all]`) is a collection; a description is text whatever it looks like.
    const collection = key[2] === "type" || key[2] === "default";
    return { column: column + key[0].length, indent: column, flow: collection ? { keys: undefined } : false };
  }
  if (!dash || free.shape !== "list") return undefined;
  return { column, indent, flow: free.keys && line[column] === "{" ? { keys: free.keys } : false };
}

function looseValue(source: string, start: number, { indent, flow }: Place): { text: string; end: number } {
  const end = lineEnd(source, start);
  const first = source.slice(start, end);
  const asIs = { text: source.slice(start, end + 1), end: end + 1 };
  if (first === "" || /^#/.test(first)) {
    // The value begins on a line of its own: that line is its start.
    const next = source.slice(end + 1, lineEnd(source, end + 1));
    const lead = next.length - next.trimStart().length;
    if (flow || lead <= indent || /^\s*(?:#|$)/.test(next)) return asIs;
    const value = looseValue(source, end + 1 + lead, { column: lead, indent, flow });
    return { text: asIs.text + next.slice(0, lead) + value.text, end: value.end };
  }
  if (BLOCK_SCALAR.test(first))
    return { text: source.slice(start, deeperEnd(source, end + 1, indent)), end: deeperEnd(source, end + 1, indent) };
  if (flow && /[[{]/.test(first[0] as string)) {
    const rewritten = looseFlow(source, start, flow.keys);
    const rest = rewritten && source.slice(rewritten.end, lineEnd(source, rewritten.end));
    if (rewritten && /^\s*(?:\s#.*)?$/.test(rest ?? ""))
      return { text: `${rewritten.text}${rest}\n`, end: lineEnd(source, rewritten.end) + 1 };
    if (balancedEnd(source, start) === undefined) return asIs;
  }
  return looseScalar(source, start, indent);
}

/** A scalar with the lines that go on with it; a comment ends it, as in YAML. */
function looseScalar(source: string, start: number, indent: number): { text: string; end: number } {
  let end = lineEnd(source, start);
  const firstQuote = /^["']/.test(source[start] as string) ? quoteEnd(source, start) : undefined;
  const asIs = { text: source.slice(start, end + 1), end: end + 1 };
  if (firstQuote !== undefined && /^\s*(?:\s#.*)?$/.test(source.slice(firstQuote, end))) return asIs;
  const comment = /\s+#.*$/.exec(source.slice(start, end))?.[0] ?? "";
  let stop = end - comment.length;
  let intruded = false;
  if (comment === "") {
    for (let next = end + 1; next < source.length; next = lineEnd(source, next) + 1) {
      const line = source.slice(next, lineEnd(source, next));
      if (line.trim() === "") continue;
      const deeper = line.trimStart();
      if (line.length - deeper.length <= indent || /(?:^|\s)#/.test(line)) break;
      // A key or an item that is indented too deep must not vanish in a text: closed here, it is YAML's error.
      if (/^(?:- |[\w-]+:(?:\s|$))/.test(deeper)) {
        intruded = true;
        break;
      }
      end = lineEnd(source, next);
      stop = end;
    }
  }
  const text = source.slice(start, stop).trimEnd();
  const multiline = /^["']/.test(text) && text.includes("\n") && text.endsWith(text[0] as string);
  return { text: `${multiline || !(intruded || misread(text)) ? text : quoted(text)}${comment}\n`, end: end + 1 };
}

/** Whether YAML would take the text for something else than one plain scalar. */
function misread(text: string): boolean {
  return /^(?:["'&*!%@`,[\]{}|>]|[-?:](?:\s|$))/.test(text) || /:(?:\s|$)/.test(text);
}

function lineEnd(source: string, from: number): number {
  const end = source.indexOf("\n", from);
  return end < 0 ? source.length : end;
}

/** Offset of the first line from `start` on that is neither empty nor deeper than `indent`. */
function deeperEnd(source: string, start: number, indent: number): number {
  let at = start;
  while (at < source.length) {
    const line = source.slice(at, lineEnd(source, at));
    if (line.trim() !== "" && line.length - line.trimStart().length <= indent) break;
    at = lineEnd(source, at) + 1;
  }
  return Math.min(at, source.length);
}
