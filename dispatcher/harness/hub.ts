import type { CatalogReport, Explanation, SearchReport, SearchWish, TurnReport, TurnWish } from "../../registry/capability-port.ts";
import type { Catalog, CatalogSource } from "../../registry/catalog/catalog.ts";
import type { CapabilityDescriptor, CapabilityKind } from "../../registry/catalog/descriptor.ts";
import type { PermissionMode } from "../../registry/permission/mode.ts";
import type { Project } from "../../registry/project/project.ts";
import type { Governance } from "../pipeline/governance.ts";
import type { SessionBook } from "./book.ts";
import type { Channel } from "./gate-settings.ts";

export interface HubOptions {
  readonly project: Project;
  readonly channel: Channel;
  /** Absolute. */
  readonly cwd: string;
  readonly book: SessionBook;
  readonly sources: readonly CatalogSource[];
  /** Where the catalog's cache lies; undefined: none. */
  readonly cacheFolder: string | undefined;
  /** Only stricter than the project's. */
  readonly mode?: PermissionMode | undefined;
  readonly turnTokens?: number | undefined;
}

/** The capability layer over one project, for one caller: what every front and the library stand on. */
export interface Hub {
  readonly governance: Governance;
  catalog(): Promise<Catalog>;
  turn(wish: TurnWish): Promise<TurnReport & { readonly catalog: Catalog }>;
  explain(id: string, wish: TurnWish): Promise<Explanation>;
  search(wish: SearchWish): Promise<SearchReport>;
  /** A descriptor whose `load()` is governed and recorded. */
  descriptor(id: string): Promise<CapabilityDescriptor | undefined>;
  list(kinds: readonly CapabilityKind[]): Promise<CatalogReport>;
}
