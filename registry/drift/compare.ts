import { REGISTRY_PATH, type Registry, type ToolEntry } from "../entry.ts";
import type { FaultCode } from "../error/catalogue.ts";
import { isSealed } from "../generate/seal.ts";
import type { Told } from "../generate/tool-files.ts";
import { differingFields } from "./fields.ts";

/** One way in which a committed file is not what the headers give. */
export interface DriftFault {
  code: FaultCode;
  /** The derived file, relative to PROJECT_ROOT. */
  file: string;
  /** Id of the tool concerned. */
  tool?: string;
  /** In which fields of its entry, or of the registry, the two differ. */
  fields?: readonly string[];
  message: string;
}

type Json = Readonly<Record<string, unknown>>;

/** What the registry says of itself: without its tools. */
export type RegistryHead = Omit<Registry, "tools" | "graph">;

/** A registry of another version of nichekit is told once, not as every tool's drift. */
export function otherVersion({ nichekit, version }: Json, now: RegistryHead): DriftFault[] {
  if (nichekit === now.nichekit && version === now.version) return [];
  // A registry without a version was not written by any nichekit: that is an edit.
  if (typeof nichekit !== "string") return [];
  const message = `${REGISTRY_PATH} was written by nichekit ${nichekit}, this is ${now.nichekit}: an upgrade, not a drift`;
  return [whole("registry_other_version", message)];
}

/** All but the tools. The graph follows from the entries: where those differ, it is not told, too. */
export function compareRest(before: Json, now: RegistryHead, graphNow: Registry["graph"], entriesDiffer: boolean): DriftFault[] {
  const rest = differingFields({ ...before, tools: [], graph: [] }, { ...now, tools: [], graph: [] });
  if (rest.length > 0) return [{ ...edited("the registry", rest), fields: rest }];
  if (entriesDiffer) return [];
  const graph = differingFields(before.graph, graphNow, "graph");
  return graph.length > 0 ? [{ ...edited("the graph", graph), fields: graph }] : [];
}

/** `upgrade`: the registry is another version's, whose entries may differ in form. */
export function compareEntry(id: string, before: unknown, after: ToolEntry, version: string, upgrade: boolean): DriftFault | undefined {
  const fields = differingFields(before, after);
  if (fields.length === 0) return undefined;
  if (textOf(before, "sha256") !== after.sha256) {
    const own = fields.filter((field) => !/^(sha256|tokens|input_schema|derived_risk|seal)\b/.test(field));
    const what = own.length > 0 ? own.join(", ") : "its wording only";
    return { ...whole("tool_header_changed", `${id}: the header in ${after.source} has changed (${what})`), tool: id, fields };
  }
  if (upgrade) return undefined;
  // An edit of `source` by hand leaves the seal as it was.
  if (fields.includes("source") && fields.every((field) => ["source", "runner", "seal"].includes(field)) && fields.includes("seal")) {
    const from = textOf(before, "source") ?? "nowhere";
    return { ...whole("tool_moved", `${id}: the registry has it at ${from}, it lies at ${after.source}`), tool: id, fields };
  }
  if (isSealed(before, version)) {
    return {
      ...whole("registry_other_version", `${id}: written by another build of nichekit ${version} (${fields.join(", ")})`),
      tool: id,
      fields,
    };
  }
  return { ...edited(id, fields), tool: id, fields };
}

/** Why the entry of `id`, which names `source`, has no tool any more. */
export function missing(entry: { id: string; source: string | undefined }, told: Pick<Told, "broken" | "unmarked">): DriftFault {
  const { id, source = "its file" } = entry;
  if (told.broken.includes(source)) {
    return { ...whole("tool_broken", `${id}: ${source} can no longer be registered, see its problems`), tool: id };
  }
  const why = told.unmarked.includes(source) ? `${source} has no TOOL_META header any more` : `${source} is gone or no longer carried`;
  return { ...whole("tool_gone", `${id}: ${why}`), tool: id };
}

/** A fault of the registry's. */
export function whole(code: FaultCode, message: string): DriftFault {
  return { code, file: REGISTRY_PATH, message };
}

export function edited(what: string, fields: readonly string[]): DriftFault {
  return whole("registry_edited", `${what}: edited by hand in the registry (${fields.join(", ")})`);
}

export function textOf(entry: unknown, key: string): string | undefined {
  const value = typeof entry === "object" && entry !== null ? (entry as Json)[key] : undefined;
  return typeof value === "string" ? value : undefined;
}
