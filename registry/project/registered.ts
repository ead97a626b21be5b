import { readFileSync } from "node:fs";
import { join } from "node:path";
import { REGISTRY_PATH, type Registry, type ToolEntry } from "../entry.ts";
import { packageRoot } from "./package-root.ts";

/** What a committed registry says. */
export type Registered =
  | { state: "absent" }
  | { state: "unreadable"; reason: string }
  | { state: "read"; byId(id: string): ToolEntry | undefined };

/**
 * Reads the registry of the project at `root`. A broken one is told, never
 * thrown: calls work without one. `wanted`: the one entry that a call asks for,
 * which is cut out of the text, so that a thousand others need not be parsed.
 */
export function readRegistered(root: string, wanted?: string): Registered {
  let text: string;
  try {
    text = readFileSync(join(root, REGISTRY_PATH), "utf8");
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code;
    return code === "ENOENT" || code === "ENOTDIR" ? { state: "absent" } : { state: "unreadable", reason: code ?? String(cause) };
  }
  const cut = wanted === undefined ? undefined : cutEntry(text, wanted);
  if (cut !== undefined) return { state: "read", byId: (id) => (id === cut.id ? cut : undefined) };
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

/** An entry out of a registry as it is written: two-space JSON, nothing merged by hand in it. */
function cutEntry(text: string, id: string): ToolEntry | undefined {
  const at = text.indexOf(`\n      "id": ${JSON.stringify(id)},\n`);
  if (at < 0 || text.startsWith("<<<<<<<") || text.includes("\n<<<<<<<")) return undefined;
  const start = text.lastIndexOf("\n    {\n", at);
  const end = text.indexOf("\n    }", at);
  try {
    return JSON.parse(text.slice(start, end + 6)) as ToolEntry;
  } catch {
    return undefined;
  }
}

/**
 * What vouches for entries at calls: the project's registry; for a project
 * without one, the registry that ships with nichekit, which spares the parsing
 * of the shared tools' headers.
 */
export function registryOf(root: string, wanted?: string): { registered: Registered; byId(id: string): ToolEntry | undefined } {
  const registered = readRegistered(root, wanted);
  const used = registered.state === "absent" ? readRegistered(packageRoot(), wanted) : registered;
  return { registered, byId: (id) => (used.state === "read" ? used.byId(id) : undefined) };
}
