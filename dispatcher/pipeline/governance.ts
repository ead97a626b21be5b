import type { PolicySettings } from "../../registry/discovery/discovery-input.ts";
import type { GateCard } from "../../registry/discovery/gates.ts";
import type { PermissionMode } from "../../registry/permission/mode.ts";
import type { PermissionRules } from "../../registry/permission/rules.ts";
import type { Settings } from "../../registry/project/project.ts";
import type { SessionEvent } from "../../registry/session/event.ts";

/** What stands over a call besides what it is a call of: the two gates' settings, the hooks, and who keeps the record. */
export interface Governance {
  readonly mode: PermissionMode;
  readonly rules: PermissionRules;
  readonly hooks: NonNullable<Settings["hooks"]>;
  readonly channel: PolicySettings["channel"];
  /** Null: nothing is written. */
  readonly session: string | null;
  turnId(): string | null;
  /** The visibility gate: whether the caller may know of it. In a turn, its visible set; else what mode and bare denies let through. */
  admits(card: GateCard): boolean;
  /** Into the session's log; without a session only into what its turns go on from. Throws ToolError `session_unwritable`. */
  record(event: SessionEvent): void;
  /** Existing paths of the project that a result names: evidence for the next turn. */
  pathsIn(result: string): readonly string[];
}
