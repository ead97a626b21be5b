import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { digestOf } from "../../canonical-json.ts";
import { REGISTRY_PATH, type ToolEntry } from "../../entry.ts";
import { fault } from "../../error/catalogue.ts";
import { isToolError, type ToolError } from "../../error/tool-error.ts";
import { fileStem, listToolFiles } from "../../project/list.ts";
import { locateTool } from "../../project/locate.ts";
import { entryOf, readTool } from "../../project/locate-by-header.ts";
import { packageRoot } from "../../project/package-root.ts";
import type { Project, ToolFolder } from "../../project/project.ts";
import { registeredEntries } from "../../project/registered-entries.ts";
import type { ToolFile } from "../../tool-meta/read.ts";
import type { HeaderProblem } from "../../tool-meta/tool-meta.ts";
import type { CatalogDiagnostic, CatalogSource } from "../catalog.ts";
import { fileStamp, isYoung } from "../file-stamp.ts";
import { LOCAL_SOURCE } from "../tool-gate-card.ts";
import { placeVariables, toolCard, toolDefinition } from "./tool-card.ts";

/**
 * The tools that the project carries: its own and those of the shared lib. An
 * entry of the committed registry stands for a header as long as its digest and
 * seal hold; else the header is parsed, as a call does. One entry is an object
 * at a time.
 */
export function toolSource(project: Project): CatalogSource {
  return {
    source: LOCAL_SOURCE,
    read: async () => {
      const diagnostics: CatalogDiagnostic[] = [];
      const variables = new Set<string>();
      return { state: { source: LOCAL_SOURCE, state: "ready" }, cards: cards(diagnostics, variables), diagnostics, variables };
    },
    load: async (card) => {
      const [noun = "", verb = ""] = card.title.split(" ");
      const located = await locateTool(project, noun, verb);
      if (located === undefined) throw fault("capability_gone", { id: card.id, command: project.command });
      const now = toolCard(located.entry, project);
      if (now.digest !== card.digest) throw fault("capability_changed", { id: card.id, command: project.command });
      return { card: now, ...toolDefinition(located.entry), trusted: true };
    },
    stamp: async () => stampOf(project),
    variable: (name) => project.env[name],
  };

  async function* cards(diagnostics: CatalogDiagnostic[], variables: Set<string>) {
    let stale = 0;
    for await (const { entry, warnings } of carried(project, diagnostics)) {
      for (const name of placeVariables(entry)) variables.add(name);
      if (warnings.length > 0) stale += 1;
      yield toolCard(entry, project);
    }
    if (stale > 0) diagnostics.push(staleRegistry(stale));
  }
}

/** Every tool that a call would find, in no order. What keeps a file from being one is told. */
async function* carried(
  project: Project,
  diagnostics: CatalogDiagnostic[],
): AsyncIterable<{ readonly entry: ToolEntry; readonly warnings: readonly string[] }> {
  const registry = registeredEntries(project.root);
  const taken = new Set<string>();
  for (const folder of project.folders) {
    for (const [stem, names] of byStem(folder)) {
      if (taken.has(stem)) continue;
      const claims = names.flatMap((name) => claim(folder, name, diagnostics) ?? []);
      const [first, second] = claims;
      if (first === undefined) continue;
      if (second !== undefined) {
        taken.add(stem);
        diagnostics.push(...claims.map(({ name }) => sameName(folder, name, claims)));
        continue;
      }
      try {
        const located = await entryOf(project, registry, folder, first.name, first.tool);
        // A noun that is not carried leaves the name to a later folder.
        if (folder.nouns?.includes(located.entry.noun) === false) continue;
        taken.add(stem);
        yield located;
      } catch (error) {
        taken.add(stem);
        diagnostics.push(...toldError(error, folder.prefix + first.name));
      }
    }
  }
}

interface Claim {
  readonly name: string;
  readonly tool: ToolFile;
}

function byStem(folder: ToolFolder): ReadonlyMap<string, readonly string[]> {
  const stems = new Map<string, string[]>();
  for (const name of listToolFiles(folder)) {
    const stem = fileStem(name);
    if (folder.nouns?.some((noun) => stem.startsWith(`${noun}-`)) === false) continue;
    const names = stems.get(stem);
    if (names === undefined) stems.set(stem, [name]);
    else names.push(name);
  }
  return stems;
}

/** A file that says by its header that it is a tool, sound or not. */
function claim(folder: ToolFolder, name: string, diagnostics: CatalogDiagnostic[]): Claim | undefined {
  try {
    const tool = readTool(join(folder.path, name), folder.prefix + name);
    return tool === undefined || (tool.header === undefined && tool.problems.length === 0) ? undefined : { name, tool };
  } catch (error) {
    diagnostics.push(...toldError(error, folder.prefix + name));
    return undefined;
  }
}

function toldError(error: unknown, file: string): CatalogDiagnostic[] {
  if (!isToolError(error)) throw error;
  const { problems } = (error.detail ?? {}) as { problems?: readonly HeaderProblem[] };
  if (problems !== undefined && problems.length > 0) return problems.map((problem) => ({ ...problem, severity: "error" }));
  const { code, message, fix } = error as ToolError;
  return [{ code, severity: "error", file, message, fix: fix[0] ?? "" }];
}

function sameName(folder: ToolFolder, name: string, claims: readonly Claim[]): CatalogDiagnostic {
  const files = claims.map((claim) => folder.prefix + claim.name);
  return {
    code: "tool_name_taken_twice",
    severity: "error",
    file: folder.prefix + name,
    message: `two tools of one name: ${files.join(" and ")}`,
    fix: "rename one of them, noun and verb in its header too, or delete it",
  };
}

function staleRegistry(count: number): CatalogDiagnostic {
  return {
    code: "registry_stale",
    severity: "warning",
    file: REGISTRY_PATH,
    message: `It is out of date for ${count} ${count === 1 ? "tool" : "tools"}; their headers were read instead`,
    fix: "Run: registry generate",
  };
}

/** Of every file in a tool folder, and of the registries; undefined where one is so young that it could change without it. */
function stampOf({ root, folders }: Project): string | undefined {
  const now = Date.now();
  const registries = [join(root, REGISTRY_PATH), join(packageRoot(), REGISTRY_PATH)].filter((file) => existsSync(file));
  const files = folders.flatMap((folder) => listToolFiles(folder).map((name) => join(folder.path, name)));
  const stamps: string[] = [];
  for (const file of [...registries, ...files]) {
    const stat = statSync(file, { throwIfNoEntry: false });
    if (stat === undefined) stamps.push(file);
    else if (isYoung(stat, now)) return undefined;
    else stamps.push(`${file}\0${fileStamp(stat)}`);
  }
  return digestOf([root, folders, stamps]);
}
