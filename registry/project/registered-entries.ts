import { readFileSync } from "node:fs";
import { join } from "node:path";
import { REGISTRY_PATH, type ToolEntry } from "../entry.ts";
import { packageRoot } from "./package-root.ts";
import { registryOf } from "./registered.ts";

const ID_LINE = '\n      "id": "';

/**
 * The same as `registryOf`, for those who go through all tools of a project:
 * entries are cut out of the registry's bytes one by one, so that ten thousand
 * of them are never objects at the same time. A registry that is not laid out
 * as it is written is parsed whole.
 */
export function registeredEntries(root: string): ReturnType<typeof registryOf> {
  const own = entriesIn(join(root, REGISTRY_PATH));
  if (own === "absent") {
    // What it is told of a project without registry is no different: only the shipped one is not parsed.
    const shipped = entriesIn(join(packageRoot(), REGISTRY_PATH));
    if (typeof shipped !== "string") return { registered: { state: "absent" }, byId: shipped };
  } else if (own !== "other") return { registered: { state: "read", byId: own }, byId: own };
  return registryOf(root);
}

type ById = (id: string) => ToolEntry | undefined;

function entriesIn(file: string): ById | "absent" | "other" {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    return code === "ENOENT" || code === "ENOTDIR" ? "absent" : "other";
  }
  if (bytes.includes("\r\n")) bytes = Buffer.from(bytes.toString("utf8").replaceAll("\r\n", "\n"));
  if (bytes.includes("<<<<<<<") && /^<{7}/m.test(bytes.toString("utf8"))) return "other";
  const places = new Map<string, number>();
  for (let at = bytes.indexOf(ID_LINE); at >= 0; at = bytes.indexOf(ID_LINE, at + 1)) {
    const start = at + ID_LINE.length;
    places.set(bytes.toString("utf8", start, bytes.indexOf('"', start)), at);
  }
  if (places.size === 0) return "other";
  return (id) => {
    const at = places.get(id);
    if (at === undefined) return undefined;
    const start = bytes.lastIndexOf("\n    {\n", at);
    const end = bytes.indexOf("\n    }", at);
    try {
      return JSON.parse(bytes.toString("utf8", start, end + 6)) as ToolEntry;
    } catch {
      return undefined;
    }
  };
}
