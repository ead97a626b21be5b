import { sealedCard, summaryLine, tokensOf } from "../card-digest.ts";
import type { CapabilityCard } from "../descriptor.ts";
import { allowedTools } from "./allowed-tools.ts";
import type { SkillFields } from "./frontmatter.ts";
import { typeName } from "./frontmatter.ts";
import type { SkillHead } from "./read-head.ts";
import { type SkillFault, skillError, skillWarning, yamlText } from "./skill-fault.ts";
import { isPathLike, NAME_LIMIT, normalName, skillId } from "./skill-name.ts";

export interface SkillOrigin {
  readonly scope: "project" | "user";
  /** The folder's names: its own, and that of the link by which it was found. */
  readonly folderNames: readonly string[];
  /** As a header would write it: relative to PROJECT_ROOT, or `${HOME}/…`. */
  readonly folder: string;
}

/** `hidden`: the skill wishes not to be offered to a model at all. */
export interface SkillReading {
  readonly card?: CapabilityCard;
  readonly hidden?: true;
  readonly faults: readonly SkillFault[];
}

const DESCRIPTION_LIMIT = 1024;

/**
 * The card of a skill, read leniently: what can be understood is told as a
 * warning and kept, what would change its meaning or widen its rights keeps it
 * out (an unreadable `allowed-tools` is no empty one).
 */
export function skillCard(fields: SkillFields, head: SkillHead, origin: SkillOrigin): SkillReading {
  const faults: SkillFault[] = [...fields.warnings];
  if (isOn(fields.get("disable-model-invocation"))) return { hidden: true, faults: [] };
  const name = readName(fields, origin, faults);
  const description = readText(fields, "description", faults);
  if (description === "") {
    const fix = "Write a description: what the skill does, and when to use it";
    faults.push(skillError("skill_description_missing", "description is missing or blank", fix, fields.lineOf("description")));
  }
  const tools = allowedTools(fields.get("allowed-tools"), fields.source);
  if (!tools.ok) faults.push(wrongType(fields, "allowed-tools", tools.type, 'one text, such as "Read Bash(git:*)"'));
  else if (tools.unclosed !== undefined) {
    const message = `allowed-tools: ${tools.unclosed} never closes its bracket, so it allows nothing`;
    faults.push(skillWarning("skill_allowed_tools_unclosed", message, "Close it with )", fields.lineOf("allowed-tools")));
  }
  if (name === undefined || description === undefined || !tools.ok || faults.some(({ severity }) => severity === "error"))
    return { faults };
  if ([...description].length > DESCRIPTION_LIMIT) {
    const message = `description has ${[...description].length} characters; ${DESCRIPTION_LIMIT} are shown`;
    faults.push(skillWarning("skill_description_long", message, `Cut it to ${DESCRIPTION_LIMIT} characters`, fields.lineOf("description")));
  }
  const summary = summaryLine([description, textOf(fields.get("when_to_use"))].join(" "));
  const id = skillId(name);
  const match = matchOf(fields);
  const aliases = origin.folderNames.filter((folder) => normalName(folder) !== name);
  const folderNamed = aliases.length < origin.folderNames.length;
  const card = sealedCard(
    {
      id,
      kind: "skill",
      title: name,
      summary,
      source: { type: origin.scope, name: origin.scope },
      risk: "low",
      row: "reads",
      effects: [{ text: `reads ${origin.folder}`, kind: "reads", path: origin.folder }],
      ...(match === undefined ? {} : { match }),
      execution: { mode: textOf(fields.get("context")) === "fork" ? "fork" : "inline", allowedTools: tools.tools },
      ...(folderNamed ? {} : { searched: { aliases } }),
      tokens: tokensOf({ index: `${id}: ${summary}`, full: Math.max(0, head.size - head.bodyAt) }),
    },
    head.stamp,
  );
  return { card, faults };
}

function readName(fields: SkillFields, origin: SkillOrigin, faults: SkillFault[]): string | undefined {
  const [folder = ""] = origin.folderNames;
  const line = fields.lineOf("name");
  const write = `Write: name: ${folder}`;
  if (!fields.has("name")) {
    faults.push(skillWarning("skill_name_missing", `name is missing; the folder's, ${folder}, is taken`, write, line));
    return isPathLike(folder) ? undefined : normalName(folder);
  }
  const given = fields.get("name");
  if (typeof given !== "string" || given.trim() === "") {
    faults.push(wrongType(fields, "name", typeName(given), `text, such as name: ${folder}`));
    return undefined;
  }
  if (isPathLike(given)) {
    faults.push(skillError("skill_name_is_path", `name ${yamlText(given)} reads like a path`, write, line));
    return undefined;
  }
  const name = normalName(given);
  if (!origin.folderNames.some((one) => normalName(one) === name)) {
    const message = `name is ${name}, the folder's is ${folder}: it is listed, and found, as ${name}`;
    faults.push(skillWarning("skill_name_not_folder", message, `${write}, or rename the folder`, line));
  }
  const odd = oddName(name);
  if (odd !== undefined) faults.push(skillWarning("skill_name_form", `name ${odd}`, "Write it in a-z, 0-9 and single hyphens", line));
  return name;
}

function oddName(name: string): string | undefined {
  if ([...name].length > NAME_LIMIT) return `has ${[...name].length} characters, more than ${NAME_LIMIT}`;
  if (skillId(name) !== `skill__${name}`) return `holds what an id cannot: its id is ${skillId(name)}`;
  if (name !== name.toLowerCase() || /[^\p{L}\p{N}-]|^-|-$|--/u.test(name)) return "is not in lower case with single hyphens";
  return undefined;
}

/** A key's text; undefined, with the fault told, where it is a list or a map. Line ends are kept. */
function readText(fields: SkillFields, key: string, faults: SkillFault[]): string | undefined {
  const value = fields.get(key) ?? "";
  if (typeof value === "string") return value.trim();
  faults.push(wrongType(fields, key, typeName(value), "one text, in quotes"));
  return undefined;
}

function wrongType(fields: SkillFields, key: string, type: string, wanted: string): SkillFault {
  return skillError("skill_field_type", `${key} is ${type}, not text`, `Write ${wanted}`, fields.lineOf(key));
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value.trim() : "";
}

/** What is set and does not say no: a skill that may wish to be hidden is. */
function isOn(value: unknown): boolean {
  return value !== undefined && !/^(?:false|no|off|n|0|~|null)?$/i.test(textOf(value));
}

/** `paths` as Claude Code has it, and the portable spelling: `paths` and `keywords` as texts under `metadata`. */
function matchOf(fields: SkillFields): CapabilityCard["match"] {
  const metadata = fields.get("metadata");
  const own = (key: string) =>
    typeof metadata === "object" && metadata !== null && Object.hasOwn(metadata, key)
      ? (metadata as Record<string, unknown>)[key]
      : undefined;
  const paths = [...listOf(fields.get("paths")), ...listOf(own("paths"))].map((path) => path.replace(/^\.?\//, ""));
  const keywords = listOf(own("keywords"));
  return paths.length + keywords.length === 0 ? undefined : { paths: [...new Set(paths)], keywords: [...new Set(keywords)] };
}

/** A list, or a text with commas; those inside braces belong to a glob. */
function listOf(value: unknown): string[] {
  const texts = (Array.isArray(value) ? value : [value]).filter((item): item is string => typeof item === "string");
  return texts
    .flatMap((text) => text.match(/(?:\{[^{}]*\}|[^,\n])+/g) ?? [])
    .map((item) => item.replace(/\p{Cc}+/gu, " ").trim())
    .filter((item) => item !== "");
}
