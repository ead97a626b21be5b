import { createHash } from "node:crypto";
import { statSync } from "node:fs";
import { join } from "node:path";
import { canonicalJson } from "../../canonical-json.ts";
import { REGISTRY_PATH, type ToolEntry } from "../../entry.ts";
import { fault } from "../../error/catalogue.ts";
import { isToolError } from "../../error/tool-error.ts";
import { runnerKind } from "../../generate/runner-kind.ts";
import { isSealed } from "../../generate/seal.ts";
import { type FoundTool, type Told, toolFiles } from "../../generate/tool-files.ts";
import { listToolFiles } from "../../project/list.ts";
import { locateTool } from "../../project/locate.ts";
import { packageRoot, packageVersion } from "../../project/package-root.ts";
import type { Project } from "../../project/project.ts";
import { registeredEntries } from "../../project/registered-entries.ts";
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
      // Counted or estimated: how many tokens it takes is no change of the tool.
      const now = toolCard({ ...located.entry, tokens: card.tokens }, project);
      if (now.digest !== card.digest) throw fault("capability_changed", { id: card.id, command: project.command });
      return { card: now, ...toolDefinition(located.entry), trusted: true };
    },
    stamp: async () => stampOf(project),
    variable: (name) => project.env[name],
  };

  async function* cards(diagnostics: CatalogDiagnostic[], variables: Set<string>) {
    const files = toolFiles(project);
    const registered = registeredEntries(project.root);
    const version = packageVersion();
    let stale = 0;
    for (let id = files.next(); id !== undefined; id = files.next()) {
      const tool = files.read();
      if (tool === undefined) continue;
      const known = registered.entry(id);
      const entry = sealedEntry(known, tool, version) ?? (await parsed(tool, diagnostics));
      if (entry === undefined || tool.nouns?.includes(entry.noun) === false) continue;
      // The toolkit's own subject carries shared nouns that the project's registry does not.
      if (registered.own && entry.seal === undefined && (known !== undefined || !tool.source.startsWith("nichekit:"))) stale += 1;
      for (const name of placeVariables(entry)) variables.add(name);
      yield toolCard(entry, project);
    }
    if (stale > 0) diagnostics.push(staleRegistry(stale));
    diagnostics.push(...toldBy(files.told()));
  }
}

/** A registry's entry, as long as it is what this version made of this header. */
function sealedEntry(known: ToolEntry | undefined, { source, shebang, header }: FoundTool, version: string): ToolEntry | undefined {
  if (known?.sha256 !== header.sha256 || !isSealed(known, version)) return undefined;
  return { ...known, source, runner: runnerKind(source, shebang) };
}

async function parsed({ source, stem, shebang, header }: FoundTool, diagnostics: CatalogDiagnostic[]): Promise<ToolEntry | undefined> {
  const { parseEntry } = await import("../../project/parse-entry.ts");
  try {
    return parseEntry(header, { source, stem, runner: runnerKind(source, shebang) });
  } catch (error) {
    if (!isToolError(error)) throw error;
    const { problems = [] } = (error.detail ?? {}) as { problems?: readonly HeaderProblem[] };
    diagnostics.push(...problems.map((problem) => ({ ...problem, severity: "error" as const })));
    return undefined;
  }
}

function toldBy({ problems, warnings, shadowed }: Told): CatalogDiagnostic[] {
  return [
    ...problems.map((problem) => ({ ...problem, severity: "error" as const })),
    ...warnings.map((problem) => ({ ...problem, severity: "warning" as const })),
    ...shadowed.map(({ source, by }): CatalogDiagnostic => {
      const message = `a tool of this name stands in ${by}, which is the one in the catalog`;
      return { code: "capability_same_id", severity: "warning", file: source, message, fix: "rename one of them, or delete it" };
    }),
  ];
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
  const hash = createHash("sha256").update(canonicalJson([root, folders]));
  const add = (file: string): boolean => {
    const stat = statSync(file, { throwIfNoEntry: false });
    if (stat !== undefined && isYoung(stat, now)) return false;
    hash.update(`\0${file}\0${stat === undefined ? "" : fileStamp(stat)}`);
    return true;
  };
  if (![root, packageRoot()].every((place) => add(join(place, REGISTRY_PATH)))) return undefined;
  for (const folder of folders) {
    if (!listToolFiles(folder).every((name) => add(join(folder.path, name)))) return undefined;
  }
  return hash.digest("hex");
}
