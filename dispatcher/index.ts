/** The library entry: `import { openHarness, ToolError, type Run } from "nichekit"`. */

export type { Catalog, CatalogDiagnostic, CatalogSource, SourceCards, SourceResult, SourceState } from "../registry/catalog/catalog.ts";
export type * from "../registry/catalog/descriptor.ts";
export { type EmbeddedCapability, type EmbeddedOptions, embeddedSource } from "../registry/catalog/sources/embedded.ts";
export type { DiscoveryInput, FoundCapability, LoadedMark, PolicySettings, RecentFailure } from "../registry/discovery/discovery-input.ts";
export type { AnthropicTool, IndexLine, OpenAiTool, RenderedTurn } from "../registry/discovery/rendered-turn.ts";
export type { Reason, Refusal, VisibleMember, VisibleSet } from "../registry/discovery/visible-set.ts";
export { exitCodeOf, isToolError, type Layer, type Recoverable, ToolError, type ToolErrorInit } from "../registry/error/tool-error.ts";
export type { PermissionMode } from "../registry/permission/mode.ts";
export type { LoggedEvent, SessionEvent } from "../registry/session/event.ts";
export type { Intent, Outcome, OutcomeError, OutcomeMeta, Render, Run, ToolContext } from "../registry/tool-context.ts";
export type * from "./harness/harness.ts";
export { openHarness } from "./harness/open-harness.ts";
