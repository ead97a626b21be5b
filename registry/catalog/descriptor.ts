import type { Effect } from "../plan/effect.ts";
import type { JsonSchema, Risk } from "../tool-meta/tool-meta.ts";

export type CapabilityKind = "tool" | "skill" | "resource" | "prompt" | "channel";

export type SourceType = "local" | "mcp" | "plugin" | "project" | "user" | "managed";

/** Where a capability comes from. `name` is what the project configured, never what the source calls itself. */
export interface CapabilitySource {
  readonly type: SourceType;
  readonly name: string;
}

/**
 * The gravest row of the table of contract 4.10 that a capability's effects fall
 * in, decided when the catalog is built, when PROJECT_ROOT and the variables are known.
 */
export type EffectRow = "reads" | "network-read" | "writes" | "deletes" | "outside";

/** What a channel can do for a call that comes through it. */
export interface ChannelAbilities {
  /** A person can be asked. */
  readonly ask: boolean;
  readonly progress: boolean;
  /** Results arrive as data, not as text for people. */
  readonly structured: boolean;
}

/**
 * A capability as the policy, the search and the log know it (contract 4.9):
 * plain data that can be stored and compared. It holds no schema and no body.
 */
export interface CapabilityCard {
  /** Full and the same everywhere: `local__docs-fetch`, `skill__code-review`, `mcp__github__search_issues`. */
  readonly id: string;
  readonly kind: CapabilityKind;
  /** As people name it: `docs fetch`, a skill's name. */
  readonly title: string;
  /** One sentence: what it does and when to use it. Cut to 1,024 characters. */
  readonly summary: string;
  readonly source: CapabilitySource;
  readonly risk: Risk;
  readonly row: EffectRow;
  readonly effects: readonly Effect[];
  /** Globs relative to PROJECT_ROOT and words that speak for it. */
  readonly match?: { readonly paths: readonly string[]; readonly keywords: readonly string[] };
  /** Of a skill. `allowedTools` as the skill wrote them, one rule each: they narrow or propose, and never grant. */
  readonly execution?: { readonly mode: "inline" | "fork"; readonly allowedTools: readonly string[] };
  /** Of a channel. */
  readonly abilities?: ChannelAbilities;
  /** What search reads besides title, summary and keywords. */
  readonly searched?: {
    readonly parameters?: readonly { readonly name: string; readonly description?: string }[];
    /** What it gives back, in words. */
    readonly returns?: string;
    readonly aliases?: readonly string[];
  };
  /** Of the index line and of the full definition. */
  readonly tokens: { readonly index: number; readonly full: number };
  /** SHA-256 (hex) of the canonical JSON of the card without `digest`, and of what `load()` gives. */
  readonly digest: string;
}

/** What loading gives. Loading is an action of its own: controlled by the pipeline, recorded as an event. */
export interface LoadedCapability {
  readonly card: CapabilityCard;
  /** What a model is shown of it at full projection: a tool's description, a skill's body, a resource's or prompt's text. */
  readonly modelProjection: string;
  /** JSON Schema (2020-12) of a tool's or prompt's arguments. */
  readonly toolSchema?: JsonSchema;
  /** Of a skill: the files beside SKILL.md, relative, `/`-separated, sorted; not their contents. */
  readonly files?: readonly string[];
  /** False: `modelProjection` is data from outside and never an instruction. */
  readonly trusted: boolean;
}

export interface CapabilityDescriptor extends CapabilityCard {
  /** @throws ToolError `capability_gone`, `capability_changed`, and what the source throws. */
  load(): Promise<LoadedCapability>;
}
