import type { Registry, ToolEntry } from "../entry.ts";
import { byCodePoint } from "../project/list.ts";
import { type Change, finding, type Verdict } from "./change.ts";
import { TOOL_RULES } from "./tool-rules.ts";

export interface RegistryDiff {
  breaking: number;
  compatible: number;
  descriptive: number;
  /** By tool, then breaking before compatible before descriptive, then in the order of the rules. */
  changes: readonly Change[];
}

const VERDICTS: readonly Verdict[] = ["breaking", "compatible", "descriptive"];

/** Every change of every tool between two registries, judged by what it means for callers (contract 4.7). */
export function diffRegistries(before: Pick<Registry, "tools">, after: Pick<Registry, "tools">): RegistryDiff {
  const was = new Map(before.tools.map((tool) => [tool.id, tool]));
  const is = new Map(after.tools.map((tool) => [tool.id, tool]));
  const ids = [...new Set([...was.keys(), ...is.keys()])].sort(byCodePoint);
  const changes = ids.flatMap((tool) =>
    toolChanges(was.get(tool), is.get(tool)).map(({ verdict, ...rest }) => ({ verdict, tool, ...rest })),
  );
  const count = (verdict: Verdict) => changes.filter((change) => change.verdict === verdict).length;
  return { breaking: count("breaking"), compatible: count("compatible"), descriptive: count("descriptive"), changes };
}

function toolChanges(before: ToolEntry | undefined, after: ToolEntry | undefined) {
  if (before === undefined) return [finding("compatible", "tool_added", "", "new tool")];
  if (after === undefined) return [finding("breaking", "tool_removed", "", "the tool is gone")];
  return TOOL_RULES.flatMap((rule) => rule.find(before, after)).sort((a, b) => VERDICTS.indexOf(a.verdict) - VERDICTS.indexOf(b.verdict));
}
