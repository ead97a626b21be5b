import type { PolicySettings } from "../../registry/discovery/discovery-input.ts";
import { rulesOf } from "../../registry/permission/project-gates.ts";
import type { Project } from "../../registry/project/project.ts";

export type Channel = PolicySettings["channel"];

const TURN_TOKENS = 1400;

export function policySettings(project: Project, channel: Channel, turnTokens?: number): PolicySettings {
  const { capabilities } = project.settings;
  return {
    rules: rulesOf(project),
    pinned: capabilities?.pinned ?? [],
    turnTokens: turnTokens ?? capabilities?.turn_tokens ?? TURN_TOKENS,
    channel,
  };
}
