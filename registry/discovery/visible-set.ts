import type { CapabilityKind } from "../catalog/descriptor.ts";

/** Why something is or is not shown. `code` is stable, `text` is a sentence for people. */
export interface Reason {
  readonly code: string;
  readonly text: string;
  /** What spoke for it or against it: a path, a word of the goal, a rule, a query. */
  readonly evidence?: string;
}

export interface VisibleMember {
  readonly id: string;
  readonly kind: CapabilityKind;
  /** How much of it the turn shows: a tool stands with its schema (`full`) or as a line (`index`). */
  readonly projection: "index" | "full";
  readonly reason: Reason;
  readonly score: number;
  /** What it costs the turn. */
  readonly tokens: number;
  /** What a call of it will need. */
  readonly call: "runs" | "asks" | "confirms";
}

export interface Refusal {
  readonly id: string;
  readonly reason: Reason;
  /** True where a gate refused: it may not be named to the model, nor found. False: it only has not been worth its tokens. */
  readonly gated: boolean;
}

/** What one turn may see. Members in the order in which they are shown; refusals by id. */
export interface VisibleSet {
  readonly members: readonly VisibleMember[];
  readonly refusals: readonly Refusal[];
  readonly budget: { readonly limit: number; readonly used: number };
}
