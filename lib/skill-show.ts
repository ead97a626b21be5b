/**
 * TOOL_META
 * Show the card of one skill before loading it: what it is for, where it lies, which tools it names, what was doubtful in its frontmatter; its body stays unread.
 *
 * @noun skill
 * @verb show
 * @option {string} name - The skill's listed name, or its id.
 * @precondition none
 * @side_effect reads ${PROJECT_ROOT}
 * @side_effect reads ${HOME}
 * @idempotent true
 * @env PROJECT_ROOT
 * @env HOME
 * @env SUBJECT
 * @env SUBJECT_COMMAND
 * @env NICHE_SESSION
 * @env NICHE_MODE
 * @output json
 * @exit_code 1 No skill of this name is known here.
 * @keywords skill, card, explain, describe
 * @example skill show --name add-tool
 * @see_also skill list, skill load, skill check
 */
import type { ToolArguments } from "../logs/tool-types.d.ts";
import type { CatalogLine } from "../registry/capability-port.ts";
import type { CatalogDiagnostic } from "../registry/catalog/catalog.ts";
import { skillIdOf } from "../registry/catalog/skill/skill-name.ts";
import { type SkillDescription, skillSource } from "../registry/catalog/sources/skills.ts";
import { fault } from "../registry/error/catalogue.ts";
import { nearest } from "../registry/grammar/nearest.ts";
import { openProject } from "../registry/project/open.ts";
import type { Render, Run, ToolContext } from "../registry/tool-context.ts";

export interface SkillCard {
  id: string;
  name: string;
  summary: string;
  source: string;
  /** Its SKILL.md, relative to PROJECT_ROOT where it lies inside; null where it is no file of this machine. */
  file: string | null;
  risk: string;
  mode: "inline" | "fork";
  /** As the skill wrote them: they propose, and grant nothing. */
  allowed_tools: readonly string[];
  paths: readonly string[];
  keywords: readonly string[];
  tokens: { index: number; full: number };
  digest: string | null;
  diagnostics: readonly CatalogDiagnostic[];
}

export const run: Run<ToolArguments["skill show"], SkillCard> = async ({ name }, context) => {
  const { capabilities } = await context.capabilities.list(["skill"]);
  const id = skillIdOf(name);
  // What the gates hide is answered as what is not there.
  const line = capabilities.find((one) => one.id === id);
  if (line === undefined) throw unknownSkill(name, capabilities, context);
  context.next(`skill load --name ${line.title}`);
  return card(line, await describe(line, context));
};

async function describe({ id, source }: CatalogLine, context: ToolContext): Promise<SkillDescription | undefined> {
  if (source !== "project" && source !== "user") return undefined;
  const project = await openProject(context.env, context.cwd);
  return skillSource(project, source).describe(id);
}

function card(line: CatalogLine, found: SkillDescription | undefined): SkillCard {
  const { execution, match, digest } = found?.card ?? {};
  return {
    id: line.id,
    name: line.title,
    summary: line.summary,
    source: line.source,
    file: found?.file ?? null,
    risk: line.risk,
    mode: execution?.mode ?? "inline",
    allowed_tools: execution?.allowedTools ?? [],
    paths: match?.paths ?? [],
    keywords: match?.keywords ?? [],
    tokens: line.tokens,
    digest: digest ?? null,
    diagnostics: found?.diagnostics ?? [],
  };
}

function unknownSkill(name: string, skills: readonly CatalogLine[], { command }: Pick<ToolContext, "command">) {
  const near = nearest(
    name,
    skills.map(({ title }) => title),
  );
  const words = near === undefined ? ["skill", "list"] : ["skill", "show", "--name", near];
  return fault("skill_unknown", { name }, { fix: [command(...words)] });
}

export const render: Render<SkillCard> = (data) => {
  const rows: readonly (readonly [string, readonly string[]])[] = [
    ["file", data.file === null ? [] : [data.file]],
    ["source", [data.source]],
    ["mode", [data.mode]],
    ["tools", data.allowed_tools.length === 0 ? [] : [`${data.allowed_tools.join(", ")} (proposed, not granted)`]],
    ["paths", data.paths],
    ["keywords", data.keywords.length === 0 ? [] : [data.keywords.join(", ")]],
    ["tokens", [`${data.tokens.index} in an index, about ${data.tokens.full} in full`]],
    ["doubtful", data.diagnostics.flatMap(({ file, line, message, fix }) => [`${file}:${line ?? 1}: ${message}`, `    → ${fix}`])],
  ];
  return [
    data.id,
    `  ${data.summary}`,
    ...rows.flatMap(([name, lines]) => lines.map((line, at) => `  ${(at === 0 ? name : "").padEnd(8)}  ${line}`)),
  ].join("\n");
};
