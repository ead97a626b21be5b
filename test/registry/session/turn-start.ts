import type { DiscoveryInput, PolicySettings } from "../../../registry/discovery/discovery-input.ts";
import type { TurnStart } from "../../../registry/session/state.ts";

export const INPUT: DiscoveryInput = {
  userGoal: "",
  cwd: "",
  projectType: [],
  touchedPaths: [],
  permissionMode: "auto",
  contextBudgetRemaining: 100_000,
  connectedServers: ["local"],
  loaded: [],
  recentFailures: [],
  found: [],
};

export const SETTINGS: PolicySettings = { rules: { deny: [], ask: [], allow: [] }, pinned: [], turnTokens: 1500, channel: "cli" };

export function turnStart(
  turnId: string,
  visible: readonly string[],
  input: Partial<DiscoveryInput> = {},
  extra: Partial<TurnStart> = {},
): TurnStart {
  return {
    type: "turn.start",
    turnId,
    input: { ...INPUT, ...input },
    settings: SETTINGS,
    catalog: "0".repeat(64),
    definitions: {},
    modelInput: "0".repeat(64),
    visible,
    ...extra,
  };
}
