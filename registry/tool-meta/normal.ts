import { type Effect, parseEffect } from "../plan/effect.ts";
import { type Precondition, parsePrecondition } from "../plan/precondition.ts";
import { parameter, type Report } from "./parameters.ts";
import type { ShapedHeader } from "./schema.ts";
import type { EnvVariable, HeaderText, ToolMeta } from "./tool-meta.ts";

/** Brings what the schema passed into normal form, in fixed key order; keys that it refused are absent. */
export function normal(shaped: Partial<ShapedHeader>, header: HeaderText, report: Report): ToolMeta {
  const { options, args } = shaped;
  return {
    noun: shaped.noun ?? "",
    verb: shaped.verb ?? "",
    ...present("summary", shaped.summary),
    preconditions: preconditions(shaped.preconditions ?? [], header.guards ?? [], report),
    idempotent: shaped.idempotent ?? false,
    side_effects: effects(shaped.side_effects ?? [], report),
    ...present(
      "options",
      options?.map((raw, index) => parameter(raw, ["options", index], report)),
    ),
    ...present(
      "args",
      args?.map((raw, index) => parameter(raw, ["args", index], report)),
    ),
    output: output(shaped.output),
    env: environment(shaped.env ?? [], [...(header.guards ?? []), ...(header.branch_guards ?? [])], report),
    ...present("exit_codes", shaped.exit_codes),
    ...present("dry_run", shaped.dry_run),
    ...(shaped.stdin ? { stdin: true as const } : {}),
    ...present("timeout", shaped.timeout),
    ...present("risk", shaped.risk),
    ...present("keywords", shaped.keywords),
    ...present("paths", shaped.paths),
    ...present("examples", shaped.examples),
    ...present("see_also", shaped.see_also),
  };
}

function present<Key extends string, Value>(key: Key, value: Value | undefined): { [K in Key]?: Value } {
  return value === undefined ? {} : ({ [key]: value } as { [K in Key]?: Value });
}

/** `[none]` states the empty list, as `@side_effect none` does; beside anything else it is a contradiction. */
function stated<Item>(items: readonly Item[], key: string, report: Report): readonly Item[] {
  if (!items.includes("none" as Item)) return items;
  if (items.length > 1)
    report([key, items.indexOf("none" as Item)], "header_type", `${key} says none beside others`, "Remove none, or the others");
  return [];
}

function preconditions(items: NonNullable<ShapedHeader["preconditions"]>, guards: readonly string[], report: Report): Precondition[] {
  const written = stated(items, "preconditions", report).map((item) => {
    if (typeof item !== "string") return parsePrecondition(item.test, item.fix);
    const [, test, fix] = /^(.*\S)\s*(?:->|→)\s*fix:\s*(\S.*)$/is.exec(item) ?? [];
    return test === undefined ? parsePrecondition(item) : parsePrecondition(test, fix);
  });
  const named = new Set(written.flatMap((item) => (item.kind === "set" ? [item.name] : [])));
  return [...written, ...guards.filter((name) => !named.has(name)).map((name) => parsePrecondition(`${name} is set`))];
}

function effects(items: NonNullable<ShapedHeader["side_effects"]>, report: Report): Effect[] {
  return stated(items, "side_effects", report).map(parseEffect);
}

function output(raw: ShapedHeader["output"]): ToolMeta["output"] {
  if (raw === undefined || typeof raw === "string") return { format: raw ?? "text" };
  const format = raw.format ?? (raw.schema === undefined ? "text" : "json");
  // Only what JSON can carry goes into the registry.
  return raw.schema === undefined ? { format } : { format, schema: JSON.parse(JSON.stringify(raw.schema)) };
}

function environment(raw: NonNullable<ShapedHeader["env"]>, guards: readonly string[], report: Report): EnvVariable[] {
  const items = Array.isArray(raw) ? raw : Object.entries(raw).map(([name, value]) => (value === "" ? { name } : { name, default: value }));
  const variables: EnvVariable[] = [];
  for (const [index, item] of items.entries()) {
    const equals = typeof item === "string" ? item.indexOf("=") : -1;
    const variable =
      typeof item !== "string" ? item : equals < 0 ? { name: item } : { name: item.slice(0, equals), default: item.slice(equals + 1) };
    const path = ["env", index];
    // `*` is all that the caller has: for a tool that runs other tools.
    if (!/^(?:[A-Za-z_][A-Za-z0-9_]*|\*)$/.test(variable.name)) {
      report(path, "header_env", `No name of a variable: ${variable.name}`, "Write NAME or NAME=default, with letters, digits and _");
    } else if (variables.some(({ name }) => name === variable.name)) {
      report(path, "header_duplicate", `The variable ${variable.name} is declared twice`, `Keep one ${variable.name}`);
    } else variables.push(variable.default === undefined ? { name: variable.name } : { name: variable.name, default: variable.default });
  }
  for (const name of guards) if (!variables.some((variable) => variable.name === name)) variables.push({ name });
  return variables;
}
