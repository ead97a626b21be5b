import { readFileSync } from "node:fs";
import { join } from "node:path";
import { REGISTRY_PATH, type Registry, type ToolEntry } from "../entry.ts";
import { packageRoot } from "./package-root.ts";

/** What a committed registry says. */
export type Registered =
  | { state: "absent" }
  | { state: "unreadable"; reason: string }
  | { state: "read"; byId(id: string): ToolEntry | undefined };

/** Reads the registry of the project at `root`. A broken one is told, never thrown: calls work without one. */
export function readRegistered(root: string): Registered {
  let text: string;
  try {
    text = readFileSync(join(root, REGISTRY_PATH), "utf8");
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code;
    return code === "ENOENT" || code === "ENOTDIR" ? { state: "absent" } : { state: "unreadable", reason: code ?? String(cause) };
  }
  try {
    const tools = (JSON.parse(text.replace(/^\ufeff/, "")) as Partial<Registry>).tools;
    if (!Array.isArray(tools)) return { state: "unreadable", reason: "it has no list of tools" };
    const entries = new Map((tools as ToolEntry[]).map((tool) => [tool?.id, tool]));
    return { state: "read", byId: (id) => entries.get(id) };
  } catch {
    const conflict = /^(<{7}|={7}|>{7})/m.test(text);
    return { state: "unreadable", reason: conflict ? "it holds merge-conflict markers" : "it is not JSON" };
  }
}

/**
 * What vouches for entries at calls: the project's registry; for a project
 * without one, the registry that ships with nichekit, which spares the parsing
 * of the shared tools' headers.
 */
export function registryOf(root: string): { registered: Registered; byId(id: string): ToolEntry | undefined } {
  const registered = readRegistered(root);
  const used = registered.state === "absent" ? readRegistered(packageRoot()) : registered;
  return { registered, byId: (id) => (used.state === "read" ? used.byId(id) : undefined) };
}
