/**
 * TOOL_META
 * Hold skills to the Agent Skills specification as its own validator does, and to what stricter clients ask; use it before a skill is committed or packed.
 *
 * @noun skill
 * @verb check
 * @arg {path[]} [folders] - Folders of skills to check, each with a SKILL.md; without them, every skill of the project.
 * @option none
 * @precondition none
 * @side_effect reads ${PROJECT_ROOT}
 * @idempotent true
 * @env PROJECT_ROOT
 * @env SUBJECT
 * @env SUBJECT_COMMAND
 * @output json
 * @exit_code 0 No skill breaks a rule; the data may hold warnings.
 * @exit_code 1 One does; each finding says where and what to write instead.
 * @keywords skill, SKILL.md, frontmatter, validate, lint, specification
 * @example skill check
 * @example skill check .agents/skills/add-tool
 * @see_also skill list, skill show
 */
import { resolve } from "node:path";
import type { ToolArguments } from "../logs/tool-types.d.ts";
import type { CatalogDiagnostic } from "../registry/catalog/catalog.ts";
import { checkSkill } from "../registry/catalog/skill/check-skill.ts";
import { findSkills } from "../registry/catalog/skill/find-skills.ts";
import { shownPath, skillRoots } from "../registry/catalog/skill/skill-roots.ts";
import { fault } from "../registry/error/catalogue.ts";
import { openProject } from "../registry/project/open.ts";
import type { Render, Run } from "../registry/tool-context.ts";

export interface SkillCheck {
  /** How many folders were looked at. */
  skills: number;
  errors: number;
  warnings: number;
  findings: readonly CatalogDiagnostic[];
}

/** So many findings are spelt out as Fix lines; all of them stand in `detail`. */
const SHOWN = 10;

export const run: Run<ToolArguments["skill check"], SkillCheck> = async ({ folders = [] }, context) => {
  const project = await openProject(context.env, context.cwd);
  const shown = (path: string) => shownPath(project.root, path);
  const named = folders.map((folder) => resolve(context.cwd, folder));
  const found = named.length > 0 ? { places: [], diagnostics: [] } : findSkills(skillRoots(project, "project"), shown);
  const checked = [...named, ...found.places.map(({ found: place }) => place)];
  const findings: CatalogDiagnostic[] = [...found.diagnostics];
  for (const folder of checked) findings.push(...(await checkSkill(folder, shown)));
  const errors = findings.filter(({ severity }) => severity === "error");
  const data: SkillCheck = { skills: checked.length, errors: errors.length, warnings: findings.length - errors.length, findings };
  if (errors.length === 0) return data;
  const told = errors.slice(0, 3).map(placed).join("; ");
  // A skill is mended by writing, which no command does: the last line runs, and tells whether it was enough.
  const mend = errors.slice(0, SHOWN).map((one) => `# ${place(one)}: ${one.fix.replace(/\s+/g, " ")}`);
  throw fault(
    "skills_invalid",
    { faults: counted(errors.length, "fault"), skills: counted(checked.length, "skill"), reason: told },
    { fix: [...mend, context.command("skill", "check", ...folders)], detail: data },
  );
};

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}

function place({ file, line }: CatalogDiagnostic): string {
  return line === undefined ? file : `${file}:${line}`;
}

function placed(finding: CatalogDiagnostic): string {
  return `${place(finding)}: ${finding.message}`.replace(/\s+/g, " ");
}

export const render: Render<SkillCheck> = ({ skills, warnings, findings }) =>
  [
    ...findings.flatMap((finding) => [`${finding.severity}: ${placed(finding)}`, `    → ${finding.fix}`]),
    `${counted(skills, "skill")}: no errors, ${counted(warnings, "warning")}`,
  ].join("\n");
