import { readFileSync } from "node:fs";
import { join } from "node:path";
import { REGISTRY_PATH, type Registry, type ToolEntry } from "../entry.ts";
import { cutEntry } from "./cut-entry.ts";
import { packageRoot } from "./package-root.ts";

/** What a committed registry says. */
export type Registered =
  | { state: "absent" }
  | { state: "unreadable"; reason: string }
  | {
      state: "read";
      byId(id: string): ToolEntry | undefined;
      /** The bytes of the wanted entry, where it was cut out. */
      slice?: Buffer;
    };

/**
 * Reads the registry of the project at `root`. A broken one is told, never
 * thrown: calls work without one. `wanted`: the one entry that a call asks for,
 * which is cut out of the text, so that a thousand others need not be parsed.
 */
export function readRegistered(root: string, wanted?: string): Registered {
  const file = join(root, REGISTRY_PATH);
  let text: string;
  try {
    const cut = wanted === undefined ? "other" : cutEntry(file, wanted);
    if (cut === "none") return { state: "read", byId: () => undefined };
    const entry = cut === "other" ? undefined : parsed(cut);
    if (cut !== "other" && entry !== undefined) return { state: "read", byId: (id) => (id === entry.id ? entry : undefined), slice: cut };
    text = readFileSync(file, "utf8");
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

function parsed(entry: Buffer): ToolEntry | undefined {
  try {
    return JSON.parse(entry.toString()) as ToolEntry;
  } catch {
    return undefined;
  }
}

/**
 * What vouches for entries at calls: the project's registry; for a project
 * without one, the registry that ships with nichekit, which spares the parsing
 * of the shared tools' headers.
 */
export interface Registers {
  registered: Registered;
  byId(id: string): ToolEntry | undefined;
  /** The bytes of the wanted entry, where it was cut out. */
  slice?: Buffer | undefined;
}

export function registryOf(root: string, wanted?: string): Registers {
  const registered = readRegistered(root, wanted);
  const used = registered.state === "absent" ? readRegistered(packageRoot(), wanted) : registered;
  return used.state === "read"
    ? { registered, byId: used.byId, slice: used.slice }
    : { registered, byId: () => undefined, slice: undefined };
}
