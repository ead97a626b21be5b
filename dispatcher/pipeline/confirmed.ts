import { fault } from "../../registry/error/catalogue.ts";
import type { CommonCall } from "./call.ts";

export interface Permitted<Checked> {
  /** The call, confirmed where a person said yes. */
  readonly call: Checked;
  /** Of a dry run: the call itself would ask somebody. */
  readonly asks: boolean;
}

/** A person's yes to what `--yes` would answer as well. */
export async function confirmed<Checked extends CommonCall>(call: Checked, name: string, effects: string): Promise<Checked> {
  const answer = await call.ask(`${name}: ${effects}. Go on?`);
  if (answer === undefined) {
    throw fault("confirmation_required", { tool: name, effects, again: `${call.line} --yes` }, { detail: { effects } });
  }
  if (!answer) throw fault("confirmation_refused", { tool: name });
  return { ...call, yes: true };
}
