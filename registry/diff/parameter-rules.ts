import type { Parameter, ToolMeta } from "../tool-meta/tool-meta.ts";
import { type Finding, finding, sameJson, shown, type Verdict } from "./change.ts";

type Judge = (before: Parameter, after: Parameter) => Verdict | undefined;

/** How a changed field of one option or argument is judged; undefined: no change that this rule speaks of. */
const RULES: readonly { field: keyof Parameter; rule: string; judge: Judge }[] = [
  { field: "type", rule: "type_changed", judge: (a, b) => (a.type === b.type ? undefined : widens(a, b) ? "compatible" : "breaking") },
  { field: "list", rule: "list_changed", judge: (a, b) => (a.list === b.list ? undefined : "breaking") },
  { field: "values", rule: "values_changed", judge: judgeValues },
  {
    field: "required",
    rule: "required_changed",
    judge: (a, b) => (a.required === b.required ? undefined : b.required ? "breaking" : "compatible"),
  },
  // What was required had no default that anyone could rely on.
  {
    field: "default",
    rule: "default_changed",
    judge: (a, b) => (sameJson(a.default, b.default) ? undefined : a.required ? "compatible" : "breaking"),
  },
  {
    field: "short",
    rule: "short_changed",
    judge: (a, b) => (a.short === b.short ? undefined : a.short === undefined ? "compatible" : "breaking"),
  },
  {
    field: "env",
    rule: "fallback_changed",
    judge: (a, b) => (a.env === b.env ? undefined : a.env === undefined ? "compatible" : "breaking"),
  },
  { field: "description", rule: "description_changed", judge: (a, b) => (a.description === b.description ? undefined : "descriptive") },
];

const WIDER: readonly (readonly [string, string])[] = [
  ["integer", "number"],
  ["enum", "string"],
  ["string", "path"],
  ["path", "string"],
];

function widens(before: Parameter, after: Parameter): boolean {
  return WIDER.some(([from, to]) => from === before.type && to === after.type);
}

function judgeValues(before: Parameter, after: Parameter): Verdict | undefined {
  if (before.type !== "enum" || after.type !== "enum" || sameJson(before.values, after.values)) return undefined;
  const kept = new Set(after.values);
  if ((before.values ?? []).some((value) => !kept.has(value))) return "breaking";
  return kept.size > new Set(before.values).size ? "compatible" : "descriptive";
}

type Declared = Pick<ToolMeta, "options" | "args">;

/** Every change of a tool's options and arguments. */
export function parameterFindings(before: Declared, after: Declared): Finding[] {
  const declared = [before, after].map((meta) => meta.options !== undefined || meta.args !== undefined);
  if (declared[0] !== declared[1]) {
    const message = declared[1] ? "arguments, which were passed on unchecked, are now checked" : "arguments are no longer declared";
    return [finding("breaking", "declaration_changed", "options", message)];
  }
  return [
    ...listFindings("options", before.options ?? [], after.options ?? []),
    ...listFindings("args", before.args ?? [], after.args ?? []),
  ];
}

function listFindings(list: "options" | "args", before: readonly Parameter[], after: readonly Parameter[]): Finding[] {
  const was = new Map(before.map((parameter) => [parameter.name, parameter]));
  const is = new Map(after.map((parameter) => [parameter.name, parameter]));
  const word = list === "options" ? "option" : "argument";
  const findings: Finding[] = [];
  for (const parameter of before) {
    const now = is.get(parameter.name);
    const field = `${list}.${parameter.name}`;
    if (now === undefined) findings.push(finding("breaking", `${word}_removed`, field, `the ${word} ${parameter.name} is gone`));
    else findings.push(...oneParameter(field, parameter, now));
  }
  for (const parameter of after) {
    if (was.has(parameter.name)) continue;
    const verdict = parameter.required ? "breaking" : "compatible";
    const what = parameter.required ? "required" : "optional";
    findings.push(finding(verdict, `${word}_added`, `${list}.${parameter.name}`, `new ${what} ${word} ${parameter.name}`));
  }
  return [...findings, ...orderFindings(list, before, after)];
}

function oneParameter(field: string, before: Parameter, after: Parameter): Finding[] {
  return RULES.flatMap((rule) => {
    const verdict = rule.judge(before, after);
    if (verdict === undefined) return [];
    const message = `${rule.field}: ${shown(before[rule.field])} became ${shown(after[rule.field])}`;
    return [finding(verdict, rule.rule, `${field}.${rule.field}`, message)];
  });
}

/** Positional arguments are told apart by their place; that options stand in another order shows only in help. */
function orderFindings(list: "options" | "args", before: readonly Parameter[], after: readonly Parameter[]): Finding[] {
  const names = (of: readonly Parameter[], other: readonly Parameter[]) =>
    of.map(({ name }) => name).filter((name) => other.some((parameter) => parameter.name === name));
  const common = [names(before, after), names(after, before)];
  if (list === "options") {
    return sameJson(common[0], common[1]) ? [] : [finding("descriptive", "options_reordered", list, "the options stand in another order")];
  }
  const moved = common[0]?.some((name) => placeOf(before, name) !== placeOf(after, name)) ?? false;
  return moved ? [finding("breaking", "arguments_moved", list, "an argument stands at another place")] : [];
}

function placeOf(parameters: readonly Parameter[], name: string): number {
  return parameters.findIndex((parameter) => parameter.name === name);
}
