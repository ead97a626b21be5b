import type { ToolEntry } from "../entry.ts";
import type { PermissionMode } from "../permission/mode.ts";

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
  /** Whether the caller may see a tool; absent: all. What may not be seen is as if it were not there. */
  admits?: (entry: ToolEntry) => boolean;
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
  /** The two gates: the strictest mode that calls may have, and rules (`registry/permission/rules.ts`). */
  permissions?: PermissionSettings;
  /** Programs that are asked before and told after a call. */
  hooks?: { before?: readonly HookSettings[]; after?: readonly HookSettings[] };
  /** Capability discovery. */
  capabilities?: CapabilitySettings;
}

export interface PermissionSettings {
  /** Default: `auto` at the CLI, `ask` for MCP and the library. */
  mode?: PermissionMode;
  deny?: readonly string[];
  ask?: readonly string[];
  allow?: readonly string[];
}

export interface HookSettings {
  /** A rule (`registry/permission/rules.ts`) that says which calls; absent: all. */
  match?: string;
  /** Program and arguments; relative to PROJECT_ROOT where it holds a `/`. No shell. */
  command: readonly string[];
  /** Seconds. Default 10. */
  timeout?: number;
}

export interface CapabilitySettings {
  /** Folders of skills relative to PROJECT_ROOT, instead of the usual ones. */
  skill_folders?: readonly string[];
  /** Whether skills of the user's home folder are read. Default true. */
  user_skills?: boolean;
  /** Ids that every turn shows, where the gates allow it. */
  pinned?: readonly string[];
  /** Tokens that a turn may spend on capabilities. Default 1400. */
  turn_tokens?: number;
}

/** A tool found for a call: its file, its entry, and whether the registry's entry was out of date. */
export interface LocatedTool {
  /** Absolute path of the implementation file. */
  file: string;
  entry: ToolEntry;
  warnings: readonly string[];
}

export const DEFAULT_TOOL_PATH: readonly string[] = ["lib", "tools"];
export const DEFAULT_SHARED_NOUNS: readonly string[] = [
  "docs",
  "impl",
  "plan",
  "capability",
  "skill",
  "session",
  "registry",
  "tool",
  "file",
  "test",
];
