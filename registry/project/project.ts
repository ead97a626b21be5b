import type { ToolEntry } from "../entry.ts";

/** A subject's project as one call sees it. */
export interface Project {
  /** Absolute, real path. */
  root: string;
  /** The subject's name, for headings: `myproject`. */
  subject: string;
  /** How the caller can type the subject: a bare name or a quoted path. */
  command: string;
  settings: Settings;
  /** Folders searched for tools, in order: the project's own, then the shared lib. */
  folders: readonly ToolFolder[];
  /** Environment as the wrapper exported it, with declared defaults not yet applied. */
  env: Readonly<Record<string, string | undefined>>;
}

export interface ToolFolder {
  /** Absolute path. */
  path: string;
  /** How `source` begins: `lib/`, `../shared/tools/`, or `nichekit:lib/`. */
  prefix: string;
  /** Only these nouns are carried (the shared lib); absent: all. */
  nouns?: readonly string[];
}

/** `niche.json` at PROJECT_ROOT; its JSON Schema ships as `dist/schemas/settings.schema.json`. */
export interface Settings {
  $schema?: string;
  /** Folders with the project's own tools, relative to PROJECT_ROOT. Default `["lib", "tools"]`. */
  tool_path?: readonly string[];
  /** Which nouns of the shared lib the subject carries. */
  shared_nouns?: readonly string[];
  /** The subject's name, where no wrapper exports SUBJECT. */
  subject?: string;
}

/** A tool found for a call: its file, its entry, and whether the registry's entry was out of date. */
export interface LocatedTool {
  /** Absolute path of the implementation file. */
  file: string;
  entry: ToolEntry;
  warnings: readonly string[];
}

export const DEFAULT_TOOL_PATH: readonly string[] = ["lib", "tools"];
export const DEFAULT_SHARED_NOUNS: readonly string[] = ["docs", "impl", "plan", "capability", "skill", "session", "registry", "tool"];
