import type { EffectRow } from "../catalog/descriptor.ts";
import { effectRow, raisedRow } from "../permission/effect-row.ts";
import type { EnvVariable, Risk, ToolMeta } from "../tool-meta/tool-meta.ts";
import type { Effect } from "./effect.ts";
import { isInside, seemsInside } from "./path-place.ts";
import type { PathTemplate } from "./precondition.ts";

const ORDER: readonly Risk[] = ["low", "medium", "high"];

/** The risk column of the table of contract 4.10. */
export const RISK_OF_ROW: Readonly<Record<EffectRow, Risk>> = {
  reads: "low",
  "network-read": "medium",
  writes: "medium",
  deletes: "high",
  outside: "high",
};

export function highestRisk(risks: Iterable<Risk>): Risk {
  let highest: Risk = "low";
  for (const risk of risks) if (ORDER.indexOf(risk) > ORDER.indexOf(highest)) highest = risk;
  return highest;
}

/**
 * The risk of a tool before any call is known: of all its effects, also those that only some options have.
 * `env` gives the defaults that tell where a variable's path lies.
 */
export function derivedRisk(effects: readonly Effect[], env: readonly EnvVariable[] = [], raised: Risk = "low"): Risk {
  return highestRisk([raised, RISK_OF_ROW[effectRow(effects, (path) => seemsInside(path, env))]]);
}

/** The effects that a call with these options has (names as in the header, only those that are given and not false). */
export function effectsOf(meta: Pick<ToolMeta, "side_effects">, usedOptions: Iterable<string>): readonly Effect[] {
  const used = new Set(usedOptions);
  return meta.side_effects.filter((effect) => effect.option === undefined || used.has(effect.option));
}

/**
 * The row of the mode table that one call falls in. `root` is PROJECT_ROOT; `resolve` fills in a template's variables,
 * and answers undefined where one is not set: a path that cannot be known counts as outside.
 */
export function callRow(
  effects: readonly Effect[],
  root: string,
  resolve: (path: PathTemplate) => string | undefined,
  raised: Risk = "low",
): EffectRow {
  const inside = (path: PathTemplate) => {
    const place = resolve(path);
    return place !== undefined && isInside(place, root);
  };
  return raisedRow(effectRow(effects, inside), raised);
}

/** The risk of one call; parameters as of `callRow`. */
export function callRisk(...call: Parameters<typeof callRow>): Risk {
  return RISK_OF_ROW[callRow(...call)];
}
