import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { diffRegistries } from "../../../registry/diff/diff-registries.ts";
import { TOOL_RULES } from "../../../registry/diff/tool-rules.ts";
import { parseEffect } from "../../../registry/plan/effect.ts";
import { parsePrecondition } from "../../../registry/plan/precondition.ts";
import type { Parameter, ToolMeta } from "../../../registry/tool-meta/tool-meta.ts";
import { sampleEntry, sampleRegistry } from "../sample-entry.ts";

const option = (extra: Partial<Parameter> = {}): Parameter => ({ name: "mode", type: "string", list: false, required: false, ...extra });
const options = (...parameters: readonly Partial<Parameter>[]): Partial<ToolMeta> => ({ options: parameters.map(option) });
const effects = (...texts: string[]): Partial<ToolMeta> => ({ side_effects: texts.map(parseEffect) });
const needs = (...texts: string[]): Partial<ToolMeta> => ({ preconditions: texts.map((text) => parsePrecondition(text)) });

function changes(before: Partial<ToolMeta>, after: Partial<ToolMeta>): string[] {
  const diff = diffRegistries(sampleRegistry(sampleEntry(before)), sampleRegistry(sampleEntry(after)));
  return diff.changes.map(({ verdict, rule }) => `${verdict} ${rule}`);
}

const ABC = { type: "enum", values: ["a", "b", "c"] } as const;

