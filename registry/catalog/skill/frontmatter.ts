import { plainYaml } from "../../tool-meta/plain-yaml.ts";
import { quoteValues } from "./quote-values.ts";
import { type SkillFault, skillError, skillWarning } from "./skill-fault.ts";

/** The keys of a skill's frontmatter. Every scalar is text, as written. */
export interface SkillFields {
  has(key: string): boolean;
  /** Text, list or map; undefined where the key is absent. */
  get(key: string): unknown;
  keys(): readonly string[];
  /** 1-based line of the file. */
  lineOf(key: string): number;
  /** The frontmatter as it stands. */
  readonly source: string;
  readonly warnings: readonly SkillFault[];
}

export type FieldsResult = { readonly ok: true; readonly fields: SkillFields } | { readonly ok: false; readonly fault: SkillFault };

/**
 * Reads a frontmatter. What is no YAML is tried once more with quotes around the
 * texts that need them, which is told as a warning for each.
 */
export async function parseFrontmatter(source: string): Promise<FieldsResult> {
  const plain = plainYaml(source);
  if (plain !== undefined) return fieldsOf(plain, source, []);
  const { parseYaml } = await import("./frontmatter-yaml.ts");
  const first = parseYaml(source);
  if (first.ok) return fieldsOf(first.value, source, []);
  const { text, quoted } = quoteValues(source);
  const second = quoted.length === 0 ? first : parseYaml(text);
  if (!second.ok) {
    const fix = 'Put quotes around texts with ": " in them, and indent by spaces';
    return { ok: false, fault: skillError("skill_yaml_invalid", `The frontmatter is no YAML: ${second.message}`, fix, second.line + 2) };
  }
  const warnings = quoted.map(({ key, line, instead }) =>
    skillWarning("skill_text_unquoted", `${key} is no YAML without quotes; it was read as one text`, `Write: ${instead.trim()}`, line + 2),
  );
  return fieldsOf(second.value, source, warnings);
}

function fieldsOf(value: unknown, source: string, warnings: readonly SkillFault[]): FieldsResult {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    const fix = "Write a line for each key: name: …, description: …";
    return { ok: false, fault: skillError("skill_frontmatter_not_mapping", `The frontmatter is ${typeName(value)}, not keys`, fix, 2) };
  }
  const held = new Map(Object.entries(value));
  const lines = source.split("\n");
  return {
    ok: true,
    fields: {
      has: (key) => held.has(key),
      get: (key) => held.get(key),
      keys: () => [...held.keys()],
      lineOf: (key) =>
        Math.max(
          0,
          lines.findIndex((line) => keyOf(line) === key),
        ) + 2,
      source,
      warnings,
    },
  };
}

function keyOf(line: string): string | undefined {
  return /^(["']?)([^\s"':][^"':]*)\1\s*:/.exec(line)?.[2];
}

/** What YAML made of a value, for messages. */
export function typeName(value: unknown): string {
  if (value === null || value === undefined || value === "") return "empty (null to YAML)";
  return Array.isArray(value) ? "a list" : typeof value === "object" ? "a map" : "text";
}
