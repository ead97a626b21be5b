import type { CapabilityKind, EffectRow } from "../../registry/catalog/descriptor.ts";
import type { GateCard } from "../../registry/discovery/gates.ts";
import type { RuleTarget } from "../../registry/permission/rule-target.ts";
import type { Intent, Outcome } from "../../registry/tool-context.ts";
import type { RunResult } from "../runner/run-request.ts";
import type { CommonCall } from "./call.ts";
import type { Observation } from "./observe.ts";

/** What a call of a capability would do. */
export interface CallEffects {
  readonly row: EffectRow;
  /** In words, for the person who is asked. */
  readonly told: string;
}

/**
 * What the pipeline must know of one kind of capability. The stages themselves
 * are the same for all; `execute` goes to the kind's runner. `Checked` is a call
 * whose arguments are complete.
 */
export interface Kind<C extends CommonCall, Checked extends C> {
  id(call: C): string;
  /** As people name it, and as the outcome's `tool`. */
  name(call: C): string;
  /** What the visibility gate looks at. */
  gateCard(call: C): GateCard;
  validate(call: C): Checked | Promise<Checked>;
  precondition(call: Checked): void | Promise<void>;
  effects(call: Checked): CallEffects;
  /** What permission rules look at. */
  ruleTarget(call: Checked): RuleTarget;
  /** Whether a dry run may run it. */
  runsDry(call: Checked): boolean;
  /** What a dry run tells instead. `asks`: the call itself would ask somebody. */
  planned(call: Checked, asks: boolean): unknown;
  execute(call: Checked, callTool: (intent: Intent) => Promise<Outcome>): Promise<RunResult>;
  /** `trusted`: as `trusted()` says of it, and all that it called on its way. */
  observe(call: Checked, ran: RunResult, trusted: boolean): Promise<Observation>;
  /** Whether what it gave may be taken as instruction. */
  trusted(call: Checked): boolean;
  /** What a successful call brought into the session: a body, a text. Undefined: nothing but its result. */
  loaded(call: Checked): { id: string; kind: CapabilityKind; digest: string; path?: string } | undefined;
}
