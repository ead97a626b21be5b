import type { ToolEntry } from "../entry.ts";
import type { Risk } from "../tool-meta/tool-meta.ts";
import { type Finding, finding, sameJson, shown, type Verdict } from "./change.ts";
import { judgeOutputSchema } from "./output-schema.ts";
import { parameterFindings } from "./parameter-rules.ts";

/** One rule: which fields of an entry it answers for, and what it finds there. */
export interface ToolRule {
  fields: readonly (keyof ToolEntry)[];
  find(before: ToolEntry, after: ToolEntry): Finding[];
}

const RISKS: readonly Risk[] = ["low", "medium", "high"];

/** The table. Together the rules answer for every field (a test holds that), so that no change passes unjudged. */
export const TOOL_RULES: readonly ToolRule[] = [
  // Derived from the other fields or from the file, so never a change of their own.
  { fields: ["id", "noun", "verb", "sha256", "tokens", "input_schema", "seal"], find: () => [] },
  { fields: ["options", "args"], find: parameterFindings },
  {
    fields: ["preconditions"],
    find: (a, b) =>
      grown("preconditions", "precondition", texts(a.preconditions), texts(b.preconditions)).concat(
        sameTexts(a, b, "preconditions") && !sameJson(a.preconditions, b.preconditions)
          ? [finding("descriptive", "preconditions_reworded", "preconditions", "order or Fix of the preconditions changed")]
          : [],
      ),
  },
  {
    fields: ["side_effects"],
    find: (a, b) =>
      grown("side_effects", "effect", texts(a.side_effects), texts(b.side_effects), made(a)).concat(
        sameTexts(a, b, "side_effects") && !sameJson(a.side_effects, b.side_effects)
          ? [finding("descriptive", "effects_reordered", "side_effects", "the side effects stand in another order")]
          : [],
      ),
  },
  {
    fields: ["derived_risk", "risk"],
    find: (a, b) => {
      const rise = RISKS.indexOf(b.derived_risk) - RISKS.indexOf(a.derived_risk);
      if (rise !== 0)
        return [changed(rise > 0 ? "breaking" : "compatible", rise > 0 ? "risk_raised" : "risk_lowered", "derived_risk", a, b)];
      return a.risk === b.risk ? [] : [changed("descriptive", "risk_restated", "risk", a, b)];
    },
  },
  { fields: ["idempotent"], find: field("idempotent", "idempotence_changed", (_, after) => (after ? "compatible" : "breaking")) },
  {
    fields: ["output"],
    find: (a, b) => {
      if (a.output.format !== b.output.format) return [changed("breaking", "output_format_changed", "output", a, b)];
      const verdict = judgeOutputSchema(a.output.schema, b.output.schema);
      return verdict ? [finding(verdict, "output_schema_changed", "output.schema", "the schema of the data changed")] : [];
    },
  },
  {
    fields: ["env"],
    find: (a, b) => {
      const was = new Map(a.env.map((variable) => [variable.name, variable]));
      const is = new Map(b.env.map((variable) => [variable.name, variable]));
      return [
        ...a.env.flatMap(({ name, default: before }) => {
          const now = is.get(name);
          if (!now) return [finding("breaking", "variable_removed", `env.${name}`, `${name} is no longer read`)];
          if (now.default === before) return [];
          return [finding("breaking", "default_changed", `env.${name}.default`, `default: ${shown(before)} became ${shown(now.default)}`)];
        }),
        ...b.env.flatMap(({ name }) => (was.has(name) ? [] : [finding("compatible", "variable_added", `env.${name}`, `${name} is read`)])),
      ];
    },
  },
  { fields: ["dry_run"], find: field("dry_run", "dry_run_changed", (_, after) => (after === undefined ? "breaking" : "compatible")) },
  { fields: ["stdin"], find: field("stdin", "stdin_changed", () => "breaking") },
  {
    fields: ["timeout"],
    find: field("timeout", "timeout_changed", (before, after) =>
      (typeof after === "number" ? after : Infinity) < (typeof before === "number" ? before : Infinity) ? "breaking" : "compatible",
    ),
  },
  ...(["summary", "source", "runner", "exit_codes", "keywords", "paths", "examples", "see_also"] as const).map(
    (name): ToolRule => ({ fields: [name], find: field(name, `${name}_changed`, () => "descriptive") }),
  ),
];

function field(name: keyof ToolEntry, rule: string, judge: (before: unknown, after: unknown) => Verdict): ToolRule["find"] {
  return (a, b) => (sameJson(a[name], b[name]) ? [] : [changed(judge(a[name], b[name]), rule, name, a, b)]);
}

function changed(verdict: Verdict, rule: string, name: keyof ToolEntry, before: ToolEntry, after: ToolEntry): Finding {
  return finding(verdict, rule, name, `${name}: ${shown(before[name])} became ${shown(after[name])}`);
}

/** What must hold, or what a call touches: more of it can break a caller; less cannot, unless others `rely` on it. */
function grown(
  name: keyof ToolEntry,
  word: string,
  before: readonly string[],
  after: readonly string[],
  rely: readonly string[] = [],
): Finding[] {
  return [
    ...before
      .filter((text) => !after.includes(text))
      .map((text) => finding(rely.includes(text) ? "breaking" : "compatible", `${word}_removed`, name, `no longer: ${text}`)),
    ...after.filter((text) => !before.includes(text)).map((text) => finding("breaking", `${word}_added`, name, `new: ${text}`)),
  ];
}

/** The effects that leave something behind, which the next tool may need. */
function made(tool: ToolEntry): string[] {
  return texts(tool.side_effects.filter((effect) => effect.kind === "creates" || effect.kind === "writes"));
}

function texts(items: readonly { text: string }[]): string[] {
  return items.map((item) => item.text);
}

function sameTexts(a: ToolEntry, b: ToolEntry, name: "preconditions" | "side_effects"): boolean {
  return sameJson(texts(a[name]).sort(), texts(b[name]).sort());
}
