import type { Outcome } from "../../registry/tool-context.ts";

/** What a call came to, for the front that made it. */
export interface CallResult {
  outcome: Outcome;
  /** The data as people read it; undefined: as it stands in the outcome. */
  text: string | undefined;
  /** The data as the tool printed it, where it printed JSON and nothing of it was selected or cut. */
  raw: string | undefined;
  /** stdout has it already. */
  streamed: boolean;
  /** stderr has the error form already: the tool wrote it. */
  told: boolean;
  /** Whether the data may be taken as instruction; undefined: nothing was run. */
  trusted?: boolean;
}
