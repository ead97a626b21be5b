import { CATALOGUE } from "../../../registry/error/catalogue.ts";
import type { Outcome } from "../../../registry/tool-context.ts";
import type { Called } from "./call-tool.ts";

/** What the dispatcher says of a tool that failed without saying why. */
const WITHOUT_FORM =
  /^(?:killed_by_signal|exit_without_block|exit_code_out_of_range|tool_failed|module_exit_called|module_never_settled|module_threw|module_rejection|module_no_run|module_not_loadable|result_not_json|render_not_text|worker_ended|output_not_json|output_schema_mismatch|output_schema_invalid|internal_error)$/;

/**
 * What is wrong with the way a call failed (contract 4.5); undefined: it succeeded, or failed with layer, recoverability and a Fix.
 * `output_…` codes count here, since a call that was to fail printed something else.
 */
export function badFailure({ outcome, stopped, stderr, code }: Called): string | undefined {
  if (stopped === "time") return "it did not end within 60 s";
  if (stopped === "size") return "it printed more than 64 MiB";
  if (outcome === undefined) return `stdout is not one JSON document (exit code ${code}): ${lastLine(stderr)}`;
  if (outcome.ok) return undefined;
  const { error, meta } = outcome;
  if (WITHOUT_FORM.test(error.code)) return `it has no layer and no Fix: ${oneLine(error.message)}`;
  const warned = meta.warnings.find((warning) => LEFT_OUT.test(warning));
  if (warned !== undefined) return `${oneLine(warned)}: ${oneLine(error.message)}`;
  if (hasStandInFix(outcome)) return `it has no Fix of its own: ${oneLine(error.message)}`;
  if (code !== error.exit_code) return `its exit code is ${code}, but the error says ${error.exit_code}`;
  return undefined;
}

/** What the dispatcher says of an error that it had to make whole. */
const LEFT_OUT = /^The tool's error (?:has the layer|says that it can be recovered)/;

/** The tool's own error, with what the dispatcher puts in the place of a Fix that was left out. */
function hasStandInFix({ tool, error }: Extract<Outcome, { ok: false }>): boolean {
  if (Object.hasOwn(CATALOGUE, error.code)) return false;
  const [fix = "", second] = error.fix;
  if (second !== undefined) return false;
  return fix.trim() === "" || fix === `Tell the user: ${error.message}` || (error.recoverable !== "yes" && fix.endsWith(` ${tool} --help`));
}

export function oneLine(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > 200 ? `${line.slice(0, 200)}…` : line;
}

function lastLine(text: string): string {
  return oneLine(text.trim().split("\n").at(-1) ?? "");
}
