import type { CatalogueEntry } from "../catalogue-entry.ts";

/** What the project's hooks keep from running, or from being told. */
export const HOOKS = {
  hook_refused: {
    layer: "precondition",
    recoverable: "user-action-required",
    message: "{name} was refused by the hook {hook}: {reason}",
    fix: ["Nothing was run. Tell the user why: {reason}. Do not try to reach the same by another way."],
  },
  hook_failed: {
    layer: "precondition",
    recoverable: "user-action-required",
    message: "{name} was not run, since the hook {hook} gave no answer that counts: {reason}",
    fix: ["Ask the user to repair the hook {hook}, which stands under hooks.before in niche.json: {reason}"],
  },
  hook_refused_after: {
    layer: "runtime",
    recoverable: "user-action-required",
    message: "{name} has run, and the hook {hook} withholds its result: {reason}",
    fix: ["Do not run it again: its work is done. Tell the user why its result is withheld: {reason}"],
  },
  hook_failed_after: {
    layer: "runtime",
    recoverable: "user-action-required",
    message: "{name} has run, and its result is withheld, since the hook {hook} gave no answer that counts: {reason}",
    fix: [
      "Do not run it again: its work is done. Ask the user to repair the hook {hook}, which stands under hooks.after in niche.json: {reason}",
    ],
  },
} as const satisfies Record<string, CatalogueEntry>;
