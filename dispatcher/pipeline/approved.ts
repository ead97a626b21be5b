import type { Reason } from "../../registry/discovery/visible-set.ts";
import { fault } from "../../registry/error/catalogue.ts";
import type { SessionEvent } from "../../registry/session/event.ts";
import type { CommonCall } from "./call.ts";
import type { Governance } from "./governance.ts";
import { toldInput } from "./told-input.ts";

type PermissionEvent = Extract<SessionEvent, { type: "permission" }>;

/** A question to a person about one call, and where the answer is recorded. */
export interface Approval {
  /** As people name the capability. */
  readonly name: string;
  /** What the call would do, or what a yes would do. */
  readonly told: string;
  /** Why it is asked. */
  readonly reason: Reason;
  /** What the call was given, checked. */
  readonly input: unknown;
  decided(decision: PermissionEvent["decision"], reason: Reason): void;
}

/** How the permission event of a call is recorded. */
export function decider(
  { mode, turnId }: Pick<Governance, "mode" | "turnId">,
  call: string,
  id: string,
  record: (event: SessionEvent) => void,
): Approval["decided"] {
  return (decision, reason) => record({ type: "permission", turnId: turnId(), call, id, mode, decision, reason });
}

/**
 * A person's yes to what `--yes` does not answer, by whatever way the channel has to ask.
 *
 * @throws ToolError `approval_required` where nobody can be asked, `approval_refused`
 */
export async function approved<C extends CommonCall>(call: C, { name, told, reason, input, decided }: Approval): Promise<C> {
  const answer = await call.ask(`${name} ${toldInput(input)}: ${told}. Asked because ${reason.text}. Go on?`);
  if (answer === undefined) {
    decided("refused", reason);
    throw fault("approval_required", { name, reason: reason.text, again: call.line }, { detail: { reason } });
  }
  if (!answer) {
    decided("declined", reason);
    throw fault("approval_refused", { name }, { detail: { reason } });
  }
  decided("approved", reason);
  return { ...call, yes: true };
}
