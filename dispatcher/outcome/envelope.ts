import { exitCodeOf, type ToolError } from "../../registry/error/tool-error.ts";
import type { Outcome, OutcomeError, OutcomeMeta } from "../../registry/tool-context.ts";
import { now } from "../clock.ts";

/** The JSON form of a failure (contract 4.6), keys in their fixed order. */
export function errorForm(error: ToolError): OutcomeError {
  return {
    code: error.code,
    layer: error.layer,
    recoverable: error.recoverable,
    message: error.message,
    fix: error.fix,
    exit_code: exitCodeOf(error),
    ...(error.detail === undefined ? {} : { detail: error.detail }),
  };
}

/** The exit code an outcome leaves with. */
export function outcomeExit(outcome: Outcome): 0 | 1 | 2 | 3 {
  return outcome.ok ? 0 : outcome.error.exit_code;
}

export function success(tool: string | null, data: unknown, next: readonly string[], meta: OutcomeMeta): Outcome {
  return { ok: true, tool, data: data ?? null, next, meta };
}

export function failure(tool: string | null, error: ToolError, meta: OutcomeMeta): Outcome {
  return { ok: false, tool, error: errorForm(error), meta };
}

export function metaOf(
  started: number,
  dryRun: boolean,
  warnings: readonly string[],
  truncated: OutcomeMeta["truncated"] = null,
): OutcomeMeta {
  return { duration_ms: Math.round(now() - started), dry_run: dryRun, truncated, warnings };
}
