import { join } from "node:path";
import type { CapabilityPort } from "../../registry/capability-port.ts";
import type { CommonCall } from "../pipeline/call.ts";
import { openBook } from "./open-book.ts";
import { openHub } from "./open-hub.ts";
import { portOf } from "./port.ts";
import { projectSources } from "./sources.ts";

/** The capability layer for a tool of a project that has neither rules nor a session. */
export async function openCallPort(call: CommonCall): Promise<CapabilityPort> {
  const { project, cwd, json } = call;
  const hub = openHub({
    project,
    channel: "cli",
    cwd,
    book: await openBook(project, undefined, "cli"),
    sources: projectSources(project, { name: "cli", terminal: false, json }),
    cacheFolder: join(project.root, "logs", "cache", "catalog"),
  });
  return portOf(hub, call);
}
