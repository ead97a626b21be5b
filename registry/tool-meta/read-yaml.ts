import { isMap, isScalar, isSeq, LineCounter, parse, parseDocument } from "yaml";
import { looseYaml } from "./loose-yaml.ts";
import { coreScalar, plainYaml } from "./plain-yaml.ts";
import type { HeaderPath, RawHeader, RawProblem } from "./raw-header.ts";

/**
 * Untyped: `012`, `1.10`, `yes` and `null` stay the text that they are, and the
 * schema alone says what a number or a truth value is. Aliases are refused, so
 * nothing can be expanded out of bounds.
 */
const UNTYPED = { schema: "failsafe", maxAliasCount: 0, logLevel: "error", prettyErrors: false } as const;

/** Reads a header in the YAML spelling. Never throws; lines are looked up only when a problem asks for one. */
export function readYaml(text: string): RawHeader {
  const source = looseYaml(text);
  const plain = plainYaml(source);
  if (isRecord(plain)) return { value: withSchema(plain, source), lineOf: lineFinder(source), problems: [] };
  return readAny(source, text);
}

function readAny(source: string, original: string): RawHeader {
  const nothing = (problems: RawProblem[]): RawHeader => ({ value: {}, lineOf: () => 1, problems });
  const lines = new LineCounter();
  try {
    const document = parseDocument(source, { ...UNTYPED, lineCounter: lines });
    if (document.errors.length > 0) {
      return nothing(document.errors.map((error) => syntaxProblem(error.message, lines.linePos(error.pos[0]).line, original)));
    }
    const value: unknown = document.toJS({ maxAliasCount: 0 }) ?? {};
    if (!isRecord(value)) {
      return nothing([
        {
          code: "header_syntax",
          line: 1,
          message: "The header is not a list of keys",
          fix: "Write one `key: value` a line, as in `noun: docs`",
        },
      ]);
    }
    const lineOf = lineFinder(source);
    const traps = trapPaths(value, []);
    const problems = traps.map((path) => ({
      code: "header_unknown_key",
      line: lineOf(path),
      message: "Unknown key: __proto__",
      fix: "Remove the key __proto__",
    }));
    return { value: withSchema(value, source), lineOf, problems };
  } catch (error) {
    // Aliases end here, as does what is nested deeper than the stack.
    const message = error instanceof RangeError ? "The header is nested too deep" : (error as Error).message;
    return nothing([syntaxProblem(message, 1, original)]);
  }
}

function syntaxProblem(message: string, line: number, source: string): RawProblem {
  const text = source.split("\n")[line - 1] ?? "";
  if (message === "Map keys must be unique") {
    const key = text.trim().replace(/^- /, "").split(":")[0];
    return { code: "header_duplicate", line, message: `The key ${key} stands twice`, fix: `Keep one ${key}` };
  }
  return { code: "header_syntax", line, message: `Not readable as YAML: ${message.split("\n")[0]}`, fix: syntaxFix(message, text) };
}

function syntaxFix(message: string, text: string): string {
  const entry = /^(\s*(?:- )?[\w-]+:\s+)(\S.*)$/.exec(text) ?? /^(\s*- )(\S.*)$/.exec(text);
  if (/^\s*\t/.test(text)) return "Indent with spaces: YAML takes no tabs";
  if (/alias|anchor/i.test(message)) return "Write the value out: headers take no YAML anchors or aliases";
  if (/flow/i.test(message)) return "Close every [ by ] and every { by }, or put the text in double quotes";
  if (/column|indent/i.test(message)) return "Begin the line in the column of the keys it belongs to";
  if (entry && !/^["'[{|>]/.test(entry[2] as string))
    return `Put the value in quotes: ${(entry[1] as string).trimStart()}${JSON.stringify(entry[2])}`;
  return "Write one `key: value` a line, and put text with special characters in double quotes";
}

/** The JSON Schema of the output is the one value with types of its own: numbers and truth values stay such. */
function withSchema(value: Readonly<Record<string, unknown>>, source: string): Readonly<Record<string, unknown>> {
  const output = value.output;
  if (!isRecord(output) || !Object.hasOwn(output, "schema")) return value;
  const typed = (plainYaml(source, coreScalar) ?? parse(source, { ...UNTYPED, schema: "core" })) as { output: { schema: unknown } };
  return { ...value, output: { ...output, schema: typed.output.schema } };
}

function lineFinder(source: string): RawHeader["lineOf"] {
  return (path) => {
    const lines = new LineCounter();
    let node: unknown = parseDocument(source, { ...UNTYPED, lineCounter: lines }).contents;
    let offset = 0;
    for (const step of path) {
      if (isMap(node)) {
        const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === String(step));
        if (pair === undefined) break;
        offset = (pair.key as { range?: [number, number, number] }).range?.[0] ?? offset;
        node = pair.value;
      } else if (isSeq(node)) {
        const item = node.items[Number(step)] as { range?: [number, number, number] } | undefined;
        if (item === undefined) break;
        offset = item.range?.[0] ?? offset;
        node = item;
      } else break;
    }
    return lines.linePos(offset).line;
  };
}

/** Where a key would reach the prototype of an object built from it. */
function trapPaths(value: unknown, path: HeaderPath): HeaderPath[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === "__proto__" ? [[...path, key]] : trapPaths(inner, [...path, Array.isArray(value) ? Number(key) : key]),
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