describe("diffRegistries judges", () => {
  test.each<[string, Partial<ToolMeta>, Partial<ToolMeta>, string[]]>([
    ["a removed option", options({}), options(), ["breaking option_removed"]],
    ["a new required option", options(), options({ required: true }), ["breaking option_added"]],
    ["a new optional option", options(), options({}), ["compatible option_added"]],
    ["an option that becomes required", options({}), options({ required: true }), ["breaking required_changed"]],
    [
      "an option that gets a default and is no longer required",
      options({ required: true }),
      options({ default: "x" }),
      ["compatible required_changed", "compatible default_changed"],
    ],
    ["a changed default", options({ default: "x" }), options({ default: "y" }), ["breaking default_changed"]],
    ["a narrowed enum", options(ABC), options({ ...ABC, values: ["a", "b"] }), ["breaking values_changed"]],
    ["a new enum value", options({ ...ABC, values: ["a", "b"] }), options(ABC), ["compatible values_changed"]],
    ["an enum in another order", options(ABC), options({ ...ABC, values: ["c", "b", "a"] }), ["descriptive values_changed"]],
    ["a renamed enum value", options(ABC), options({ ...ABC, values: ["a", "b", "d", "e"] }), ["breaking values_changed"]],
    ["a narrowed type", options({ type: "number" }), options({ type: "integer" }), ["breaking type_changed"]],
    ["a widened type", options({ type: "integer" }), options({ type: "number" }), ["compatible type_changed"]],
    ["a list that is none any more", options({ list: true }), options({}), ["breaking list_changed"]],
    ["a lost short letter", options({ short: "m" }), options({}), ["breaking short_changed"]],
    ["a new description", options({}), options({ description: "x" }), ["descriptive description_changed"]],
    ["options in another order", options({}, { name: "b" }), options({ name: "b" }, {}), ["descriptive options_reordered"]],
    [
      "arguments in another order",
      { args: [option(), option({ name: "b" })] },
      { args: [option({ name: "b" }), option()] },
      ["breaking arguments_moved"],
    ],
    [
      "an argument put before another",
      { args: [option()] },
      { args: [option({ name: "b" }), option()] },
      ["breaking arguments_moved", "compatible argument_added"],
    ],
    ["arguments that are checked now", {}, options(), ["breaking declaration_changed"]],
    ["another output format", { output: { format: "json" } }, { output: { format: "text" } }, ["breaking output_format_changed"]],
    ["more effects", effects("reads a"), effects("reads a", "reads b"), ["breaking effect_added"]],
    ["an effect that raises the risk", effects(), effects("deletes a"), ["breaking effect_added", "breaking risk_raised"]],
    [
      "fewer effects",
      effects("reads a", "network read x.org"),
      effects("reads a"),
      ["compatible effect_removed", "compatible risk_lowered"],
    ],
    ["what is no longer made", effects("creates a", "writes b"), effects("writes b"), ["breaking effect_removed"]],
    ["effects in another order", effects("reads a", "reads b"), effects("reads b", "reads a"), ["descriptive effects_reordered"]],
    ["lost idempotence", { idempotent: true }, { idempotent: false }, ["breaking idempotence_changed"]],
    ["won idempotence", { idempotent: false }, { idempotent: true }, ["compatible idempotence_changed"]],
    ["a new precondition", needs(), needs("A is set"), ["breaking precondition_added"]],
    ["a dropped precondition", needs("A is set"), needs(), ["compatible precondition_removed"]],
    ["a variable's other default", { env: [{ name: "A" }] }, { env: [{ name: "A", default: "x" }] }, ["breaking default_changed"]],
    ["a shorter time limit", { timeout: 30 }, { timeout: 10 }, ["breaking timeout_changed"]],
    ["a new time limit", {}, { timeout: 10 }, ["breaking timeout_changed"]],
    ["a lifted time limit", { timeout: 10 }, {}, ["compatible timeout_changed"]],
    ["a lost native dry run", { dry_run: "native" }, {}, ["breaking dry_run_changed"]],
    ["stdin that is read now", {}, { stdin: true }, ["breaking stdin_changed"]],
    [
      "words for readers",
      { summary: "a" },
      { summary: "b", keywords: ["k"], examples: ["x"] },
      ["descriptive summary_changed", "descriptive keywords_changed", "descriptive examples_changed"],
    ],
    ["nothing", options(ABC), options(ABC), []],
  ])("%s", (_, before, after, expected) => {
    expect(changes(before, after)).toEqual(expected);
  });

  test.each<[string, unknown, unknown, string[]]>([
    ["a schema where there was none", undefined, { type: "object" }, ["compatible output_schema_changed"]],
    ["a lost schema", { type: "object" }, undefined, ["breaking output_schema_changed"]],
    [
      "a new property",
      { properties: { a: { type: "string" } } },
      { properties: { a: { type: "string" }, b: {} } },
      ["compatible output_schema_changed"],
    ],
    ["a lost property", { properties: { a: {}, b: {} } }, { properties: { a: {} } }, ["breaking output_schema_changed"]],
    [
      "a property of another type",
      { properties: { a: { type: "string" } } },
      { properties: { a: { type: "number" } } },
      ["breaking output_schema_changed"],
    ],
    [
      "a new property of a closed object",
      { additionalProperties: false, properties: {} },
      { additionalProperties: false, properties: { b: {} } },
      ["breaking output_schema_changed"],
    ],
    ["a property that may be missing now", { required: ["a"] }, { required: [] }, ["breaking output_schema_changed"]],
    [
      "a description",
      { properties: { title: { type: "string" } } },
      { properties: { title: { type: "string", description: "x" } } },
      ["descriptive output_schema_changed"],
    ],
    [
      "a lost property that is called like an annotation",
      { properties: { title: {} } },
      { properties: {} },
      ["breaking output_schema_changed"],
    ],
  ])("an output schema: %s", (_, before, after, expected) => {
    const output = (schema: unknown): Partial<ToolMeta> => ({
      output: schema === undefined ? { format: "json" } : { format: "json", schema: schema as object as never },
    });
    expect(changes(output(before), output(after))).toEqual(expected);
  });

  test("tools that come and go", () => {
    const [a, b] = [sampleEntry({ verb: "a" }), sampleEntry({ verb: "b" })];
    const diff = diffRegistries(sampleRegistry(a), sampleRegistry(b));
    expect(diff).toMatchObject({ breaking: 1, compatible: 1, descriptive: 0 });
    expect(diff.changes.map(({ tool, rule }) => [tool, rule])).toEqual([
      ["local__docs-a", "tool_removed"],
      ["local__docs-b", "tool_added"],
    ]);
  });
});

describe("the table of rules", () => {
  test("answers for every field that an entry can have, once", () => {
    const full: Required<ToolMeta> = {
      noun: "a",
      verb: "b",
      summary: "s",
      preconditions: [],
      idempotent: true,
      side_effects: [],
      options: [],
      args: [],
      output: { format: "text" },
      env: [],
      exit_codes: {},
      dry_run: "native",
      stdin: true,
      timeout: 1,
      risk: "low",
      keywords: [],
      paths: [],
      examples: [],
      see_also: [],
    };
    const ruled = TOOL_RULES.flatMap((rule) => rule.fields);
    expect([...ruled].sort()).toEqual([...Object.keys(sampleEntry(full)), "seal"].sort());
  });

  test("a registry does not differ from itself, whatever it holds", () => {
    const parameter = fc.record({ name: fc.constantFrom("a", "b"), required: fc.boolean(), default: fc.jsonValue() });
    fc.assert(
      fc.property(fc.uniqueArray(parameter, { maxLength: 2, selector: ({ name }) => name }), fc.string(), (parameters, summary) => {
        const entry = sampleEntry({ options: parameters.map((given) => option(given)), summary });
        expect(diffRegistries(sampleRegistry(entry), sampleRegistry(structuredClone(entry))).changes).toEqual([]);
      }),
    );
  });
});
