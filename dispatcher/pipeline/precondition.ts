import { fault } from "../../registry/error/catalogue.ts";
import { type Unmet, unmet } from "../../registry/plan/holds.ts";
import type { LocatedTool } from "../../registry/project/project.ts";
import type { CheckedCall } from "./call.ts";

/**
 * Stage 2: every declared precondition holds, before anything runs (contract
 * 4.8). The Fix is the header's own, else the command of the tool whose side
 * effect provides what is missing, with that tool's own needs before it.
 *
 * @throws ToolError `precondition_failed`, `precondition_needs_user`, `path_not_permitted`
 */
export async function precondition(call: CheckedCall): Promise<void> {
  const failed = failing(call.tool, call.env, call.project.root);
  const [first] = failed;
  if (first === undefined) return;
  const detail = { failed: failed.map(({ precondition: { text }, reason }) => ({ precondition: text, reason })) };
  const denied = failed.find((one) => one.kind === "denied" || one.kind === "not-permitted");
  if (denied !== undefined) throw fault("path_not_permitted", { path: denied.path ?? "" }, { message: denied.reason, detail });
  const { commands, user } = await remedies(call, failed);
  if (user.length > 0) throw fault("precondition_needs_user", { reason: first.reason }, { fix: user, detail });
  throw fault("precondition_failed", { reason: first.reason }, { fix: commands, detail });
}

/** Planned by the registry, which a call whose preconditions hold does not load. */
async function remedies(call: CheckedCall, failed: readonly Unmet[]) {
  const { remediesOf } = await import("../../registry/plan/remedies.ts");
  const { presentWorld } = await import("../../registry/plan/world.ts");
  const { projectTools } = await import("../../registry/project/tools.ts");
  const { project, tool, cwd } = call;
  const tools = (await projectTools(project)).tools.map(({ entry }) => entry);
  const world = presentWorld(project.root, project.env, tools);
  return remediesOf(
    tool.entry,
    failed.map((one) => one.precondition),
    world,
    project.command,
    cwd,
  );
}

function failing(tool: LocatedTool, env: CheckedCall["env"], root: string): Unmet[] {
  return tool.entry.preconditions.flatMap((one) => unmet(one, env, root) ?? []);
}
