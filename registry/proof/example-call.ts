import type { ToolEntry } from "../entry.ts";
import { isToolError } from "../error/tool-error.ts";
import { parseWords } from "../grammar/parse.ts";
import { splitLine } from "../grammar/split.ts";
import { exampleWords } from "./example.ts";

/** An example as a call that can be made. */
export interface ExampleCall {
  /** As the header writes it; for a tool without examples that needs no arguments, noun and verb. */
  text: string;
  /** The words behind noun and verb. */
  words: readonly string[];
  /** What they give, by the header's names; empty for a tool that declares no arguments. */
  given: Readonly<Record<string, unknown>>;
}

export type ReadExample = { ok: true; call: ExampleCall } | { ok: false; rule: "example_unreadable" | "example_refused"; reason: string };

/** Reads an example by the grammar of every call (contract 4.2). */
export function readExample(entry: Pick<ToolEntry, "noun" | "verb" | "options" | "args">, text: string): ReadExample {
  const read = exampleWords(text, entry.noun, entry.verb);
  if (!read.ok) return { ok: false, rule: "example_unreadable", reason: read.reason };
  const { words } = read;
  if (entry.options === undefined && entry.args === undefined) return { ok: true, call: { text, words, given: {} } };
  try {
    const split = splitLine(words, { help: "--help", corrected: () => "--help" });
    const { given } = parseWords(entry, split, { help: "--help", corrected: () => "" });
    const missing = [...(entry.options ?? []), ...(entry.args ?? [])].find(
      ({ name, required, env, default: preset }) =>
        required && env === undefined && preset === undefined && !Object.hasOwn(given, name) && split.globals.input === undefined,
    );
    if (missing !== undefined) return { ok: false, rule: "example_refused", reason: `it does not give ${missing.name}, which is required` };
    return { ok: true, call: { text, words, given } };
  } catch (error) {
    if (!isToolError(error)) throw error;
    return { ok: false, rule: "example_refused", reason: error.message };
  }
}

/** The examples that can be tried; where the header has none and nothing is required, the bare call. */
export function exampleCalls(entry: ToolEntry): ExampleCall[] {
  const calls = (entry.examples ?? []).flatMap((text) => {
    const read = readExample(entry, text);
    return read.ok ? [read.call] : [];
  });
  if (calls.length > 0 || (entry.examples ?? []).length > 0) return calls;
  const required = [...(entry.options ?? []), ...(entry.args ?? [])].some((parameter) => parameter.required);
  return required ? [] : [{ text: `${entry.noun} ${entry.verb}`, words: [], given: {} }];
}
