import type { CatalogueEntry } from "../catalogue-entry.ts";

/** What `tool lint` and `tool verify` find. */
export const PROOF = {
  proof_tool_unknown: {
    layer: "precondition",
    recoverable: "yes",
    message: "There is no tool {tool} to hold to its header",
    fix: [],
  },
  tool_not_as_declared: {
    layer: "precondition",
    recoverable: "yes",
    message: "{faults} times a tool is not what its header says: {reason}",
    fix: [],
  },
  scratch_unwritable: {
    layer: "platform",
    recoverable: "user-action-required",
    message: "The scratch copy {path} cannot be made ({reason})",
    fix: ["Ask the user to make room in {path}, or to set TMPDIR to a folder that this account may write."],
  },
} as const satisfies Record<string, CatalogueEntry>;
