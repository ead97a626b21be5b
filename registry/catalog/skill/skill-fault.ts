import type { CatalogDiagnostic } from "../catalog.ts";

/** Something wrong or doubtful in one skill, before it is known how its file is shown. */
export type SkillFault = Omit<CatalogDiagnostic, "file">;

/** The skill is not in the catalog. */
export function skillError(code: string, message: string, fix: string, line?: number): SkillFault {
  return { code, severity: "error", ...(line === undefined ? {} : { line }), message, fix };
}

/** The skill is in the catalog, read as the message says. */
export function skillWarning(code: string, message: string, fix: string, line?: number): SkillFault {
  return { code, severity: "warning", ...(line === undefined ? {} : { line }), message, fix };
}

/** A text as YAML takes it for a text, whatever stands in it. */
export function yamlText(text: string): string {
  return JSON.stringify(text);
}
