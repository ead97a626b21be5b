import type { CatalogueEntry } from "../catalogue-entry.ts";

/** What `tool new`, `project init`, `project doctor` and the tools that show tools find. */
export const SCAFFOLD = {
  scaffold_conflict: {
    layer: "precondition",
    recoverable: "user-action-required",
    message: "Already there and different: {files}",
    fix: ["Ask the user whether {files} may be replaced (the old text stays beside it as .bak). If so, run: {again!}"],
  },
  scaffold_name_invalid: {
    layer: "precondition",
    recoverable: "yes",
    message: '{what} "{name}" is not {expected}',
    fix: ["{again!}"],
  },
  scaffold_name_taken: {
    layer: "precondition",
    recoverable: "user-action-required",
    message: "{tool} is a tool already, in another language: {file}",
    fix: ["Ask the user whether {file} is the tool that is wanted; two files of one name are none."],
  },
  scaffold_path_invalid: {
    layer: "precondition",
    recoverable: "yes",
    message: '{option} "{path}" cannot be: {reason}',
    fix: ["{help!}"],
  },
  scaffold_blocked: {
    layer: "precondition",
    recoverable: "user-action-required",
    message: "{path} cannot be a file here: {reason}",
    fix: ["Ask the user what {path} is for; nothing was written."],
  },
  scaffold_marks_broken: {
    layer: "precondition",
    recoverable: "user-action-required",
    message: "{path}:{line}: the nichekit block has {reason}",
    fix: ["Ask the user to mend the lines <!-- nichekit:begin --> and <!-- nichekit:end --> in {path}; nothing was written."],
  },
  scaffold_unwritable: {
    layer: "platform",
    recoverable: "user-action-required",
    message: "Cannot write {path} ({reason}); written before it: {written}",
    fix: ["Ask the user to make {path} and its folder writable for this account."],
  },
  project_unsound: {
    layer: "precondition",
    recoverable: "yes",
    message: "{errors} of {findings} findings keep the project from working: {reason}",
    fix: [],
  },
  project_needs_user: {
    layer: "precondition",
    recoverable: "user-action-required",
    message: "{errors} of {findings} findings keep the project from working: {reason}",
    fix: [],
  },
} as const satisfies Record<string, CatalogueEntry>;
