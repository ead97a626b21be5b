import { readFileSync } from "node:fs";
import { join } from "node:path";
import { REGISTRY_PATH, type Registry, type ToolEntry } from "../entry.ts";
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
  let bytes: Buffer;
  try {
    bytes = readFileSync(join(root, REGISTRY_PATH));
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code;
    return code === "ENOENT" || code === "ENOTDIR" ? { state: "absent" } : { state: "unreadable", reason: code ?? String(cause) };
  }
  const cut = wanted === undefined ? undefined : cutEntry(bytes, wanted);
  if (cut !== undefined) return { state: "read", byId: (id) => (id === cut.entry.id ? cut.entry : undefined), slice: cut.slice };
  const text = bytes.toString();
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
function cutEntry(bytes: Buffer, id: string): { entry: ToolEntry; slice: Buffer } | undefined {
  const at = bytes.indexOf(`\n      "id": ${JSON.stringify(id)},\n`);
  if (at < 0 || bytes.indexOf("<<<<<<<") === 0 || bytes.includes("\n<<<<<<<")) return undefined;
  const slice = bytes.subarray(bytes.lastIndexOf("\n    {\n", at), bytes.indexOf("\n    }", at) + 6);
  try {
    return { entry: JSON.parse(slice.toString()) as ToolEntry, slice };
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
