import { fault } from "../../registry/error/catalogue.ts";
import { modeCell } from "../../registry/permission/mode.ts";
import type { Audit } from "./audit.ts";
import type { CommonCall } from "./call.ts";
import type { Governance } from "./governance.ts";
import type { CallEffects, Kind } from "./kind.ts";
import type { Permitted } from "./permission.ts";

export async function governedPermission<C extends CommonCall, Checked extends C>(
  call: Checked,
  kind: Kind<C, Checked>,
  effects: CallEffects,
  governance: Governance,
  _audit: Audit<Checked>,
): Promise<Permitted<Checked>> {
  const { call: answer } = modeCell(effects.row, governance.mode, true);
  if (answer !== "runs") throw fault("not_permitted", { name: kind.name(call), reason: effects.told });
  return { call, asks: false };
}
