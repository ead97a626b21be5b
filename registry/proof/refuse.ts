import { fault } from "../error/catalogue.ts";
import type { ToolError } from "../error/tool-error.ts";
import type { Finding } from "./finding.ts";

/** So many findings are spelt out in the message; all of them stand in `detail`. */
const SHOWN = 10;

/** `lib/docs-fetch.ts:7: fault: effect_undeclared: …`, as editors and terminals can jump to. */
export function placed({ file, line, severity, rule, message }: Finding): string {
  return `${file}:${line}: ${severity}: ${rule}: ${message}`;
}

/**
 * The error for tools that break what their headers say. A header or its code is mended by writing, which no command does and no
 * person need be asked for: so it is not "run the Fix, then again" (exit 1) but a failure whose message says what to write where
 * (exit 2). The Fix, `again`, is the command that tells whether what was written is enough.
 */
export function notAsDeclared(findings: readonly Finding[], again: string, detail: object): ToolError {
  const faults = findings.filter((one) => one.severity === "fault");
  const told = findingsText(faults.slice(0, SHOWN)).map((line) => line.replace(/\s*[\r\n]\s*/g, " "));
  const more = faults.length > SHOWN ? [`and ${faults.length - SHOWN} more`] : [];
  const what = faults.length === 1 ? "1 promise of a header does not hold" : `${faults.length} promises of headers do not hold`;
  return fault("tool_not_as_declared", { what, reason: ["", ...told, ...more].join("\n") }, { fix: [again], detail });
}

/** Findings as people read them: where, what, and what instead. */
export function findingsText(findings: readonly Finding[]): string[] {
  return findings.flatMap((one) => [placed(one), `    → ${one.instead}`]);
}
