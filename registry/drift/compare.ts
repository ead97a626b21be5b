import { REGISTRY_PATH, type ToolEntry, TYPES_PATH } from "../entry.ts";
import type { FaultCode } from "../error/catalogue.ts";
import type { BuiltRegistry } from "../generate/build.ts";
import { sealedEntries } from "../generate/seal.ts";
import { type ParsedRegistry, parseCommitted } from "./committed.ts";
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

/** The derived files as they were committed, LF and without a BOM; undefined where one is missing. */
export interface CommittedTexts {
  registry: string | undefined;
  types: string | undefined;
}

/** Every difference, each told by its cause. Empty exactly when the bytes are the same. */
export function compareCommitted(committed: CommittedTexts, built: BuiltRegistry): readonly DriftFault[] {
  const registry = compareRegistry(committed.registry, built);
  return [...registry, ...compareTypes(committed.types, built.types, registry.length > 0)];
}

function compareRegistry(text: string | undefined, built: BuiltRegistry): DriftFault[] {
  if (text === built.text) return [];
  if (text === undefined) return [whole("registry_missing", `${REGISTRY_PATH} does not exist`)];
  const parsed = parseCommitted(text);
  if (parsed.kind === "conflict") return [whole("registry_conflict", `${REGISTRY_PATH}:${parsed.line}: merge-conflict markers`)];
  if (parsed.kind === "not_json") return [whole("registry_not_json", `${REGISTRY_PATH} is not a registry: ${parsed.reason}`)];
  const upgrade = otherVersion(parsed, built);
  const faults = [...upgrade, ...compareTools(parsed, built, upgrade.length > 0)];
  if (upgrade.length > 0) return faults;
  const rest = differingFields({ ...parsed.value, tools: [], graph: [] }, { ...built.registry, tools: [], graph: [] });
  if (rest.length > 0) faults.push({ ...edited("the registry", rest), fields: rest });
  if (faults.length > 0) return faults;
  const graph = differingFields(parsed.value.graph, built.registry.graph, "graph");
  if (graph.length > 0) return [{ ...edited("the graph", graph), fields: graph }];
  return [whole("registry_reformatted", `${REGISTRY_PATH} says the same in other bytes (order, spacing or repeated entries)`)];
}

function otherVersion(parsed: ParsedRegistry & { kind: "registry" }, built: BuiltRegistry): DriftFault[] {
  const { nichekit, version } = parsed.value;
  if (nichekit === built.registry.nichekit && version === built.registry.version) return [];
  // A registry without a version was not written by any nichekit: that is an edit.
  if (typeof nichekit !== "string") return [];
  const message = `${REGISTRY_PATH} was written by nichekit ${nichekit}, this is ${built.registry.nichekit}: an upgrade, not a drift`;
  return [whole("registry_other_version", message)];
}

function compareTools(parsed: ParsedRegistry & { kind: "registry" }, built: BuiltRegistry, upgrade: boolean): DriftFault[] {
  const now = new Map(built.registry.tools.map((tool) => [tool.id, tool]));
  const seen = new Set<string>();
  const faults: DriftFault[] = [];
  for (const before of parsed.tools) {
    const id = textOf(before, "id");
    if (id === undefined || seen.has(id)) {
      faults.push(edited(id ?? "an entry without id", ["id"]));
      continue;
    }
    seen.add(id);
    const after = now.get(id);
    const fault = after === undefined ? missing(id, before, built) : compareEntry(id, before, after, built.registry.nichekit, upgrade);
    if (fault) faults.push(fault);
  }
  for (const { id, source } of built.registry.tools) {
    if (!seen.has(id)) faults.push({ ...whole("tool_new", `${id}: ${source} is not in the registry yet`), tool: id });
  }
  return faults;
}

function compareEntry(id: string, before: unknown, after: ToolEntry, version: string, upgrade: boolean): DriftFault | undefined {
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
  if (untouched(before, version)) {
    return {
      ...whole("registry_other_version", `${id}: written by another build of nichekit ${version} (${fields.join(", ")})`),
      tool: id,
      fields,
    };
  }
  return { ...edited(id, fields), tool: id, fields };
}

/** Its seal holds: the entry is as some build of this version wrote it. */
function untouched(entry: unknown, version: string): boolean {
  return sealedEntries([entry], version).size === 1;
}

/** Why an entry has no tool any more. */
function missing(id: string, before: unknown, built: BuiltRegistry): DriftFault {
  const source = textOf(before, "source") ?? "its file";
  if (built.broken.includes(source)) {
    return { ...whole("tool_broken", `${id}: ${source} can no longer be registered, see its problems`), tool: id };
  }
  const why = built.unmarked.includes(source) ? `${source} has no TOOL_META header any more` : `${source} is gone or no longer carried`;
  return { ...whole("tool_gone", `${id}: ${why}`), tool: id };
}

function compareTypes(text: string | undefined, types: string | undefined, registryDiffers: boolean): DriftFault[] {
  if (text === types) return [];
  const fault = (code: FaultCode, what: string) => [{ code, file: TYPES_PATH, message: `${TYPES_PATH} ${what}` }];
  if (text === undefined) return fault("types_missing", "does not exist");
  if (types === undefined) return fault("types_left_over", "is left over: the project has no TypeScript tool of its own");
  if (conflicting(text)) return fault("types_edited", "has merge-conflict markers");
  return registryDiffers ? fault("types_stale", "is older than the headers") : fault("types_edited", "was edited by hand");
}

function conflicting(text: string): boolean {
  return /^(<{7}|>{7}) /m.test(text);
}

function whole(code: FaultCode, message: string): DriftFault {
  return { code, file: REGISTRY_PATH, message };
}

function edited(what: string, fields: readonly string[]): DriftFault {
  return whole("registry_edited", `${what}: edited by hand in the registry (${fields.join(", ")})`);
}

function textOf(entry: unknown, key: string): string | undefined {
  const value = typeof entry === "object" && entry !== null ? (entry as Record<string, unknown>)[key] : undefined;
  return typeof value === "string" ? value : undefined;
}
