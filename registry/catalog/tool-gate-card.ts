import type { GateCard } from "../discovery/gates.ts";
import type { ToolEntry } from "../entry.ts";
import { fillTemplate, withDefaults } from "../plan/resolve.ts";
import { callRow } from "../plan/risk.ts";
import type { Project } from "../project/project.ts";

/** The name of the source that the project's own tools come from. */
export const LOCAL_SOURCE = { type: "local", name: "local" } as const;

/** What the gates look at of a tool, before any call is known: the gravest of all its effects. */
export function toolGateCard(entry: ToolEntry, project: Pick<Project, "root" | "env">): GateCard {
  const env = withDefaults(project.env, entry.env);
  const row = callRow(entry.side_effects, project.root, (path) => fillTemplate(path, env), entry.risk);
  return { id: entry.id, kind: "tool", row, source: LOCAL_SOURCE };
}
