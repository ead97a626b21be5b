import { fault } from "../../../registry/error/catalogue.ts";
import { protectedPath } from "../../../registry/permission/protected-path.ts";
import type { ToolContext } from "../../../registry/tool-context.ts";
import type { PlaceInside } from "./place-inside.ts";

/**
 * Keeps a tool from changing what decides over tools or records them. Where mode and rules stand over the call, the permission gate has asked a
 * person about it; where none do, nobody was asked, and `--yes` is no person's word.
 *
 * @throws ToolError `file_protected`
 */
export function refuseProtected({ env, governed }: Pick<ToolContext, "env" | "governed">, { root, real, given }: PlaceInside): void {
  const reason = governed === true ? undefined : protectedPath(root, real, { subject: env.SUBJECT });
  if (reason !== undefined) throw fault("file_protected", { path: given, reason });
}
