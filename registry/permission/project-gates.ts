import type { PolicySettings } from "../discovery/discovery-input.ts";
import { fault } from "../error/catalogue.ts";
import type { Project } from "../project/project.ts";
import { PERMISSION_MODES, type PermissionMode, stricterMode } from "./mode.ts";
import type { PermissionRules } from "./rules.ts";

/** The loosest mode of a channel where niche.json says nothing (contract 4.11). */
const DEFAULT_MODE: Readonly<Record<PolicySettings["channel"], PermissionMode>> = { cli: "auto", library: "ask", mcp: "ask" };

/**
 * The mode that stands over a project's calls: the settings', else the channel's
 * default; NICHE_MODE and `wished` can only tighten it.
 *
 * @throws ToolError `mode_unknown`
 */
export function modeOf(
  project: Pick<Project, "settings" | "env">,
  channel: PolicySettings["channel"],
  wished?: PermissionMode,
): PermissionMode {
  const mode = project.settings.permissions?.mode ?? DEFAULT_MODE[channel];
  const named = project.env.NICHE_MODE;
  if (named !== undefined && named !== "" && !isMode(named))
    throw fault("mode_unknown", { mode: named, modes: PERMISSION_MODES.join(", ") });
  // An embedder without types is told as well: a mode that nobody knows must not be one that holds nothing.
  if (wished !== undefined && !isMode(wished)) throw fault("mode_unknown", { mode: String(wished), modes: PERMISSION_MODES.join(", ") });
  const asked = [named, wished].filter((one): one is PermissionMode => one !== undefined && one !== "" && isMode(one));
  return asked.reduce(stricterMode, mode);
}

function isMode(word: string): word is PermissionMode {
  return (PERMISSION_MODES as readonly string[]).includes(word);
}

export function rulesOf({ settings: { permissions } }: Pick<Project, "settings">): PermissionRules {
  return { deny: permissions?.deny ?? [], ask: permissions?.ask ?? [], allow: permissions?.allow ?? [] };
}
