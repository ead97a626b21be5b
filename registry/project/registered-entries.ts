import { existsSync } from "node:fs";
import { join } from "node:path";
import { REGISTRY_PATH, type ToolEntry } from "../entry.ts";
import { packageRoot } from "./package-root.ts";
import { registryOf } from "./registered.ts";
import { registryParts } from "./registry-parts.ts";

/** What a registry says of tools that are asked for in the order of their ids. Unchecked: anyone may have edited it. */
export interface EntriesInOrder {
  /** The project has one of its own; else it is the one that ships with nichekit. */
  readonly own: boolean;
  /** Ids must ascend: what was passed is not looked at again. */
  entry(id: string): ToolEntry | undefined;
}

/**
 * The same as `registryOf`, for those who go through all tools of a project: one
 * entry is in memory at a time. A registry that is not laid out as it is
 * written is parsed whole, from the place where it begins to differ.
 */
export function registeredEntries(root: string): EntriesInOrder {
  const own = existsSync(join(root, REGISTRY_PATH));
  const file = join(own ? root : packageRoot(), REGISTRY_PATH);
  const parts = entriesOf(file);
  let held: ToolEntry | undefined;
  let byId: ((id: string) => ToolEntry | undefined) | undefined;
  const next = () => {
    const { value, done } = parts.next();
    held = done === true || value === "other" ? undefined : value;
    if (value === "other") byId = registryOf(root).byId;
    return held;
  };
  next();
  return {
    own,
    entry: (id) => {
      while (held !== undefined && held.id < id) next();
      if (held?.id === id) return held;
      return byId?.(id);
    },
  };
}

function* entriesOf(file: string): Generator<ToolEntry | "other"> {
  try {
    for (const part of registryParts(file)) {
      if (part.kind === "other") yield "other";
      else if (part.kind === "entry") yield JSON.parse(part.text) as ToolEntry;
    }
  } catch {
    // Not there, not readable, or an entry is no JSON: reading the whole tells, and never throws.
    yield "other";
  }
}
