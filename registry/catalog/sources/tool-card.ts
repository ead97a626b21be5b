import type { ToolEntry } from "../../entry.ts";
import { referencedVariables } from "../../plan/resolve.ts";
import { highestRisk, RISK_OF_ROW } from "../../plan/risk.ts";
import type { Project } from "../../project/project.ts";
import { sealedCard, summaryLine } from "../card-digest.ts";
import type { CapabilityCard, LoadedCapability } from "../descriptor.ts";
import { toolGateCard } from "../tool-gate-card.ts";
import { returnsText } from "./tool-returns.ts";

/** The card of a registered tool. Where its effects lie is decided with the project's variables; one that is not set counts as outside. */
export function toolCard(entry: ToolEntry, project: Pick<Project, "root" | "env">): CapabilityCard {
  const { keywords = [], paths = [], side_effects, tokens } = entry;
  const gate = toolGateCard(entry, project);
  const parameters = [...(entry.options ?? []), ...(entry.args ?? [])].map(({ name, description }) =>
    description === undefined ? { name } : { name, description },
  );
  const returns = returnsText(entry.output.schema);
  const searched = { ...(parameters.length > 0 ? { parameters } : {}), ...(returns === undefined ? {} : { returns }) };
  return sealedCard(
    {
      ...gate,
      title: `${entry.noun} ${entry.verb}`,
      summary: summaryLine(entry.summary ?? ""),
      risk: highestRisk([entry.derived_risk, RISK_OF_ROW[gate.row]]),
      effects: side_effects,
      ...(keywords.length + paths.length > 0 ? { match: { paths, keywords } } : {}),
      ...(Object.keys(searched).length > 0 ? { searched } : {}),
      tokens,
    },
    toolDefinition(entry),
  );
}

/** What loading a tool gives: a tool that declares no arguments takes an open object. */
export function toolDefinition(entry: ToolEntry): Pick<LoadedCapability, "modelProjection" | "toolSchema"> {
  return { modelProjection: entry.summary ?? "", toolSchema: entry.input_schema ?? { type: "object" } };
}

/** The variables that decide where a tool's effects lie. */
export function placeVariables({ side_effects, env }: ToolEntry): readonly string[] {
  const templates = side_effects.flatMap((effect) => ("path" in effect ? [effect.path] : []));
  const named = templates.flatMap(referencedVariables);
  if (named.length === 0) return [];
  return [...named, ...env.flatMap(({ name, default: preset }) => (preset === undefined ? [] : [name, ...referencedVariables(preset)]))];
}
