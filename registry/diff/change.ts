import { canonicalJson } from "../canonical-json.ts";
/**
 * What a change means for those who call the tool: `breaking` if a call that was right can now fail, do more or
 * mean something else; `compatible` if every right call stays right; `descriptive` if only words for readers differ.
 */
export type Verdict = "breaking" | "compatible" | "descriptive";

export interface Change {
  verdict: Verdict;
  /** Id of the tool. */
  tool: string;
  /** Where in its entry: `options.limit.default`. */
  field: string;
  /** Name of the rule that judged it. */
  rule: string;
  message: string;
}

/** A change before it is known whose it is. */
export type Finding = Omit<Change, "tool">;

export function finding(verdict: Verdict, rule: string, field: string, message: string): Finding {
  return { verdict, rule, field, message };
}

export function shown(value: unknown): string {
  return value === undefined ? "nothing" : typeof value === "string" ? value : JSON.stringify(value);
}

/** JSON equality, indifferent to the order of keys. */
export function sameJson(a: unknown, b: unknown): boolean {
  return canonicalJson(a) === canonicalJson(b);
}
