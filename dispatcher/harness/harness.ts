import type { TurnReport } from "../../registry/capability-port.ts";
import type { Catalog, CatalogSource } from "../../registry/catalog/catalog.ts";
import type { CapabilityDescriptor } from "../../registry/catalog/descriptor.ts";
import type { RenderedTurn } from "../../registry/discovery/rendered-turn.ts";
import type { VisibleSet } from "../../registry/discovery/visible-set.ts";
import type { PermissionMode } from "../../registry/permission/mode.ts";
import type { OutcomeError } from "../../registry/tool-context.ts";

/** A call that a person must be asked about. */
export interface ApprovalRequest {
  /** The question, with what the call would do. */
  readonly question: string;
}

export interface HarnessOptions {
  /** The project whose tools and skills are meant: a folder, absolute or relative to the working folder. */
  readonly projectRoot: string;
  /** Only stricter than the project's own mode, which is `ask` for a library where niche.json says nothing. */
  readonly permissionMode?: PermissionMode;
  /** A session's id; true: a new session. Default: nothing is written. */
  readonly session?: string | boolean;
  /** Capabilities of the embedder's own, and later MCP servers. */
  readonly sources?: readonly CatalogSource[];
  /** The environment that tools get their declared variables from. Default `process.env`. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Asks a person; absent or undefined: nobody can be asked, and such a call is refused with exit code 3. */
  readonly approve?: (request: ApprovalRequest) => Promise<boolean | undefined> | boolean | undefined;
  /** Bytes of one observation; what is beyond is kept in a file. Default 16,384. */
  readonly maxBytes?: number;
  /** Tokens that a turn may spend on capabilities. Default: `capabilities.turn_tokens` of niche.json, else 1,400. */
  readonly turnTokens?: number;
  /** Seconds that one call may take. Default 120. */
  readonly timeout?: number;
  readonly signal?: AbortSignal;
  /** Lines that tools and the kit say for people. Default: nobody hears them. */
  readonly log?: (line: string) => void;
}

export interface TurnInput {
  /** What the user wants, in his words. */
  readonly userGoal?: string;
  /** Files that the work is about, relative to the project or absolute. */
  readonly touchedPaths?: readonly string[];
  readonly cwd?: string;
  /** Tokens left in the model's context. Default 200,000. */
  readonly contextBudgetRemaining?: number;
  readonly permissionMode?: PermissionMode;
}

/** What a model asks for: the name as its API gave it, or an id. */
export interface ToolIntent {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly dryRun?: boolean;
}

/** One turn of an agent: what it may see, and the one way to use it. */
export interface Turn extends RenderedTurn {
  /** Null without a session. */
  readonly turnId: string | null;
  /** Members and refusals, each with its reason. */
  readonly visible: VisibleSet;
  readonly diff: TurnReport["diff"];
  /** Calls through the pipeline; never throws, a refusal is an observation. */
  call(intent: ToolIntent): Promise<Observation>;
}

/** A catalog to look at: loading and calling go through the pipeline. */
export type CatalogView = Omit<Catalog, "load" | "sourceOf">;

export interface Harness {
  readonly session: string | null;
  /** All capabilities known now: what they are, where they come from, what was skipped. */
  catalog(): Promise<CatalogView>;
  /**
   * One of them; undefined where the gates do not let it be seen. Its `load()` is recorded, and refuses what the present
   * turn does not show.
   */
  descriptor(id: string): Promise<CapabilityDescriptor | undefined>;
  turn(input?: TurnInput): Promise<Turn>;
}

/** Where the rest of a result lies that was cut to the budget, and the call that reads on. */
export interface ResultHandle {
  readonly totalBytes: number;
  readonly keptBytes: number;
  readonly file: string;
  readonly next: { readonly name: string; readonly input: Readonly<Record<string, unknown>> } | null;
}

/** What a call gave back, as an agent takes it in (a model's tool result). */
export interface Observation {
  /** As it was asked for. */
  readonly name: string;
  readonly ok: boolean;
  /** What to give to the model: JSON text. What must not be taken as instruction stands under `untrusted_data`. */
  readonly content: string;
  readonly data: unknown;
  readonly error: OutcomeError | null;
  /** False: the data comes from outside. */
  readonly trusted: boolean;
  readonly truncated: ResultHandle | null;
  readonly warnings: readonly string[];
}
