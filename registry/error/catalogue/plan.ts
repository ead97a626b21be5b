import type { CatalogueEntry } from "../catalogue-entry.ts";

/** What is wrong with a plan, and what stops one. */
export const PLAN = {
  plan_unreadable: { layer: "precondition", recoverable: "yes", message: "Cannot read the plan {file}: {reason}", fix: ["{help!}"] },
  plan_not_a_plan: { layer: "precondition", recoverable: "yes", message: "{file} is no plan: {reason}", fix: ["{help!}"] },
  plan_empty: { layer: "precondition", recoverable: "yes", message: "The plan has no step", fix: ["{help!}"] },
  plan_step_unreadable: { layer: "precondition", recoverable: "yes", message: "{reason}", fix: ["{help!}"] },
  plan_invalid: { layer: "precondition", recoverable: "yes", message: "The sequence is not right: {reason}", fix: [] },
  plan_needs_user: { layer: "precondition", recoverable: "user-action-required", message: "{reason}", fix: [] },
  plan_impossible: { layer: "precondition", recoverable: "no", message: "No order of these steps holds: {reason}", fix: ["{graph!}"] },
  plan_step_refused: { layer: "precondition", recoverable: "yes", message: "{step}: {reason}", fix: [] },
  plan_step_failed: { layer: "runtime", recoverable: "no", message: "{step}: {reason}", fix: [] },
  plan_step_needs_user: { layer: "precondition", recoverable: "user-action-required", message: "{step}: {reason}", fix: [] },
  plan_step_forbidden: { layer: "platform", recoverable: "user-action-required", message: "{step}: {reason}", fix: [] },
  plan_step_unprovided: {
    layer: "precondition",
    recoverable: "user-action-required",
    message: "{step}: {reason}, though step {number}, {tool}, has run and was to bring it about",
    fix: ["Tell the user: {tool} did not make what its header says; {file} is to be mended, in its header or its code."],
  },
  plan_step_vanished: { layer: "precondition", recoverable: "yes", message: "{step} is gone since it was planned: {reason}", fix: [] },
} as const satisfies Record<string, CatalogueEntry>;
