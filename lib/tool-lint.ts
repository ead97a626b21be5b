/**
 * TOOL_META
 * Hold tools to the static part of their contract: header complete and checkable, variables declared, no absolute paths; use it at every save.
 *
 * @noun tool
 * @verb lint
 * @arg {string} [noun] - The tool's noun, or its file; without it, every tool of the project's own.
 * @arg {string} [verb] - The tool's verb.
 * @precondition none
 * @side_effect reads ${PROJECT_ROOT}
 * @idempotent true
 * @env PROJECT_ROOT
 * @env TOOL_PATH
 * @env SUBJECT
 * @env SUBJECT_COMMAND
 * @output json
 * @exit_code 0 No fault; the data may hold warnings and notes.
 * @exit_code 1 There is no such tool.
 * @exit_code 2 A tool breaks a rule; each finding says where and what to write instead.
 * @keywords lint, header, TOOL_META, contract
 * @example tool lint
 * @example tool lint docs fetch
 * @see_also tool verify
 */
import type { ToolArguments } from "../logs/tool-types.d.ts";
import { openProject } from "../registry/project/open.ts";
import { chosenTools, everyTool, toolNames } from "../registry/proof/chosen-tools.ts";
import { countBySeverity, type Finding, sortedFindings } from "../registry/proof/finding.ts";
import { lintTool } from "../registry/proof/lint.ts";
import { findingsText, notAsDeclared } from "../registry/proof/refuse.ts";
import type { Render, Run } from "../registry/tool-context.ts";

export interface Lint {
  /** How many tools were looked at. */
  tools: number;
  faults: number;
  warnings: number;
  notes: number;
  findings: readonly Finding[];
}

export const run: Run<ToolArguments["tool lint"], Lint> = async ({ noun, verb }, context) => {
  const project = await openProject(context.env, context.cwd);
  const every = everyTool(project);
  const chosen = chosenTools(every, noun, verb, { cwd: context.cwd, verb: "lint", command: context.command });
  const names = toolNames(every);
  const findings: Finding[] = [];
  let named = "";
  for (const place of chosen) {
    const { findings: found, tool } = await lintTool(project, place, names);
    findings.push(...found);
    if (tool !== undefined) named = `${tool.entry.noun} ${tool.entry.verb}`;
  }
  const sorted = sortedFindings(findings);
  const data: Lint = { tools: chosen.length, ...countBySeverity(sorted), findings: sorted };
  const again = [noun, verb].flatMap((word) => word ?? []);
  if (data.faults > 0) throw notAsDeclared(sorted, context.command("tool", "lint", ...again), data);
  context.next(noun === undefined ? "tool verify --all" : `tool verify ${named}`);
  return data;
};

export const render: Render<Lint> = ({ tools, warnings, notes, findings }) =>
  [...findingsText(findings), `${tools} ${tools === 1 ? "tool" : "tools"}: no faults, ${warnings} warnings, ${notes} notes`].join("\n");
