import { KEY_FORMS, writeForm } from "./forms.ts";
import { nearest } from "./nearest.ts";
import type { Report } from "./parameters.ts";
import { type HeaderKey, HeaderSchema, PARAMETER_KEYS, type ShapedHeader } from "./schema.ts";
import type { HeaderText } from "./tool-meta.ts";
import { asWord } from "./word.ts";

const KEYS = Object.keys(HeaderSchema.shape) as HeaderKey[];
/** What every header states (contract 4.3): without them nobody knows what a call may do. */
const NEEDED: readonly HeaderKey[] = ["noun", "verb", "preconditions", "idempotent", "side_effects"];

/**
 * Judges each key by the schema, so that one fault hides no other: what is
 * sound is returned, the rest reported.
 */
export function shape(value: Readonly<Record<string, unknown>>, spelling: HeaderText["spelling"], report: Report): Partial<ShapedHeader> {
  const whole = HeaderSchema.safeParse(value);
  if (whole.success) return whole.data;
  const sound: Record<string, unknown> = {};
  for (const key of Object.keys(value)) {
    if (!(KEYS as string[]).includes(key)) {
      if (key !== "__proto__") unknownKey(key, KEYS, [key], report);
      continue;
    }
    const result = HeaderSchema.shape[key as HeaderKey].safeParse(value[key]);
    if (result.success) sound[key] = result.data;
    else for (const issue of distinct(result.error.issues)) describe(key as HeaderKey, issue, value[key], spelling, report);
  }
  for (const key of NEEDED) {
    if (!Object.hasOwn(value, key)) report([], "header_missing_key", `The header has no ${key}`, writeForm(key, spelling));
  }
  return sound as Partial<ShapedHeader>;
}

interface Issue {
  code?: string;
  path: readonly PropertyKey[];
  keys?: readonly string[];
}

function describe(key: HeaderKey, issue: Issue, value: unknown, spelling: HeaderText["spelling"], report: Report): void {
  const path = [key, ...issue.path.map((step) => (typeof step === "number" ? step : String(step)))];
  const isParameter = key === "options" || key === "args";
  if (issue.code === "unrecognized_keys") {
    const known = isParameter ? PARAMETER_KEYS : key === "output" ? ["format", "schema"] : [];
    for (const unknown of issue.keys ?? []) unknownKey(unknown, known, [...path, unknown], report);
    return;
  }
  const field = path[2];
  const part = isParameter ? `options.${String(field)}` : `${key}.item`;
  const form = path.length > 1 && Object.hasOwn(KEY_FORMS, part) ? part : key;
  const shown = [key, ...path.slice(1).map((step) => (typeof step === "number" ? step + 1 : step))].join(" ");
  const given = path.slice(1).reduce<unknown>((inner, step) => (inner as Record<string | number, unknown> | undefined)?.[step], value);
  if (given === undefined) report(path, "header_missing_key", `${shown} is missing`, writeForm(form, spelling));
  else {
    const instead = wordFix(key, given, spelling) ?? writeForm(form, spelling);
    report(path, "header_type", `${shown} takes ${KEY_FORMS[form]?.what}, not ${excerpt(given)}`, instead);
  }
}

/** A noun or verb that is no word: what it most likely means, which the file's name must say, too. */
function wordFix(key: HeaderKey, given: unknown, spelling: HeaderText["spelling"]): string | undefined {
  const word = (key === "noun" || key === "verb") && typeof given === "string" ? asWord(given) : undefined;
  return word && `Write ${spelling === "tags" ? `@${key} ${word}` : `${key}: ${word}`}, and rename the file to match`;
}

function unknownKey(key: string, known: readonly string[], path: (string | number)[], report: Report): void {
  const near = nearest(key, known);
  const fix =
    near !== undefined
      ? `Write ${near} for ${key}`
      : known.length === 0
        ? `Remove ${key}`
        : `Remove ${key} (known are ${known.join(", ")}), or put quotes around the text that it is part of`;
  report(path, "header_unknown_key", `Unknown key: ${key}`, fix);
}

/** One fault a place is enough: a text that is empty is also no kebab-case word. */
function distinct(issues: readonly Issue[]): Issue[] {
  const seen = new Set<string>();
  return issues.filter(({ path }) => {
    const place = JSON.stringify(path.map(String));
    return seen.has(place) ? false : seen.add(place) !== undefined;
  });
}

function excerpt(value: unknown): string {
  if (value === "") return "nothing";
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.length > 60 ? `${[...text].slice(0, 60).join("")}…` : text;
}
