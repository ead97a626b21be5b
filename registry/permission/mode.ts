import type { EffectRow } from "../catalog/descriptor.ts";

export type PermissionMode = "read-only" | "ask" | "auto";

export const PERMISSION_MODES: readonly PermissionMode[] = ["read-only", "ask", "auto"];

/**
 * What a mode says of a call: `runs`; `asks` a person (never answered by
 * `--yes`); `confirms` (answered by `--yes` or a person); `refuses`.
 */
export type ModeAnswer = "runs" | "asks" | "confirms" | "refuses";

export interface ModeCell {
  readonly visible: boolean;
  readonly call: ModeAnswer;
}

const RUNS: ModeCell = { visible: true, call: "runs" };
const ASKS: ModeCell = { visible: true, call: "asks" };
const CONFIRMS: ModeCell = { visible: true, call: "confirms" };
const REFUSED: ModeCell = { visible: false, call: "refuses" };

/** The table of contract 4.10. The row `outside` is that of a capability which an allow rule names. */
const TABLE: Readonly<Record<EffectRow, Readonly<Record<PermissionMode, ModeCell>>>> = {
  reads: { "read-only": RUNS, ask: RUNS, auto: RUNS },
  "network-read": { "read-only": ASKS, ask: RUNS, auto: RUNS },
  writes: { "read-only": REFUSED, ask: ASKS, auto: RUNS },
  deletes: { "read-only": REFUSED, ask: ASKS, auto: CONFIRMS },
  outside: { "read-only": REFUSED, ask: ASKS, auto: CONFIRMS },
};

/** The cell for one row and mode; `allowed`: a rule allows the capability (at the CLI, a project's own tool counts so). */
export function modeCell(row: EffectRow, mode: PermissionMode, allowed: boolean): ModeCell {
  return row === "outside" && !allowed ? REFUSED : TABLE[row][mode];
}

/** Modes only tighten: the stricter of two. */
export function stricterMode(a: PermissionMode, b: PermissionMode): PermissionMode {
  return PERMISSION_MODES.indexOf(a) < PERMISSION_MODES.indexOf(b) ? a : b;
}
