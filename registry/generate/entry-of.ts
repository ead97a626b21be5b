import { type RunnerKind, type ToolEntry, toolId } from "../entry.ts";
import type { Effect } from "../plan/effect.ts";
import type { Precondition } from "../plan/precondition.ts";
import { derivedRisk } from "../plan/risk.ts";
import { inputSchema } from "../tool-meta/input-schema.ts";
import type { Parameter, ToolMeta } from "../tool-meta/tool-meta.ts";
import { estimateTokens, projections } from "./projections.ts";

/** What an entry says besides the header's own fields. */
export interface EntryFacts {
  /** Relative to PROJECT_ROOT, or `nichekit:lib/…`. */
  source: string;
  runner: RunnerKind;
  /** Of the header. */
  sha256: string;
  /** Exact counts; absent: estimated from the bytes, as a call does that finds no registry. */
  tokens?: ToolEntry["tokens"];
}

/** The registry's entry of a tool: always the same keys in the same order, so that equal headers give equal bytes. */
export function entryOf(meta: ToolMeta, facts: EntryFacts): ToolEntry {
  const schema = inputSchema(meta);
  const entry = defined({
    id: toolId(meta.noun, meta.verb),
    noun: meta.noun,
    verb: meta.verb,
    summary: meta.summary,
    source: facts.source,
    runner: facts.runner,
    sha256: facts.sha256,
    preconditions: meta.preconditions.map(precondition),
    idempotent: meta.idempotent,
    side_effects: meta.side_effects.map(effect),
    derived_risk: derivedRisk(meta.side_effects, meta.env, meta.risk),
    options: meta.options?.map(parameter),
    args: meta.args?.map(parameter),
    input_schema: schema,
    output: defined({ format: meta.output.format, schema: meta.output.schema }),
    env: meta.env.map(({ name, default: preset }) => defined({ name, default: preset })),
    exit_codes: meta.exit_codes,
    dry_run: meta.dry_run,
    stdin: meta.stdin,
    timeout: meta.timeout,
    risk: meta.risk,
    keywords: meta.keywords,
    paths: meta.paths,
    examples: meta.examples,
    see_also: meta.see_also,
    tokens: facts.tokens ?? { index: 0, full: 0 },
  });
  return facts.tokens ? entry : { ...entry, tokens: estimateTokens(projections(entry)) };
}

function parameter(value: Parameter): Parameter {
  const { name, type, list, values, required, description, short, env } = value;
  return defined({ name, short, type, list, values, required, default: value.default, env, description });
}

function precondition({ text, fix, kind, ...rest }: Precondition): Precondition {
  return defined({ text, fix, kind, ...rest }) as Precondition;
}

function effect({ text, option, kind, ...rest }: Effect): Effect {
  return defined({ text, option, kind, ...rest }) as Effect;
}

/** Without the keys that are undefined: with `exactOptionalPropertyTypes` absent and undefined are two things. */
function defined<T extends object>(value: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  // A loop, since a registry of 1,000 tools has 10,000 of these objects.
  const kept: Partial<T> = {};
  for (const key of Object.keys(value) as (keyof T)[]) if (value[key] !== undefined) kept[key] = value[key];
  return kept as never;
}
