import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { REGISTRY_PATH, TYPES_PATH } from "../../../registry/entry.ts";
import { SETTINGS_FILE } from "../../../registry/project/settings.ts";
import { agentBlock, withBlock } from "./agent-block.ts";
import type { ProjectFacts } from "./carrying.ts";
import { ciWorkflow, WORKFLOW_PATH } from "./ci-workflow.ts";
import { CACHES, ignoreLines, inCache, withIgnoreLines } from "./ignore-lines.ts";
import type { WantedFile } from "./planned-file.ts";
import { ownLines, wrapperFor, wrapperKind, wrapperWith } from "./wrapper-text.ts";

export interface InitChoice {
  root: string;
  /** The subject's name. */
  name: string;
  /** Folder of the project's own tools. */
  tools: string;
  ci: "github" | "none";
  /** Of the shared lib, those that the subject carries. */
  nouns: readonly string[];
  facts: ProjectFacts;
  /** Paths that git ignores; undefined without git. */
  ignored: ReadonlySet<string> | undefined;
}

/** Files that must reach the other clones. */
export function committedFiles(name: string): string[] {
  return [REGISTRY_PATH, TYPES_PATH, `bin/${name}`];
}

/** Every path whose being ignored matters to `project init`. */
export function ignoreQuestions(name: string): string[] {
  return [...committedFiles(name), ...CACHES.map(inCache)];
}

/** All that `project init` writes, in the order in which it is told. */
export function initFiles(choice: InitChoice): WantedFile[] {
  const { root, name, ci, nouns, facts, ignored } = choice;
  const block = agentBlock(`bin/${name}`, nouns);
  const inDocument = (path: string): WantedFile => ({ path, text: (existing) => withBlock(path, existing, block) });
  return [
    { path: `bin/${name}`, executable: true, text: (existing) => wrapper(existing, docsFolder(root)) },
    { path: SETTINGS_FILE, text: (existing) => (existing === undefined ? { text: settingsText(choice), replaces: false } : undefined) },
    ...(ci === "github" ? [workflow(facts)] : []),
    inDocument("AGENTS.md"),
    inDocument("CLAUDE.md"),
    ...(ignored === undefined
      ? []
      : [
          {
            path: ".gitignore",
            text: (existing: string | undefined) => withIgnoreLines(existing, ignoreLines(ignored, committedFiles(name))),
          },
        ]),
  ];
}

/** A wrapper of the project's own stays; a copy of the canonical text is brought up to date and keeps its own variables. */
function wrapper(existing: string | undefined, docsDir: string): ReturnType<WantedFile["text"]> {
  if (existing === undefined) return { text: wrapperFor(docsDir), replaces: false };
  switch (wrapperKind(existing)) {
    case "canonical":
      // An unchanged text is wanted all the same: it may lack its run bit.
      return { text: existing, replaces: false };
    case "other_copy":
      return { text: wrapperWith(ownLines(existing)), replaces: true };
    case "own":
      return { text: existing, replaces: false };
    case "none":
      return { text: wrapperFor(docsDir), replaces: true };
  }
}

/** A workflow that runs the check does what is wanted, however it installs: a lock file may have come since. */
function workflow(facts: ProjectFacts): WantedFile {
  const text = (existing: string | undefined) =>
    existing !== undefined && /^[^#\n]*gen-registry --check/m.test(existing)
      ? undefined
      : { text: ciWorkflow(facts), replaces: existing !== undefined };
  return { path: WORKFLOW_PATH, text };
}

function settingsText({ name, tools }: InitChoice): string {
  const settings = { $schema: "./node_modules/nichekit/dist/schemas/settings.schema.json", subject: name, tool_path: [tools] };
  return `${JSON.stringify(settings, null, 2)}\n`.replace(/\[\n\s+("[^"]*")\n\s+\]/, "[$1]");
}

/** `docs` where the project keeps its documents there already, else the layout of the example project. */
function docsFolder(root: string): string {
  const isFolder = (path: string) => statSync(join(root, path), { throwIfNoEntry: false })?.isDirectory() === true;
  return isFolder("docs") && !isFolder("docs/patterns") ? "docs" : "docs/patterns";
}

/** `lib` where tools stand in it already; else `tools`, since the `lib` of most repositories holds something else. */
export function defaultToolFolder(files: readonly string[]): string {
  return files.some((file) => /\bTOOL_META\b/.test(readFileSync(file, "utf8").slice(0, 4096))) ? "lib" : "tools";
}
