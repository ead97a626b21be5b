import { fault } from "../error/catalogue.ts";
import type { ToolError } from "../error/tool-error.ts";
import { countBySeverity, type Finding } from "./finding.ts";

/** So many findings are spelt out as Fix lines; all of them stand in `detail`. */
const SHOWN = 10;

/** `lib/docs-fetch.ts:7: fault: effect_undeclared: …`, as editors and terminals can jump to. */
export function placed({ file, line, severity, rule, message }: Finding): string {
  return `${file}:${line}: ${severity}: ${rule}: ${message}`;
}

/**
 * The error for tools that break what their headers say. A header or its code is mended by writing, which no command does, so each
 * Fix line begins as a shell comment that says what to write where; the last, `again`, runs and tells whether it was enough.
 */
export function notAsDeclared(findings: readonly Finding[], again: string, detail: object): ToolError {
  const faults = findings.filter((one) => one.severity === "fault");
  const told = faults.slice(0, 3).map(({ file, line, message }) => `${file}:${line}: ${message}`);
  const more = faults.length > told.length ? ` (and ${faults.length - told.length} more)` : "";
  const mend = faults.slice(0, SHOWN).map(({ file, line, instead }) => `# ${file}:${line}: ${instead.replace(/\s+/g, " ")}`);
  const values = { faults: countBySeverity(findings).faults, reason: told.join("; ").replace(/\s+/g, " ") + more };
  return fault("tool_not_as_declared", values, { fix: [...mend, again], detail });
}

/** Findings as people read them: where, what, and what instead. */
export function findingsText(findings: readonly Finding[]): string[] {
  return findings.flatMap((one) => [placed(one), `    → ${one.instead}`]);
}
