/**
 * TOOL_META
 * Tell which capabilities this turn may see, and why each is or is not among them; in a session this begins its next turn.
 *
 * @noun capability
 * @verb visible
 * @option {string} [goal] -g - What the user wants, in his words.
 * @option {path[]} [touched] -t - Files that the work is about.
 * @option {integer} [budget] -b - Tokens left in the model's context.
 * @option {"read-only"|"ask"|"auto"} [mode] -m - A mode that is stricter than the project's own.
 * @option {string} [explain] -e - Only why this capability, by its id, is or is not visible; begins no turn.
 * @option {boolean} [rendered=false] -r - Also what a model would be given: tools with their schemas, index lines.
 * @precondition none
 * @side_effect reads ${PROJECT_ROOT}
 * @idempotent true
 * @env NICHE_SESSION
 * @env NICHE_MODE
 * @output json
 * @exit_code 1 The capability to explain is not known.
 * @keywords capability, discovery, visible set, turn, policy, reason, budget
 * @example capability visible --goal "why do the tests fail"
 * @example capability visible --touched lib/docs-fetch.ts --mode read-only
 * @example capability visible --explain local__docs-fetch
 * @see_also capability search, capability list
 */
import type { ToolArguments } from "../logs/tool-types.d.ts";
import type { Explanation, TurnReport, TurnWish } from "../registry/capability-port.ts";
import type { VisibleMember } from "../registry/discovery/visible-set.ts";
import { fault } from "../registry/error/catalogue.ts";
import { commandLine } from "../registry/error/shell-quote.ts";
import type { Render, Run } from "../registry/tool-context.ts";

interface ReasonData {
  code: string;
  text: string;
  evidence: string | null;
}

interface MemberData {
  id: string;
  kind: string;
  projection: "index" | "full";
  call: "runs" | "asks" | "confirms";
  tokens: number;
  score: number;
  reason: ReasonData;
}

export interface VisibleTurn {
  turn_id: string | null;
  budget: { limit: number; used: number };
  members: readonly MemberData[];
  refusals: readonly { id: string; gated: boolean; reason: ReasonData }[];
  diff: { added: readonly string[]; removed: readonly string[]; changed: readonly string[] };
  /** Bytes of what a model would be given. */
  bytes: number;
  rendered?: unknown;
}

export type VisibleData = VisibleTurn | { id: string; visible: boolean; reason: ReasonData };

export const run: Run<ToolArguments["capability visible"], VisibleData> = async (args, context) => {
  const wish: TurnWish = {
    ...(args.goal === undefined ? {} : { goal: args.goal }),
    ...(args.touched === undefined ? {} : { touched: args.touched }),
    ...(args.budget === undefined ? {} : { budget: args.budget }),
    ...(args.mode === undefined ? {} : { mode: args.mode }),
  };
  if (args.explain !== undefined) return explained(await context.capabilities.explain(args.explain, wish), context.command);
  const report = await context.capabilities.turn(wish);
  context.next(
    args.goal === undefined || args.goal.trim() === "" ? "capability list" : `capability search --query ${commandLine([args.goal])}`,
  );
  return turnData(report, args.rendered);
};

function explained(explanation: Explanation, command: (...words: readonly string[]) => string): VisibleData {
  if (explanation.state === "visible") {
    return { id: explanation.member.id, visible: true, reason: reasonData(explanation.member.reason) };
  }
  if (explanation.state === "hidden") {
    return { id: explanation.refusal.id, visible: false, reason: reasonData(explanation.refusal.reason) };
  }
  const [near] = explanation.near;
  const fix = near === undefined ? command("capability", "list") : command("capability", "visible", "--explain", near);
  throw fault("capability_unknown", { id: explanation.id, command: command() }, { fix: [fix], detail: { near: explanation.near } });
}

function turnData({ turnId, visible, rendered, diff }: TurnReport, whole: boolean): VisibleTurn {
  return {
    turn_id: turnId,
    budget: visible.budget,
    members: visible.members.map(memberData),
    refusals: visible.refusals.map(({ id, gated, reason }) => ({ id, gated, reason: reasonData(reason) })),
    diff: {
      added: diff.added.map(({ id }) => id),
      removed: diff.removed.map(({ id }) => id),
      changed: diff.changed.map(({ id }) => id),
    },
    bytes: Buffer.byteLength(rendered.modelInput),
    ...(whole ? { rendered: JSON.parse(rendered.modelInput) as unknown } : {}),
  };
}

function memberData({ id, kind, projection, call, tokens, score, reason }: VisibleMember): MemberData {
  return { id, kind, projection, call, tokens, score, reason: reasonData(reason) };
}

function reasonData({ code, text, evidence }: VisibleMember["reason"]): ReasonData {
  return { code, text, evidence: evidence ?? null };
}

export const render: Render<VisibleData> = (data) => {
  if ("visible" in data) return `${data.id} is ${data.visible ? "" : "not "}visible: ${data.reason.text}\n`;
  const width = Math.max(0, ...data.members.map(({ id }) => id.length));
  const lines = data.members.map(
    ({ id, projection, call, reason }) => `${id.padEnd(width)}  ${projection.padEnd(5)}  ${call.padEnd(8)}  ${reason.text}`,
  );
  const hidden = data.refusals.filter(({ gated }) => gated).length;
  const rest = `${data.refusals.length - hidden} more are not worth their tokens now, ${hidden} are closed by a gate (--explain <id> says why).`;
  return `${[...lines, "", `${data.budget.used} of ${data.budget.limit} tokens, ${data.bytes} bytes. ${rest}`].join("\n")}\n`;
};
