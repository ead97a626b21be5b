/**
 * TOOL_META
 * Tell what the gates would say of a call of one of the project's tools (run, ask, confirm, refuse), by which rule or mode, without making it.
 *
 * @noun capability
 * @verb permit
 * @option {string} id - The tool's id, as local__file-edit.
 * @option {string} [arguments={}] -a - What the call would be given, one JSON object as text.
 * @precondition none
 * @side_effect reads ${PROJECT_ROOT}
 * @idempotent true
 * @env PROJECT_ROOT
 * @env TOOL_PATH
 * @env SUBJECT
 * @env SUBJECT_COMMAND
 * @env NICHE_MODE
 * @env NICHE_SESSION
 * @output json
 * @exit_code 1 There is no such tool, or the arguments are no JSON object.
 * @keywords permission, permit, rule, allow, deny, ask, mode, gate
 * @example capability permit --id local__docs-index
 * @example capability permit --id local__docs-fetch --arguments '{"keywords":["wrapper"]}'
 * @see_also capability visible, capability call
 */
import type { ToolArguments } from "../logs/tool-types.d.ts";
import { fault } from "../registry/error/catalogue.ts";
import type { Render, Run } from "../registry/tool-context.ts";
import { carriedTools } from "./support/carried-tools.ts";
import { jsonObject } from "./support/json-object.ts";

export interface Permit {
  id: string;
  /** False: for the caller it is as if it were not there. */
  visible: boolean;
  answer: "runs" | "asks" | "confirms" | "refuses";
  reason: { code: string; text: string; evidence: string | null };
  /** The rule that is about it, as it stands in niche.json. */
  rule: null | { kind: "deny" | "ask" | "allow"; rule: string; undecided: boolean };
  mode: "read-only" | "ask" | "auto";
  /** The gravest effect of such a call. */
  effect: "reads" | "network-read" | "writes" | "deletes" | "outside";
}

export const run: Run<ToolArguments["capability permit"], Permit> = async (args, context) => {
  const { permitTool } = await import("../registry/permission/permit-tool.ts");
  const input = jsonObject(args.arguments, context.command("capability", "permit", "--help"));
  const { project, tools } = await carriedTools(context);
  const entry = tools.find(({ id }) => id === args.id);
  if (entry === undefined) throw fault("capability_unknown", { id: args.id, command: context.command() });
  const { answer, reason, rule, mode, row, visible } = permitTool(project, entry, input, context.cwd);
  return {
    id: entry.id,
    visible,
    answer,
    reason: { code: reason.code, text: reason.text, evidence: reason.evidence ?? null },
    rule: rule === undefined ? null : { kind: rule.kind, rule: rule.rule, undecided: rule.undecided === true },
    mode,
    effect: row,
  };
};

export const render: Render<Permit> = ({ id, visible, answer, reason, mode }) =>
  `${id} ${answer} in the mode ${mode}: ${reason.text}${visible ? "" : " (and it is out of sight)"}`;
