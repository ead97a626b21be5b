import type { EffectRow } from "../catalog/descriptor.ts";
import type { Effect } from "../plan/effect.ts";
import type { PathTemplate } from "../plan/precondition.ts";

const ORDER: readonly EffectRow[] = ["reads", "network-read", "writes", "deletes", "outside"];

/** The row of the table of contract 4.10 that one effect falls in, given whether a path lies inside PROJECT_ROOT. */
function rowOf(effect: Effect, inside: (path: PathTemplate) => boolean): EffectRow {
  switch (effect.kind) {
    case "reads":
      // What a tool may read is not a risk of its own (the table has no row for reading outside).
      return "reads";
    case "network":
      return effect.access === "read" ? "network-read" : "outside";
    case "writes":
    case "creates":
      return inside(effect.path) ? "writes" : "outside";
    case "deletes":
      return inside(effect.path) ? "deletes" : "outside";
    case "process":
      return "writes";
    case "external":
    case "prose":
      return "outside";
  }
}

/** The gravest row of several effects; without any, `reads`. */
export function effectRow(effects: Iterable<Effect>, inside: (path: PathTemplate) => boolean): EffectRow {
  let gravest: EffectRow = "reads";
  for (const effect of effects) {
    const row = rowOf(effect, inside);
    if (ORDER.indexOf(row) > ORDER.indexOf(gravest)) gravest = row;
  }
  return gravest;
}

/** A header's `risk` raises the row as well: `medium` at least to `writes`, `high` to `outside`. */
export function raisedRow(row: EffectRow, risk: "low" | "medium" | "high" | undefined): EffectRow {
  const least: EffectRow = risk === "high" ? "outside" : risk === "medium" ? "writes" : "reads";
  return ORDER.indexOf(least) > ORDER.indexOf(row) ? least : row;
}
