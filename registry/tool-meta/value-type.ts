import type { ValueType } from "./tool-meta.ts";

/** A parameter's type in normal form. */
export interface DeclaredType {
  type: ValueType;
  list: boolean;
  values?: readonly string[];
}

export const BASE_TYPES: readonly Exclude<ValueType, "enum">[] = ["string", "number", "integer", "boolean", "path"];

/**
 * Reads a type as headers write it (contract 4.3): `integer`, `string[]`,
 * `any|all`, `"any"|"all"`, `[any, all]`, and a list of an enum as
 * `("any"|"all")[]` or `[any, all][]`. A list of words is an enum. Undefined if
 * it is none of these.
 */
export function readType(written: string | readonly string[]): DeclaredType | undefined {
  if (typeof written !== "string") return enumOf(written, false);
  const text = written.trim();
  const list = /\[\s*\]$/.test(text);
  const base = list ? text.replace(/\s*\[\s*\]$/, "").trim() : text;
  const known = BASE_TYPES.find((name) => name === base);
  if (known) return { type: known, list };
  const group = /^\((.*)\)$/s.exec(base)?.[1] ?? base;
  const words = /^\[(.*)\]$/s.exec(base)?.[1];
  if (words !== undefined) return enumOf(splitWords(words, ","), list);
  const alternatives = splitWords(group, "|");
  // One bare word is a misspelt type, not an enum of one.
  if (alternatives?.length === 1 && !/^["']/.test(group)) return undefined;
  return enumOf(alternatives, list);
}

function enumOf(values: readonly string[] | undefined, list: boolean): DeclaredType | undefined {
  if (values === undefined) return undefined;
  return { type: "enum", list, values };
}

/** Words between separators; a quoted one may hold anything. Undefined if a word is empty or a quote stays open. */
function splitWords(text: string, separator: "," | "|"): string[] | undefined {
  const words: string[] = [];
  const word =
    separator === ","
      ? /\s*(?:"((?:[^"\\]|\\.)*)"|'((?:[^'])*)'|([^,"'\s][^,]*?))\s*(,|$)/y
      : /\s*(?:"((?:[^"\\]|\\.)*)"|'((?:[^'])*)'|([^|"'\s()[\]{}][^|()[\]{}]*?))\s*(\||$)/y;
  for (let at = 0; ; at = word.lastIndex) {
    word.lastIndex = at;
    const match = word.exec(text);
    if (match === null) return undefined;
    words.push(match[1] === undefined ? (match[2] ?? (match[3] as string)) : unescaped(match[1]));
    if (match[4] === "") return words;
  }
}

function unescaped(text: string): string {
  try {
    return JSON.parse(`"${text}"`) as string;
  } catch {
    return text;
  }
}

/** The type's text for people and for the tag spelling: `integer`, `path[]`, `any|all`. */
export function typeName({ type, list, values }: DeclaredType): string {
  if (type !== "enum") return `${type}${list ? "[]" : ""}`;
  const words = (values ?? []).join("|");
  return list ? `(${words})[]` : words;
}

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

/** One value of the type from its text; undefined if it is none. A number is never taken for less than it says. */
export function readValue(text: string, { type, values }: DeclaredType): string | number | boolean | undefined {
  switch (type) {
    case "boolean":
      return text === "true" ? true : text === "false" ? false : undefined;
    case "number":
    case "integer": {
      const number = NUMBER.test(text) ? Number(text) : Number.NaN;
      if (!Number.isFinite(number) || (type === "integer" && !Number.isSafeInteger(number))) return undefined;
      return Object.is(number, -0) ? 0 : number;
    }
    case "enum":
      return values?.includes(text) ? text : undefined;
    default:
      return text;
  }
}
