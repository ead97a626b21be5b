import { fault } from "../../registry/error/catalogue.ts";
import { commandLine } from "../../registry/error/shell-quote.ts";
import type { ToolError } from "../../registry/error/tool-error.ts";
import { matchRule } from "../../registry/permission/decide-by-rules.ts";
import type { HookSettings } from "../../registry/project/project.ts";
import type { SessionEvent } from "../../registry/session/event.ts";
import type { Outcome } from "../../registry/tool-context.ts";
import { approved, decider } from "./approved.ts";
import type { CommonCall } from "./call.ts";
import { toolEnvironment } from "./environment.ts";
import type { Governance } from "./governance.ts";
import type { Kind } from "./kind.ts";
import { type HookVerdict, runHooks } from "./run-hooks.ts";

/** Set for hooks, so that one that calls the subject is told so, and not run again by its own call. */
const INSIDE = "NICHE_HOOK";

export interface HookedCall<C extends CommonCall, Checked extends C> {
  readonly call: Checked;
  readonly kind: Kind<C, Checked>;
  readonly governance: Governance;
  readonly callId: string;
  record(event: SessionEvent): void;
  /** What the call came to, after it. */
  readonly outcome?: Outcome | undefined;
}

/**
 * Asks the hooks that are meant for a call: those without `match`, and those
 * whose `match` is or may be about it. Each answer is recorded. `ask` makes a
 * person decide, once for all hooks; a dry run is only told.
 *
 * @throws ToolError `hook_refused`, `hook_failed`, `interrupted`, `approval_required`, `approval_refused`
 */
export async function hooksStage<C extends CommonCall, Checked extends C>(
  when: "before" | "after",
  settings: readonly HookSettings[],
  { call, kind, governance, callId, record, outcome }: HookedCall<C, Checked>,
): Promise<Checked> {
  const target = kind.ruleTarget(call);
  const hooks = settings.filter(({ match }) => match === undefined || matchRule(match, target, "deny"));
  if (hooks.length === 0) return call;
  const name = kind.name(call);
  const { project } = call;
  if (project.env[INSIDE]) {
    throw fault("hook_failed", { name, hook: commandLine(hooks[0]?.command ?? []), reason: "a hook called what it is itself a hook of" });
  }
  const turn = governance.turnId();
  const about = {
    id: target.id,
    kind: kind.gateCard(call).kind,
    call: callId,
    input: target.input,
    words: target.words ?? null,
    dry_run: call.dryRun,
    mode: governance.mode,
    channel: governance.channel,
    session: governance.session,
    turn,
    cwd: call.cwd,
    project_root: project.root,
    ...(outcome === undefined ? {} : { outcome }),
  };
  const verdicts = await runHooks(when, hooks, about, { root: project.root, env: hookEnvironment(call), signal: call.signal });
  for (const { command, decision, reason, duration_ms } of verdicts) {
    const said = decision === "ask" ? `asks a person: ${reason}` : decision === "failed" ? `failed: ${reason}` : reason;
    const recorded = decision === "allow" || decision === "ask" ? decision : "refuse";
    record({ type: "hook", turnId: turn, call: callId, when, command, decision: recorded, reason: said, duration_ms });
  }
  for (const verdict of verdicts) refuseBy(verdict, when, name, call);
  const asking = verdicts.filter(({ decision }) => decision === "ask");
  if (asking.length === 0) return call;
  const reason = {
    code: "hook_ask",
    text: `the hook ${asking.map(({ command, reason }) => `${commandLine(command)} asks for it${reason && `: ${reason}`}`).join("; ")}`,
  };
  if (call.dryRun) {
    call.reporter.warn(`The call itself will need a person's yes: ${reason.text}`);
    return call;
  }
  const told = when === "before" ? kind.effects(call).told : "it has run; a yes gives its result on";
  const decided = decider(governance, callId, target.id, record);
  return approved(call, { name, told, reason, input: target.words ?? target.input, decided });
}

/** As a tool without declared variables has it, with the project's own. */
function hookEnvironment({ project }: CommonCall): Record<string, string> {
  const env = toolEnvironment({ env: [], preconditions: [], side_effects: [] }, project.env);
  return { ...env, PROJECT_ROOT: project.root, SUBJECT_COMMAND: project.command, [INSIDE]: "1" };
}

/** An `after` hook comes when the work is done: that must be said, lest it be done twice. */
function refuseBy({ command, decision, reason }: HookVerdict, when: "before" | "after", name: string, call: CommonCall): void {
  if (decision === "allow" || decision === "ask") return;
  if (decision === "interrupted") {
    const { reason: signal } = call.signal;
    const fix = when === "before" ? [call.line] : [];
    throw fault("interrupted", { tool: name, signal: typeof signal === "string" ? signal : "its caller" }, { fix });
  }
  throw refusal(decision === "deny" ? "hook_refused" : "hook_failed", when, { name, hook: commandLine(command), reason });
}

type Code = "hook_refused" | "hook_failed";

function refusal(code: Code, when: "before" | "after", given: { name: string; hook: string; reason: string }): ToolError {
  const values = { ...given, reason: given.reason || "it gave no reason" };
  const detail = { when, hook: values.hook, reason: values.reason };
  return fault(when === "before" ? code : `${code}_after`, values, { detail });
}
