/**
 * TOOL_META
 * Examine the project: interpreters, versions, run bits, line ends, registry, hidden tools, servers, settings, what git ignores, the wrapper; each finding with its Fix. Use it when something does not start.
 *
 * @noun project
 * @verb doctor
 * @option none
 * @precondition none
 * @side_effect reads ${PROJECT_ROOT}
 * @side_effect network read localhost
 * @side_effect process git check-ignore, git ls-files, bash
 * @idempotent true
 * @env PROJECT_ROOT
 * @env TOOL_PATH
 * @env SUBJECT
 * @env SUBJECT_COMMAND
 * @output json
 * @exit_code 0 Nothing keeps the project from working; warnings and notes are told.
 * @exit_code 1 Something does, and the Fix lines mend it.
 * @exit_code 3 Something does that the user must decide or install.
 * @keywords doctor, diagnose, health, broken, setup
 * @example project doctor
 * @see_also project init, registry check
 */
import type { ToolArguments } from "../logs/tool-types.d.ts";
import { fault } from "../registry/error/catalogue.ts";
import type { ToolError } from "../registry/error/tool-error.ts";
import { carriedLine } from "../registry/project/carried-line.ts";
import { inProject } from "../registry/project/in-project.ts";
import { openProject } from "../registry/project/open.ts";
import type { Render, Run } from "../registry/tool-context.ts";
import { checkGit } from "./support/doctor/check-git.ts";
import { checkHeaders } from "./support/doctor/check-registry.ts";
import { checkServers } from "./support/doctor/check-servers.ts";
import { checkSettings } from "./support/doctor/check-settings.ts";
import { checkTools } from "./support/doctor/check-tools.ts";
import { checkVersions } from "./support/doctor/check-versions.ts";
import { checkWrappers } from "./support/doctor/check-wrappers.ts";
import { type Examined, type Finding, sortFindings } from "./support/doctor/finding.ts";

export interface Diagnosis {
  errors: number;
  warnings: number;
  notes: number;
  findings: readonly Finding[];
}

export const run: Run<ToolArguments["project doctor"], Diagnosis> = async (_args, context) => {
  const project = await openProject(context.env, context.cwd);
  const examined: Examined = {
    root: project.root,
    subject: project.subject,
    env: context.env,
    command: (...words) => (context.env.SUBJECT === "niche" ? context.command(...words) : carriedLine(project, words, context.cwd)),
    here: (line) => inProject(line, project.root, context.cwd),
  };
  const headers = await checkHeaders(examined, project);
  const wrappers = checkWrappers(examined);
  const findings = sortFindings([
    ...checkVersions(examined),
    ...wrappers.findings,
    // Before the registry: as long as tools are lost by the settings, it must not be written.
    ...(await checkSettings(examined, project, context.cwd, wrappers.wrappers)),
    ...checkTools(examined, project),
    ...headers.findings,
    ...(await checkServers(examined)),
    ...checkGit(examined, headers.sources, wrappers.wrappers),
  ]);
  const count = (severity: Finding["severity"]) => findings.filter((finding) => finding.severity === severity).length;
  const data: Diagnosis = { errors: count("error"), warnings: count("warning"), notes: count("note"), findings };
  if (data.errors === 0) return data;
  for (const { severity, message, fix } of findings)
    context.log([`${severity}: ${message}`, ...fix.map((line) => `  → ${line}`)].join("\n"));
  throw unsound(data);
};

/** The worst finding decides: what the user must do first, else what the caller can. */
function unsound(data: Diagnosis): ToolError {
  const errors = data.findings.filter(({ severity }) => severity === "error");
  const asks = errors.filter(({ recoverable }) => recoverable === "user-action-required");
  const worst = asks.length > 0 ? asks : errors;
  const values = { errors: errors.length, findings: data.findings.length, reason: worst[0]?.message ?? "" };
  const lines = [...new Set(worst.flatMap((finding) => finding.fix))];
  return fault(asks.length > 0 ? "project_needs_user" : "project_unsound", values, { fix: lines, detail: data });
}

export const render: Render<Diagnosis> = ({ warnings, notes, findings }) => {
  if (findings.length === 0) return "Nothing found: the project stands as it should";
  const lines = findings.flatMap(({ severity, message, fix }) => [`${severity}: ${message}`, ...fix.map((line) => `  → ${line}`)]);
  return [...lines, `0 errors, ${warnings} ${warnings === 1 ? "warning" : "warnings"}, ${notes} ${notes === 1 ? "note" : "notes"}`].join(
    "\n",
  );
};
