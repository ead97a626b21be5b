import type { PermissionMode } from "../permission/mode.ts";
import type { PermissionRules } from "../permission/rules.ts";

/** A call that did not succeed, as evidence. */
export interface RecentFailure {
  readonly id: string;
  /** The error's code. */
  readonly code: string;
  /** SHA-256 (hex) of the canonical JSON of the input: the same call has the same. */
  readonly input: string;
  /** True where the arguments themselves were refused. */
  readonly invalid: boolean;
  /** How often the same call failed so, without a success between. */
  readonly times: number;
  /** Existing paths that its result names, relative to PROJECT_ROOT. */
  readonly paths: readonly string[];
}

/** A hit of a search: evidence for the policy, and no right. */
export interface FoundCapability {
  readonly id: string;
  readonly query: string;
  /** 1-based. */
  readonly rank: number;
}

/** A capability whose body or schema the session has loaded. */
export interface LoadedMark {
  readonly id: string;
  readonly digest: string;
}

/** Everything the discovery policy may look at (contract 4.10): plain data, stored with the turn. Paths are relative to PROJECT_ROOT. */
export interface DiscoveryInput {
  readonly userGoal: string;
  /** "" is PROJECT_ROOT itself. */
  readonly cwd: string;
  /** What the project is built with, by its files: `npm`, `pnpm`, `yarn`, `python`, `rust`, `go`, `make`; sorted. */
  readonly projectType: readonly string[];
  readonly touchedPaths: readonly string[];
  readonly permissionMode: PermissionMode;
  /** Tokens that are left in the model's context. */
  readonly contextBudgetRemaining: number;
  /** Names of the sources that answer now; a capability of another source is not available. Sorted. */
  readonly connectedServers: readonly string[];
  readonly loaded: readonly LoadedMark[];
  readonly recentFailures: readonly RecentFailure[];
  readonly found: readonly FoundCapability[];
}

/** What the project's settings say to the policy; stored with the turn as well. */
export interface PolicySettings {
  readonly rules: PermissionRules;
  /** Ids that the project always wants shown, if the gates allow it. */
  readonly pinned: readonly string[];
  /** Tokens that a turn may spend on capabilities; the policy takes less where little context is left. */
  readonly turnTokens: number;
  /** `cli`: a project's own tool counts as allowed by a rule. */
  readonly channel: "cli" | "library" | "mcp";
}
