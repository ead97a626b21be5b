import { join } from "node:path";
import { toolGateCard } from "../../registry/catalog/tool-gate-card.ts";
import type { Project } from "../../registry/project/project.ts";
import type { CliIo } from "../front/cli-io.ts";
import type { CommonCall } from "../pipeline/call.ts";
import type { Governance } from "../pipeline/governance.ts";
import { openBook } from "./open-book.ts";
import { openHub } from "./open-hub.ts";
import { portOf } from "./port.ts";
import { projectSources } from "./sources.ts";

/** A command line's project, and what stands over its calls. */
export interface Governed {
  readonly project: Project;
  readonly governance: Governance | undefined;
  readonly port: CommonCall["port"];
}

/**
 * What stands over a command line: the settings' mode and rules, and the
 * session that NICHE_SESSION names. What may not be seen is not there for the
 * line: not to be called, nor in help and suggestions.
 *
 * @throws ToolError `mode_unknown`, `session_unknown`, `session_*`
 */
export async function governCli(project: Project, io: CliIo, json: boolean): Promise<Governed> {
  const session = project.env.NICHE_SESSION;
  const hub = openHub({
    project,
    channel: "cli",
    cwd: io.cwd,
    book: await openBook(project, session === "" ? undefined : session, "cli"),
    sources: projectSources(project, { name: "cli", terminal: io.interactive(), json }),
    cacheFolder: join(project.root, "logs", "cache", "catalog"),
  });
  const { governance } = hub;
  return {
    governance,
    port: (call) => portOf(hub, call),
    project: { ...project, admits: (entry) => governance.admits(toolGateCard(entry, project)) },
  };
}
