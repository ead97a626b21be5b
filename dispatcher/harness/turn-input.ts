import { isAbsolute, relative, resolve, sep } from "node:path";
import type { TurnWish } from "../../registry/capability-port.ts";
import type { Catalog } from "../../registry/catalog/catalog.ts";
import type { DiscoveryInput } from "../../registry/discovery/discovery-input.ts";
import { projectTypes } from "../../registry/discovery/project-types.ts";
import { fault } from "../../registry/error/catalogue.ts";
import type { PermissionMode } from "../../registry/permission/mode.ts";
import type { SessionState } from "../../registry/session/state.ts";

/** Tokens of context where nobody says how many are left. */
const CONTEXT = 200_000;
/** How many touched paths a session remembers. */
const TOUCHED = 100;

/** What a turn's input is made of besides the wish. */
export interface TurnPlace {
  /** The subject's command line, for Fix commands. */
  readonly command: string;
  /** PROJECT_ROOT. */
  readonly root: string;
  /** The caller's working folder, absolute. */
  readonly cwd: string;
  readonly mode: PermissionMode;
  readonly catalog: Catalog;
  readonly state: SessionState;
}

/**
 * Everything the policy may look at in this turn. What the wish leaves out
 * comes from the session's last turn, else from the defaults.
 *
 * @throws ToolError `turn_input_invalid`
 */
export function turnInput(wish: TurnWish, { command, root, cwd, mode, catalog, state }: TurnPlace): DiscoveryInput {
  const last = state.input;
  const budget = wish.budget ?? last?.contextBudgetRemaining ?? CONTEXT;
  if (!Number.isFinite(budget) || budget < 0)
    throw fault("turn_input_invalid", { what: "budget", reason: `${budget} is no number of tokens`, command });
  const touched = (wish.touched ?? []).map((path) => inProject(path, root, cwd, command));
  return {
    userGoal: wish.goal ?? last?.userGoal ?? "",
    cwd: wish.cwd === undefined ? (outside(cwd, root) ? "" : inProject(cwd, root, cwd, command)) : inProject(wish.cwd, root, cwd, command),
    projectType: projectTypes(root),
    touchedPaths: [...new Set([...touched, ...(last?.touchedPaths ?? [])])].slice(0, TOUCHED),
    permissionMode: mode,
    contextBudgetRemaining: Math.floor(budget),
    connectedServers: catalog.sources
      .filter(({ state: is }) => is === "ready")
      .map(({ source }) => source.name)
      .sort((a, b) => (a < b ? -1 : 1)),
    // A tool whose schema was shown is not thereby wanted again; a body that was loaded is at work.
    loaded: state.loaded.filter(({ id }) => catalog.card(id)?.kind !== "tool"),
    recentFailures: state.recentFailures,
    found: state.found,
  };
}

function inProject(path: string, root: string, cwd: string, command: string): string {
  const absolute = isAbsolute(path) ? path : resolve(cwd, path);
  if (outside(absolute, root)) throw fault("turn_input_invalid", { what: "path", reason: `${path} lies outside the project`, command });
  return relative(root, absolute).split(sep).join("/");
}

function outside(path: string, root: string): boolean {
  return path !== root && !path.startsWith(root + sep);
}
