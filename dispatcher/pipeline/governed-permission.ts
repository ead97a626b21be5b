import { fault } from "../../registry/error/catalogue.ts";
import { isToolError } from "../../registry/error/tool-error.ts";
import { permit } from "../../registry/permission/permit.ts";
import { approved, decider } from "./approved.ts";
import type { Audit } from "./audit.ts";
import type { CommonCall } from "./call.ts";
import { confirmed, type Permitted } from "./confirmed.ts";
import type { Governance } from "./governance.ts";
import type { CallEffects, Kind } from "./kind.ts";

/**
 * The permission gate where mode, rules or a session stand over the call. What
 * was decided is recorded, whoever decided it. A dry run is told what the call
 * itself would ask; what is refused is refused to a dry run as well.
 *
 * @throws ToolError `not_permitted`, `approval_required`, `approval_refused`, `confirmation_required`, `confirmation_refused`
 */
export async function governedPermission<C extends CommonCall, Checked extends C>(
  call: Checked,
  kind: Kind<C, Checked>,
  effects: CallEffects,
  governance: Governance,
  audit: Audit<Checked>,
): Promise<Permitted<Checked>> {
  const name = kind.name(call);
  const target = kind.ruleTarget(call);
  const card = kind.gateCard(call);
  const { mode, rules, channel } = governance;
  const own = card.kind === "tool" && card.source.type === "local";
  const guarded = { subject: call.project.subject, hooks: governance.hooks };
  const { answer, reason, rule } = permit(target, effects.row, mode, rules, { channel, own, guarded });
  const decided = decider(governance, audit.call, target.id, audit.record);
  if (answer === "refuses") {
    decided("refused", reason);
    throw fault("not_permitted", { name, reason: reason.text }, { detail: { reason, ...(rule === undefined ? {} : { rule }) } });
  }
  if (answer === "runs") {
    decided("runs", reason);
    return { call, asks: false };
  }
  if (answer === "confirms" && call.yes) {
    decided("confirmed", reason);
    return { call, asks: false };
  }
  if (call.dryRun) {
    decided("runs", { ...reason, text: `${reason.text}; a dry run changes nothing and is not asked about` });
    return { call, asks: true };
  }
  if (answer === "asks") {
    const input = target.words ?? target.input;
    return { call: await approved(call, { name, told: effects.told, reason, input, decided }), asks: false };
  }
  try {
    const yes = await confirmed(call, name, effects.told);
    decided("confirmed", reason);
    return { call: yes, asks: false };
  } catch (error) {
    if (isToolError(error)) decided(error.code === "confirmation_refused" ? "declined" : "refused", reason);
    throw error;
  }
}
