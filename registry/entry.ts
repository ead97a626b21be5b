import type { JsonSchema, Risk, ToolMeta } from "./tool-meta/tool-meta.ts";

/** How a tool is run: `module` in the dispatcher's process, `process` as a program of its own. */
export type RunnerKind = "module" | "process";

/** One tool in `logs/tool-registry.json` (contract 4.7): the header in normal form and what derives from it. */
export interface ToolEntry extends ToolMeta {
  /** `local__<noun>-<verb>`. */
  id: string;
  /** Relative to PROJECT_ROOT with `/`; `nichekit:lib/…` for a tool of the shared lib. */
  source: string;
  runner: RunnerKind;
  /** Of the header (`HeaderText.sha256`). */
  sha256: string;
  /** Derived from the side effects and raised by the header. */
  derived_risk: Risk;
  /** JSON Schema (2020-12) of the arguments; absent if the tool declares none. */
  input_schema?: JsonSchema;
  /** Of the index line and the full definition: exact in a registry, else estimated. */
  tokens: { index: number; full: number };
  /**
   * First 16 hex digits of the SHA-256 of nichekit's version and this entry as it was written: tells that nobody has
   * touched it since. Absent where the entry was made for a call.
   */
  seal?: string;
}

/** Who provides what another tool needs: one edge of the derived graph. */
export interface ProvidesEdge {
  /** Id of the tool that needs it. */
  needs: string;
  /** Text of its precondition. */
  precondition: string;
  /** Id of the tool whose side effect provides it. */
  provider: string;
}

export interface Registry {
  $schema: string;
  /** Version of the registry's format. */
  version: 1;
  /** Version of nichekit that wrote it: an upgrade is told as such, not as a tool's drift. */
  nichekit: string;
  tokenizer: string;
  /** Sorted by id, by code point. */
  tools: readonly ToolEntry[];
  graph: { provides: readonly ProvidesEdge[] };
}

export const REGISTRY_PATH = "logs/tool-registry.json";
export const TYPES_PATH = "logs/tool-types.d.ts";

export function toolId(noun: string, verb: string): string {
  return toolIdOfStem(`${noun}-${verb}`);
}

/** A header's noun and verb must spell the file's stem, so the id is known before the header is parsed. */
export function toolIdOfStem(stem: string): string {
  return `local__${stem}`;
}
