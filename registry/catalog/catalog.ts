import type { CapabilityCard, CapabilitySource, LoadedCapability } from "./descriptor.ts";

/** Something that was skipped or read with a doubt while the catalog was built; nothing is dropped in silence. */
export interface CatalogDiagnostic {
  readonly code: string;
  /** `error`: the capability is not in the catalog. `warning`: it is, as the message says. */
  readonly severity: "error" | "warning";
  /** Relative to PROJECT_ROOT where it lies inside. */
  readonly file: string;
  /** 1-based. */
  readonly line?: number;
  readonly message: string;
  /** What to write or run instead. */
  readonly fix: string;
}

export type SourceState =
  | { readonly source: CapabilitySource; readonly state: "ready" }
  | { readonly source: CapabilitySource; readonly state: "down"; readonly reason: string };

/** What a resource, a prompt or another source's tool gives when it is used. */
export interface SourceResult {
  readonly data: unknown;
  /** As text for the model; absent: the data as JSON. */
  readonly text?: string;
}

/**
 * A place that capabilities come from: the registered tools, a folder of skills,
 * what an embedder brings, later an MCP server. `read` makes cards and loads nothing.
 */
export interface CatalogSource {
  readonly source: CapabilitySource;
  read(): Promise<SourceCards>;
  load(card: CapabilityCard): Promise<LoadedCapability>;
  /** Carries out a call of one of its capabilities; absent: the dispatcher's own runners do. */
  run?(card: CapabilityCard, input: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<SourceResult>;
  /** Where a capability stands, for diagnostics: a path, relative to PROJECT_ROOT where it lies inside. Absent: nothing better than its id. */
  fileOf?(card: CapabilityCard): string;
  /**
   * Text that differs as soon as the cards could: while it is the same, cards of
   * an earlier process are believed. Absent or undefined: they are made anew.
   */
  stamp?(): Promise<string | undefined>;
  /** The present value of a variable that `read` named in `SourceCards.variables`. */
  variable?(name: string): string | undefined;
}

export interface SourceCards {
  readonly state: SourceState;
  readonly cards: Iterable<CapabilityCard> | AsyncIterable<CapabilityCard>;
  readonly diagnostics: readonly CatalogDiagnostic[];
  /** Variables of the environment that the cards depend on; complete once `cards` has been gone through. */
  readonly variables?: ReadonlySet<string>;
}

/**
 * All capabilities known now. Cards are decoded when they are asked for, so ten
 * thousand of them stand in memory as bytes.
 */
export interface Catalog {
  /** SHA-256 (hex) over the ids and digests: the identity of the snapshot. */
  readonly digest: string;
  readonly size: number;
  readonly sources: readonly SourceState[];
  readonly diagnostics: readonly CatalogDiagnostic[];
  /** In the order of ids, by code point. */
  cards(): Iterable<CapabilityCard>;
  card(id: string): CapabilityCard | undefined;
  /**
   * For the pipeline only: nothing else loads.
   *
   * @throws ToolError `capability_gone`, `capability_changed`
   */
  load(id: string): Promise<LoadedCapability>;
  sourceOf(id: string): CatalogSource | undefined;
}
