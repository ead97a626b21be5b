import { randomBytes } from "node:crypto";
import { canonicalJson, digestOf, sha256 } from "../../registry/canonical-json.ts";
import type { EffectRow } from "../../registry/catalog/descriptor.ts";
import { isToolError, type ToolError } from "../../registry/error/tool-error.ts";
import type { SessionEvent } from "../../registry/session/event.ts";
import type { Outcome } from "../../registry/tool-context.ts";
import { now } from "../clock.ts";
import { errorForm } from "../outcome/envelope.ts";
import type { CommonCall } from "./call.ts";
import type { CallResult } from "./call-result.ts";
import type { Governance } from "./governance.ts";
import type { Kind } from "./kind.ts";

type Stage = Extract<SessionEvent, { type: "capability.refused" }>["stage"];

/** The record of one call, from intent to observation, and its hooks. */
export interface Audit<Checked> {
  /** Names the call in the log. */
  readonly call: string;
  /** Which stage a refusal from now on comes from. */
  stage(stage: Stage | "execute"): void;
  /** Throws `session_unwritable` where the log cannot be written and the call would change something. */
  mayGoOn(row: EffectRow): void;
  record(event: SessionEvent): void;
  hooksBefore(call: Checked): Promise<Checked>;
  hooksAfter(call: Checked, outcome: Outcome): Promise<void>;
  /** Records what a successful call brought into the session. */
  loaded(call: Checked): void;
  close(result: CallResult): void;
}

/**
 * Records the intent of a call at once. A log that cannot be written is never
 * silent (case i5): what only reads goes on with a warning, anything else is refused.
 */
export function openAudit<C extends CommonCall, Checked extends C>(
  call: C,
  kind: Kind<C, Checked>,
  governance: Governance,
): Audit<Checked> {
  const id = kind.id(call);
  const callId = newCallId();
  const started = now();
  let at: Stage | "execute" = "visibility";
  let broken: unknown;
  const record = (event: SessionEvent) => {
    if (broken !== undefined) return;
    try {
      governance.record(event);
    } catch (error) {
      if (!isToolError(error)) throw error;
      broken = error;
      if (at === "execute") call.reporter.warn(`The session log could not be written: ${error.message}`);
    }
  };
  const turnId = governance.turnId();
  record(intentEvent(call, id, callId, governance));
  const hooks = async (when: "before" | "after", checked: Checked, outcome?: Outcome) => {
    const settings = governance.hooks[when];
    if (settings === undefined || settings.length === 0) return checked;
    const { hooksStage } = await import("./hooks-stage.ts");
    return hooksStage(when, settings, { call: checked, kind, governance, callId, record, outcome });
  };
  return {
    call: callId,
    stage: (stage) => {
      at = stage;
    },
    mayGoOn: (row) => {
      if (broken === undefined) return;
      if (row !== "reads" && row !== "network-read") throw broken;
      call.reporter.warn(`The session log could not be written; this call is not recorded: ${(broken as Error).message}`);
    },
    record,
    hooksBefore: async (checked) => {
      const ready = await hooks("before", checked);
      // What an `after` hook may withhold must not have gone out meanwhile.
      return (governance.hooks.after ?? []).length === 0 ? ready : { ...ready, stream: undefined };
    },
    hooksAfter: async (checked, outcome) => void (await hooks("after", checked, outcome)),
    loaded: (checked) => {
      const mark = kind.loaded(checked);
      if (mark !== undefined) record({ type: "capability.loaded", turnId, ...mark });
    },
    close: ({ outcome, trusted }) => {
      const code = outcome.ok ? null : outcome.error.code;
      if (!outcome.ok && at !== "execute") {
        const reason = { code: outcome.error.code, text: outcome.error.message };
        record({ type: "capability.refused", turnId, call: callId, id, stage: at, reason });
      }
      const given = canonicalJson(outcome.ok ? outcome.data : outcome.error);
      record({
        type: "observation",
        turnId,
        call: callId,
        id,
        ok: outcome.ok,
        code,
        invalid: code !== null && at === "validate",
        bytes: Buffer.byteLength(given),
        truncated: outcome.meta.truncated !== null,
        trusted: trusted ?? true,
        digest: sha256(given),
        // Line by line, as it was written before it became JSON; a Fix names our own commands, which is no evidence.
        paths: governance.pathsIn((outcome.ok ? given : canonicalJson({ ...outcome.error, fix: [] })).replaceAll("\\n", "\n")),
        duration_ms: Math.round(now() - started),
      });
    },
  };
}

/** The record of a call of what does not exist: intent, refusal, observation, as for what may not be seen. */
export function recordUnknown(call: Pick<CommonCall, "given" | "reporter">, id: string, governance: Governance, error: ToolError): void {
  const turnId = governance.turnId();
  const callId = newCallId();
  const reason = { code: error.code, text: error.message };
  const given = canonicalJson(errorForm(error));
  try {
    governance.record(intentEvent(call, id, callId, governance));
    governance.record({ type: "capability.refused", turnId, call: callId, id, stage: "visibility", reason });
    governance.record({
      type: "observation",
      turnId,
      call: callId,
      id,
      ok: false,
      code: error.code,
      invalid: false,
      bytes: Buffer.byteLength(given),
      truncated: false,
      trusted: true,
      digest: sha256(given),
      paths: [],
      duration_ms: 0,
    });
  } catch (failed) {
    if (!isToolError(failed)) throw failed;
    call.reporter.warn(`The session log could not be written: ${failed.message}`);
  }
}

function newCallId(): string {
  return `c${randomBytes(6).toString("hex")}`;
}

function intentEvent(call: Pick<CommonCall, "given">, id: string, callId: string, governance: Governance): SessionEvent {
  return {
    type: "intent",
    turnId: governance.turnId(),
    call: callId,
    id,
    input: call.given,
    inputDigest: digestOf(call.given),
    channel: governance.channel,
  };
}
