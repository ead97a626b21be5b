import { fault } from "../../registry/error/catalogue.ts";
import type { Outcome } from "../../registry/tool-context.ts";
import { failure } from "./envelope.ts";

/**
 * The one JSON document of a call (contract 4.6), a line. `raw` is the data as
 * the tool printed it: it goes in untouched, so that a number of twenty digits
 * arrives as it left. What cannot be written as JSON is a failure told in JSON.
 */
export function jsonDocument(outcome: Outcome, raw: string | undefined): { text: string; outcome: Outcome } {
  try {
    if (raw === undefined || !outcome.ok) return { text: `${JSON.stringify(outcome)}\n`, outcome };
    const head = JSON.stringify({ ok: outcome.ok, tool: outcome.tool });
    const tail = JSON.stringify({ next: outcome.next, meta: outcome.meta });
    return { text: `${head.slice(0, -1)},"data":${raw.trim()},${tail.slice(1)}\n`, outcome };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const told = outcome.ok
      ? failure(outcome.tool, fault("output_not_writable_as_json", { reason }), outcome.meta)
      : withoutDetail(outcome, reason);
    return { text: `${JSON.stringify(told)}\n`, outcome: told };
  }
}

function withoutDetail(outcome: Extract<Outcome, { ok: false }>, reason: string): Outcome {
  const { detail: _, ...error } = outcome.error;
  const meta = {
    ...outcome.meta,
    warnings: [...outcome.meta.warnings, `The error's detail is left out: it cannot be written as JSON (${reason})`],
  };
  return { ...outcome, error, meta };
}
