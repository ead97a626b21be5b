import { shellQuote } from "../../registry/error/shell-quote.ts";
import { canonicalArgv } from "../../registry/grammar/complete.ts";
import { effectsOf } from "../../registry/plan/risk.ts";
import { type CheckedCall, declaresArguments, toolName } from "./call.ts";
import { toldEffect } from "./told-effect.ts";
import { usedOptions } from "./used-options.ts";

/** What a dry run tells of a tool that cannot run dry itself: the declared changes of exactly this call. */
export interface PlannedChanges {
  /** The call as a command line. */
  would_run: string;
  /** Whether the call will need `--yes` or a person's yes. */
  asks_confirmation: boolean;
  args: Readonly<Record<string, unknown>>;
  /** Side effects with their variables filled in. */
  would_change: readonly string[];
  idempotent: boolean;
}

export function plannedChanges(call: CheckedCall, asks: boolean): PlannedChanges {
  const words = declaresArguments(call) ? canonicalArgv(call.tool.entry, call.args) : call.words;
  const effects = effectsOf(call.tool.entry, usedOptions(call)).filter((effect) => effect.kind !== "reads");
  return {
    would_run: [call.project.command, toolName(call), ...words.map(shellQuote)].join(" "),
    asks_confirmation: asks,
    args: call.args,
    would_change: effects.map((effect) => toldEffect(effect, call.env)),
    idempotent: call.tool.entry.idempotent,
  };
}
