import { REGISTRY_PATH } from "../entry.ts";
import type { Project } from "../project/project.ts";
import { committedParts, parseCommitted, readCommitted } from "./committed.ts";
import { edited, textOf, whole } from "./compare.ts";
import { type Checked, type CheckOptions, type CommittedEntry, startComparison } from "./comparison.ts";

/**
 * Regenerates the registry from the headers and compares the bytes with what is committed. Reads only; it is the
 * committed files that are judged, never a fresh copy (case e2). Entries with a seal that holds and a header that is
 * unchanged are believed, unless `full`: then every header is parsed anew.
 *
 * Goes from entry to entry, so that the memory hardly grows with the number of tools. Only a registry that is not laid
 * out as nichekit writes it is parsed whole.
 *
 * @throws ToolError `registry_unreadable`, `tool_folder_unreadable`
 */
export async function checkRegistry(project: Project, options: CheckOptions = {}): Promise<Checked> {
  return (await checkParts(project, options)) ?? checkWhole(project, options);
}

/** Undefined where a part is not what nichekit writes: then nothing is said of it yet. */
async function checkParts(project: Project, options: CheckOptions): Promise<Checked | undefined> {
  const comparison = startComparison(project, options);
  let head: Readonly<Record<string, unknown>> | undefined;
  let last = "";
  let place = 0;
  for (const part of committedParts(project.root)) {
    if (part.kind === "other") return undefined;
    if (part.kind === "head") {
      head = objectIn(`${part.text}]}`);
      if (head === undefined) return undefined;
      comparison.begin(head, part.text);
    } else if (part.kind === "entry") {
      const value = objectIn(part.text);
      const id = textOf(value, "id");
      // In another order, or with two of one id, the whole has to be put in order first.
      if (id === undefined || id <= last) return undefined;
      last = id;
      const waiting = comparison.entry({ id, value, place: place++, text: part.text });
      if (waiting !== undefined) await waiting;
    } else {
      const tail = objectIn(`{"tools":[0\n${part.text}`);
      // Whatever else stands behind the tools would have had to be known before.
      if (tail === undefined || String(tail.tools) !== "0" || Object.keys(tail).some((key) => key !== "tools" && key !== "graph"))
        return undefined;
      return comparison.end({ ...head, ...tail }, part.text);
    }
  }
  return comparison.none(whole("registry_missing", `${REGISTRY_PATH} does not exist`));
}

async function checkWhole(project: Project, options: CheckOptions): Promise<Checked> {
  const text = readCommitted(project.root, REGISTRY_PATH) ?? "";
  const comparison = startComparison(project, options);
  const parsed = parseCommitted(text);
  if (parsed.kind === "conflict")
    return comparison.none(whole("registry_conflict", `${REGISTRY_PATH}:${parsed.line}: merge-conflict markers`));
  if (parsed.kind === "not_json")
    return comparison.none(whole("registry_not_json", `${REGISTRY_PATH} is not a registry: ${parsed.reason}`));
  comparison.begin(parsed.value);
  const byId = new Map<string, CommittedEntry>();
  for (const [place, value] of parsed.tools.entries()) {
    const id = textOf(value, "id");
    if (id === undefined || byId.has(id)) comparison.odd(edited(id ?? "an entry without id", ["id"]), place);
    else byId.set(id, { id, value, place });
  }
  for (const entry of [...byId.values()].sort((a, b) => (a.id < b.id ? -1 : 1))) await comparison.entry(entry);
  return comparison.end(parsed.value, text);
}

/** Undefined where the text is no JSON object. */
function objectIn(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
