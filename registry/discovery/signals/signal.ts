import type { CapabilityCard } from "../../catalog/descriptor.ts";
import type { Reason } from "../visible-set.ts";

/** One thing that speaks for a capability, or against it (a negative weight). */
export interface Sign {
  readonly weight: number;
  readonly reason: Reason;
}

/** Looks at one part of the input; made once a turn, asked for every card that passed the gates. */
export type Signal = (card: CapabilityCard) => Sign | undefined;
