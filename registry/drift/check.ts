import { REGISTRY_PATH, TYPES_PATH } from "../entry.ts";
import { type BuiltRegistry, buildRegistry } from "../generate/build.ts";
import type { Project } from "../project/project.ts";
import { parseCommitted, readCommitted } from "./committed.ts";
import { compareCommitted, type DriftFault } from "./compare.ts";

export interface Checked {
  built: BuiltRegistry;
  /** The committed files against what the headers give. */
  faults: readonly DriftFault[];
}

/**
 * Regenerates the registry from the headers and compares the bytes with what is committed. Reads only; it is the
 * committed files that are judged, never a fresh copy (case e2). Entries with a seal that holds and a header that is
 * unchanged are believed, unless `full`: then every header is parsed anew.
 *
 * @throws ToolError `registry_unreadable`, `tool_folder_unreadable`
 */
export async function checkRegistry(project: Project, options: { full?: boolean } = {}): Promise<Checked> {
  const committed = { registry: readCommitted(project.root, REGISTRY_PATH), types: readCommitted(project.root, TYPES_PATH) };
  const built = await buildRegistry(project, { ...options, committed: committedTools(committed.registry) });
  return { built, faults: compareCommitted(committed, built) };
}

function committedTools(text: string | undefined): readonly unknown[] {
  const parsed = text === undefined ? undefined : parseCommitted(text);
  return parsed?.kind === "registry" ? parsed.tools : [];
}
