import type { Parameter } from "../tool-meta/tool-meta.ts";

/** What a value of this parameter must be, in words: `an integer`, `one of any, all`. */
export function expectation(parameter: Parameter): string {
  switch (parameter.type) {
    case "enum":
      return `one of ${(parameter.values ?? []).join(", ")}`;
    case "integer":
      return "an integer";
    case "number":
      return "a number";
    case "boolean":
      return "true or false";
    case "path":
      return "a path";
    case "string":
      return "a string";
  }
}

/**
 * The value that a word on the command line or a variable stands for, or
 * undefined if it is none of this type. Text stays text: only `number`,
 * `integer` and `boolean` are read (contract 4.2), so that `00123` keeps its zeros.
 */
export function readWord(parameter: Parameter, word: string): unknown {
  switch (parameter.type) {
    case "integer": {
      const value = Number(word);
      return /^[+-]?\d+$/.test(word) && Number.isSafeInteger(value) ? value : undefined;
    }
    case "number": {
      const value = Number(word);
      return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(word) && Number.isFinite(value) ? value : undefined;
    }
    case "boolean":
      return word === "true" ? true : word === "false" ? false : undefined;
    default:
      return isValue(parameter, word) ? word : undefined;
  }
}

/** Whether a single value, as JSON or a default gives it, is of the parameter's type. */
export function isValue(parameter: Parameter, value: unknown): boolean {
  switch (parameter.type) {
    case "integer":
      return Number.isSafeInteger(value);
    case "number":
      return typeof value === "number" && Number.isFinite(value);
    case "boolean":
      return typeof value === "boolean";
    case "enum":
      return typeof value === "string" && (parameter.values ?? []).includes(value);
    case "path":
      return typeof value === "string" && value !== "" && !value.includes("\0");
    case "string":
      return typeof value === "string";
  }
}

export function shown(value: unknown): string {
  const text =
    typeof value === "string" ? JSON.stringify(value) : value === undefined ? "nothing" : (JSON.stringify(value) ?? String(value));
  return text.length > 80 ? `${text.slice(0, 77)}…` : text;
}
