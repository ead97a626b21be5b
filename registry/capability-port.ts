import type { CatalogDiagnostic, SourceState } from "./catalog/catalog.ts";
import type { CapabilityKind } from "./catalog/descriptor.ts";
import type { RenderedTurn } from "./discovery/rendered-turn.ts";
import type { Reason, Refusal, VisibleMember, VisibleSet } from "./discovery/visible-set.ts";
import type { PermissionMode } from "./permission/mode.ts";
import type { DiffChange, DiffEntry } from "./session/event.ts";
import type { Outcome } from "./tool-context.ts";

/** One wish to use a capability of any kind. */
export interface CapabilityIntent {
  /** An id, or the name that a turn gave the model for it. */
  readonly id: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly dryRun?: boolean;
  readonly yes?: boolean;
  /** Seconds. */
  readonly timeout?: number;
}

/** What is asked of a turn; what is left out comes from the session, else from the defaults. */
export interface TurnWish {
  readonly goal?: string;
  /** Relative to the project or absolute. */
  readonly touched?: readonly string[];
  readonly cwd?: string;
  /** Tokens left in the model's context. */
  readonly budget?: number;
  /** Only stricter than the project's own. */
  readonly mode?: PermissionMode;
}

export interface TurnReport {
  /** Null where no session is on: nothing was recorded. */
  readonly turnId: string | null;
  readonly visible: VisibleSet;
  readonly rendered: RenderedTurn;
  readonly diff: { readonly added: readonly DiffEntry[]; readonly removed: readonly DiffEntry[]; readonly changed: readonly DiffChange[] };
  readonly sources: readonly SourceState[];
  readonly diagnostics: readonly CatalogDiagnostic[];
}

/** Why one capability is or is not in the turn's visible set. `unknown` is also the answer for what the mode may not see. */
export type Explanation =
  | { readonly state: "visible"; readonly member: VisibleMember }
  | { readonly state: "hidden"; readonly refusal: Refusal }
  | { readonly state: "unknown"; readonly id: string; readonly near: readonly string[] };

export interface SearchWish {
  readonly query: string;
  /** Empty: all that can be called. */
  readonly kinds: readonly CapabilityKind[];
  /** Most hits. */
  readonly limit: number;
  readonly projection: "index" | "summary" | "full";
}

export interface SearchHit {
  readonly id: string;
  readonly kind: CapabilityKind;
  readonly title: string;
  readonly summary: string;
  readonly score: number;
  /** Words of the query that it holds, and where. */
  readonly why: string;
  /** Whether the present turn shows it already. */
  readonly visible: boolean;
  readonly call: "runs" | "asks" | "confirms";
  /** At `summary`: parameters by name with what they mean, paths and keywords. At `full`: the schema too. */
  readonly card?: unknown;
}

export interface SearchReport {
  readonly query: string;
  readonly hits: readonly SearchHit[];
  /** Why nothing, or nothing new, was found. */
  readonly miss: Reason | null;
  /** How many more there were beyond the limit. */
  readonly more: number;
}

export interface CatalogLine {
  readonly id: string;
  readonly kind: CapabilityKind;
  readonly title: string;
  readonly summary: string;
  readonly source: string;
  readonly risk: string;
  readonly tokens: { readonly index: number; readonly full: number };
}

export interface CatalogReport {
  readonly capabilities: readonly CatalogLine[];
  readonly sources: readonly SourceState[];
  readonly diagnostics: readonly CatalogDiagnostic[];
}

/**
 * The capability layer as a tool may use it: implemented by the dispatcher,
 * the same for every front. Everything it gives is plain JSON data and has
 * passed both gates; nothing here reaches round them.
 */
export interface CapabilityPort {
  /** Everything the gates let the caller see, by id. */
  list(kinds: readonly CapabilityKind[]): Promise<CatalogReport>;
  /** Computes a turn; inside a session it becomes the session's present turn. */
  turn(wish: TurnWish): Promise<TurnReport>;
  explain(id: string, wish: TurnWish): Promise<Explanation>;
  search(wish: SearchWish): Promise<SearchReport>;
  call(intent: CapabilityIntent): Promise<Outcome>;
}
