/** Where a failure lies: before the work, in the work, or in what the work stands on. */
export type Layer = "precondition" | "runtime" | "platform";

/** Whether the caller can repair it alone, cannot, or must ask its user. */
export type Recoverable = "yes" | "no" | "user-action-required";

/** Exit codes are the contract's four; see `exitCodeOf`. */
export type ExitCode = 0 | 1 | 2 | 3;

export interface ToolErrorInit {
  layer: Layer;
  recoverable: Recoverable;
  message: string;
  /** Commands in the order in which they must run; for `user-action-required`, the sentence to tell the user. */
  fix?: string | readonly string[];
  /** Stable identifier in snake_case. Default: `tool_error`. */
  code?: string;
  /** Anything JSON can carry that helps to act on the failure. */
  detail?: unknown;
  cause?: unknown;
}

const BRAND = Symbol.for("nichekit.ToolError");

/**
 * A failure told as an action. Recognised by brand, since the bundled
 * dispatcher and an installed package may hold two copies of this class.
 */
export class ToolError extends Error {
  readonly layer: Layer;
  readonly recoverable: Recoverable;
  readonly fix: readonly string[];
  readonly code: string;
  readonly detail: unknown;
  readonly [BRAND] = true;

  constructor(init: ToolErrorInit) {
    super(init.message, init.cause === undefined ? undefined : { cause: init.cause });
    this.name = "ToolError";
    this.layer = init.layer;
    this.recoverable = init.recoverable;
    this.fix = init.fix === undefined ? [] : typeof init.fix === "string" ? [init.fix] : init.fix;
    this.code = init.code ?? "tool_error";
    this.detail = init.detail;
  }
}

export function isToolError(value: unknown): value is ToolError {
  return typeof value === "object" && value !== null && (value as Record<symbol, unknown>)[BRAND] === true;
}

/**
 * The exit code of a failure (contract 4.5): what needs the user, and what the
 * platform refuses, is 3; a precondition that the caller can mend is 1; the rest is 2.
 */
export function exitCodeOf(error: { layer: Layer; recoverable: Recoverable }): 1 | 2 | 3 {
  if (error.recoverable === "user-action-required" || error.layer === "platform") return 3;
  return error.layer === "precondition" && error.recoverable === "yes" ? 1 : 2;
}
