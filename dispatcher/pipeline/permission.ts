import type { Audit } from "./audit.ts";
import type { CommonCall } from "./call.ts";
import { confirmed, type Permitted } from "./confirmed.ts";
import type { Kind } from "./kind.ts";

/**
 * The permission gate: may this call run? Where the project has neither mode
 * nor rules, a call with high-risk effects needs a yes (the column `auto` of
 * contract 4.10): `--yes`, else the terminal's prompt, else exit 3. A dry run
 * changes nothing: it is told that the call would be asked about.
 *
 * @throws ToolError `confirmation_required`, `confirmation_refused`, `approval_required`, `approval_refused`, `not_permitted`
 */
export async function permission<C extends CommonCall, Checked extends C>(
  call: Checked,
  kind: Kind<C, Checked>,
  audit?: Audit<Checked>,
): Promise<Permitted<Checked>> {
  const effects = kind.effects(call);
  if (call.governance !== undefined && audit !== undefined) {
    const { governedPermission } = await import("./governed-permission.ts");
    return governedPermission(call, kind, effects, call.governance, audit);
  }
  if ((effects.row !== "deletes" && effects.row !== "outside") || call.yes) return { call, asks: false };
  if (call.dryRun) return { call, asks: true };
  return { call: await confirmed(call, kind.name(call), effects.told), asks: false };
}
