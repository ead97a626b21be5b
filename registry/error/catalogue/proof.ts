import type { CatalogueEntry } from "../catalogue-entry.ts";

/** What `tool lint` and `tool verify` find. */
export const PROOF = {
  proof_tool_unknown: {
    layer: "precondition",
    recoverable: "yes",
    message: "There is no tool {tool} to hold to its header",
    fix: [],
  },
  // Mended by writing, which no command does: `yes` would have an agent run a Fix and call again for ever.
  tool_not_as_declared: {
    layer: "precondition",
    recoverable: "no",
    message: "{what}:{reason}",
    fix: [],
  },
  scratch_unwritable: {
    layer: "platform",
    recoverable: "user-action-required",
    message: "The scratch copy {path} cannot be made ({reason})",
    fix: ["Ask the user to make room in {path}, or to set TMPDIR to a folder that this account may write."],
  },
} as const satisfies Record<string, CatalogueEntry>;
