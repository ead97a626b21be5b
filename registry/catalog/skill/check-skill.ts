import { readFileSync, statSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import type { CatalogDiagnostic } from "../catalog.ts";
import { allowedTools } from "./allowed-tools.ts";
import { parseFrontmatter, type SkillFields, typeName } from "./frontmatter.ts";
import { readHead } from "./read-head.ts";
import { type SkillFault, skillError, skillWarning } from "./skill-fault.ts";
import { manifestIn } from "./skill-manifest.ts";
import { NAME_LIMIT, normalName } from "./skill-name.ts";

/** The keys of the specification; a client's own make other validators refuse the skill. */
export const SPECIFIED_KEYS: readonly string[] = ["name", "description", "license", "compatibility", "metadata", "allowed-tools"];

const DESCRIPTION_LIMIT = 1024;
const COMPATIBILITY_LIMIT = 500;
const SOUND_NAME = /^[a-z0-9]+(-[a-z0-9]+)*$/;
/** Recommended by the specification. */
const BODY_LINES = 500;
const BODY_TOKENS = 5000;

/**
 * What the official validator (skills-ref) refuses in a skill's folder, as
 * errors, and what stricter clients refuse or the specification advises
 * against, as warnings.
 *
 * @param folder absolute
 * @param shown how messages name an absolute path
 */
export async function checkSkill(folder: string, shown: (path: string) => string): Promise<readonly CatalogDiagnostic[]> {
  const refused = (code: string, message: string, fix: string) => [{ ...skillError(code, message, fix), file: shown(folder) }];
  const stat = statSync(folder, { throwIfNoEntry: false });
  if (stat === undefined)
    return refused("skill_path_missing", `Path does not exist: ${shown(folder)}`, "Name a folder that holds a SKILL.md");
  if (!stat.isDirectory()) return refused("skill_path_no_folder", `Not a directory: ${shown(folder)}`, "Name the folder that holds it");
  const manifest = manifestIn(folder);
  if (manifest === undefined)
    return refused("skill_file_missing", "Missing required file: SKILL.md", "Write SKILL.md with name and description");
  const file = join(folder, manifest);
  const faults = await fileFaults(file, folder);
  const other = manifest === "SKILL.md" ? [] : [skillWarning("skill_file_name", "Not every client finds skill.md", "Rename it: SKILL.md")];
  return [...other, ...faults].map((fault) => ({ ...fault, file: shown(file) }));
}

async function fileFaults(file: string, folder: string): Promise<readonly SkillFault[]> {
  const read = readHead(file);
  if (!read.ok) return [read.fault];
  const parsed = await parseFrontmatter(read.head.text);
  if (!parsed.ok) return [parsed.fault];
  const { fields } = parsed;
  // A strict reader does not quote what was left unquoted.
  const unquoted = fields.warnings.map((warning): SkillFault => ({ ...warning, severity: "error" }));
  const name = [...nameFaults(fields, basename(resolve(folder)))];
  return [...unquoted, ...unexpected(fields), ...name, ...textFaults(fields), ...toolFaults(fields), ...bodyFaults(file, read.head)];
}

function unexpected(fields: SkillFields): SkillFault[] {
  const extra = fields
    .keys()
    .filter((key) => !SPECIFIED_KEYS.includes(key))
    .sort();
  const [first] = extra;
  if (first === undefined) return [];
  const message = `Unexpected fields in frontmatter: ${extra.join(", ")}. Only ${SPECIFIED_KEYS.join(", ")} are allowed`;
  return [skillError("skill_field_unknown", message, "Put data of your own under metadata, as texts", fields.lineOf(first))];
}

function* nameFaults(fields: SkillFields, folder: string): Iterable<SkillFault> {
  const line = fields.lineOf("name");
  const given = fields.get("name");
  const write = `Write: name: ${folder}`;
  if (!fields.has("name")) return yield skillError("skill_name_missing", "Missing required field in frontmatter: name", write, line);
  if (typeof given !== "string" || given.trim() === "") {
    return yield skillError("skill_name_missing", `Field 'name' must be a non-empty text; it is ${typeName(given)}`, write, line);
  }
  const name = normalName(given);
  const wrong = (what: string, fix: string) => skillError("skill_name_form", `Skill name '${name}' ${what}`, fix, line);
  if ([...name].length > NAME_LIMIT) {
    yield wrong(`exceeds ${NAME_LIMIT} character limit (${[...name].length} characters)`, "Shorten it, and the folder's name with it");
  }
  if (name !== name.toLowerCase()) yield wrong("must be lowercase", `Write: name: ${name.toLowerCase()}`);
  if (/^-|-$/.test(name)) yield wrong("cannot start or end with a hyphen", "Take the hyphen away");
  if (name.includes("--")) yield wrong("cannot contain consecutive hyphens", "Write one hyphen");
  if (/[^\p{L}\p{N}-]/u.test(name))
    yield wrong("contains invalid characters; only letters, digits, and hyphens are allowed", "Write hyphens instead");
  else if (/[^a-z0-9-]/i.test(name))
    yield skillWarning("skill_name_ascii", `Stricter clients refuse name '${name}'`, "Write it in a-z, 0-9 and hyphens", line);
  if (normalName(folder) !== name)
    yield skillError(
      "skill_name_not_folder",
      `Directory name '${folder}' must match skill name '${name}'`,
      SOUND_NAME.test(folder) ? `${write}, or rename the folder` : `Rename the folder: ${name}`,
      line,
    );
}

function* textFaults(fields: SkillFields): Iterable<SkillFault> {
  const description = fields.get("description");
  const line = fields.lineOf("description");
  if (!fields.has("description") || typeof description !== "string" || description.trim() === "") {
    const fix = "Write what the skill does, and when to use it";
    const message = fields.has("description")
      ? `Field 'description' must be a non-empty text; it is ${typeName(description)}`
      : "Missing required field in frontmatter: description";
    yield skillError("skill_description_missing", message, fix, line);
  } else {
    yield* tooLong(fields, "description", description, DESCRIPTION_LIMIT);
    if (/[<>]/.test(description))
      yield skillWarning("skill_description_brackets", "Stricter clients refuse < and > in a description", "Write it without them", line);
  }
  const compatibility = fields.get("compatibility");
  if (typeof compatibility === "string") yield* tooLong(fields, "compatibility", compatibility, COMPATIBILITY_LIMIT);
  for (const key of ["license", "compatibility"]) {
    const value = fields.get(key);
    if (fields.has(key) && (typeof value !== "string" || value.trim() === "")) {
      yield skillError(
        "skill_field_type",
        `Field '${key}' must be a text; it is ${typeName(value)}`,
        "Write one text, or leave it out",
        fields.lineOf(key),
      );
    }
  }
  const metadata = fields.get("metadata");
  if (!fields.has("metadata")) return;
  if (typeof metadata !== "object" || metadata === null || Array.isArray(metadata)) {
    yield skillError(
      "skill_field_type",
      `Field 'metadata' must be a map of texts; it is ${typeName(metadata)}`,
      "Write a line for each key below it",
      fields.lineOf("metadata"),
    );
  } else {
    const nested = Object.entries(metadata).filter(([, value]) => typeof value !== "string");
    for (const [key, value] of nested) {
      yield skillWarning(
        "skill_field_type",
        `metadata.${key} is ${typeName(value)}; the specification has texts there`,
        "Write one text, with commas",
        fields.lineOf("metadata"),
      );
    }
  }
}

function* tooLong(fields: SkillFields, key: string, text: string, limit: number): Iterable<SkillFault> {
  const length = [...text.trim()].length;
  const message = `${key[0]?.toUpperCase()}${key.slice(1)} exceeds ${limit} character limit (${length} characters)`;
  if (length > limit) yield skillError("skill_field_long", message, `Cut it to ${limit} characters`, fields.lineOf(key));
}

function* toolFaults(fields: SkillFields): Iterable<SkillFault> {
  const value = fields.get("allowed-tools");
  const line = fields.lineOf("allowed-tools");
  const tools = allowedTools(value, fields.source);
  const write = (list: readonly string[]) => `Write: allowed-tools: ${list.join(" ")}`;
  if (!tools.ok) yield skillError("skill_field_type", `Field 'allowed-tools' is ${tools.type}`, write(["Read", "Bash(git:*)"]), line);
  else if (tools.unclosed !== undefined)
    yield skillError("skill_allowed_tools_unclosed", `${tools.unclosed} never closes its bracket`, "Close it with )", line);
  else if (fields.has("allowed-tools") && (typeof value !== "string" || value.trim() !== tools.tools.join(" "))) {
    yield skillWarning("skill_allowed_tools_spelling", "Not every client reads this spelling of allowed-tools", write(tools.tools), line);
  }
}

function bodyFaults(
  file: string,
  { bodyAt, size, text }: { readonly bodyAt: number; readonly size: number; readonly text: string },
): SkillFault[] {
  const tokens = Math.ceil((size - bodyAt) / 4);
  const first = text.split("\n").length + 2;
  const split = "Move details to files beside it, under references/";
  if (tokens > BODY_TOKENS) {
    return [skillWarning("skill_body_long", `The body has about ${tokens} tokens, more than the recommended ${BODY_TOKENS}`, split, first)];
  }
  const lines = newlinesIn(file) - first;
  return lines > BODY_LINES
    ? [skillWarning("skill_body_long", `The body has ${lines} lines, more than the recommended ${BODY_LINES}`, split, first)]
    : [];
}

function newlinesIn(file: string): number {
  return readFileSync(file, "latin1").split("\n").length - 1;
}
