import type { EffectRow } from "../catalog/descriptor.ts";
import type { ToolEntry } from "../entry.ts";
import { fillTemplate, withDefaults } from "../plan/resolve.ts";
import { callRow, effectsOf } from "../plan/risk.ts";
import type { Project } from "../project/project.ts";
import { bareDeny } from "./bare-rules.ts";
import { isGoverned } from "./is-governed.ts";
import { type ModeAnswer, modeCell, type PermissionMode } from "./mode.ts";
import { type PermissionVerdict, permit } from "./permit.ts";
import { modeOf, rulesOf } from "./project-gates.ts";
import type { RuleTarget } from "./rule-target.ts";

/** What both gates say at the CLI, outside a turn, of a call that nobody has made. */
export interface Foretold extends PermissionVerdict {
  readonly mode: PermissionMode;
  readonly row: EffectRow;
  /** False: it is as if it were not there. */
  readonly visible: boolean;
}

/**
 * What would be said of a call of one of the project's tools with this input; defaults are filled in here, nothing is checked.
 *
 * @throws ToolError `mode_unknown`
 */
export function permitTool(project: Project, entry: ToolEntry, given: Readonly<Record<string, unknown>>, cwd: string): Foretold {
  const parameters = [...(entry.options ?? []), ...(entry.args ?? [])];
  const defaults = parameters.flatMap((parameter) =>
    parameter.default === undefined ? [] : [[parameter.name, parameter.default] as const],
  );
  const input = { ...Object.fromEntries(defaults), ...given };
  const used = (entry.options ?? []).filter(({ name }) => input[name] !== undefined && input[name] !== false).map(({ name }) => name);
  const env = withDefaults(project.env, entry.env);
  const row = callRow(effectsOf(entry, used), project.root, (path) => fillTemplate(path, env), entry.risk);
  const target: RuleTarget = {
    id: entry.id,
    input,
    parameters,
    words: undefined,
    cwd,
    root: project.root,
    home: project.env.HOME,
  };
  const rules = rulesOf(project);
  const mode = modeOf(project, "cli");
  const guarded = isGoverned(project) && { subject: project.subject, hooks: project.settings.hooks };
  const verdict = permit(target, row, mode, rules, { channel: "cli", own: true, guarded });
  const whole = callRow(entry.side_effects, project.root, (path) => fillTemplate(path, env), entry.risk);
  const visible = bareDeny(rules, entry.id) === undefined && modeCell(whole, mode, true).visible;
  const answer: ModeAnswer = visible ? verdict.answer : "refuses";
  return { ...verdict, answer, mode, row, visible };
}
