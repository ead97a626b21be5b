import type { CatalogueEntry } from "../catalogue-entry.ts";

/** What the catalog of capabilities and its sources find. */
export const CAPABILITIES = {
  capability_gone: {
    layer: "precondition",
    recoverable: "yes",
    message: "{id} is no longer there",
    fix: ["{command!} capability list   # what there is now"],
  },
  capability_changed: {
    layer: "precondition",
    recoverable: "yes",
    message: "{id} has changed since it was looked up",
    fix: ["{command!} capability list   # looks everything up again; then make the same call"],
  },
  capability_source_name: {
    layer: "precondition",
    recoverable: "user-action-required",
    message: "A source of capabilities cannot be named {name}: {reason}",
    fix: ["Tell the user: the source {name} needs another name, of letters, digits and single - or _ between them."],
  },
  skill_path_outside: {
    layer: "precondition",
    recoverable: "yes",
    message: "{path} leads out of the folder of {id}",
    fix: ["{command!} skill load --name {id}   # its files are listed there; only these are its own"],
  },
  skill_file_missing: {
    layer: "precondition",
    recoverable: "yes",
    message: "{id} has no file {path}",
    fix: ["{command!} skill load --name {id}   # lists its files"],
  },
  skill_file_not_text: {
    layer: "precondition",
    recoverable: "yes",
    message: "{path} of {id} is not UTF-8 text, so it is not given out",
    fix: ["{command!} skill load --name {id}   # its text says what the file is for"],
  },
  skill_file_too_large: {
    layer: "precondition",
    recoverable: "user-action-required",
    message: "{path} of {id} has {size} bytes; at most {limit} are given out",
    fix: ["Ask the user to split {path} of {id} into files of less than {limit} bytes."],
  },
  skill_file_unreadable: {
    layer: "platform",
    recoverable: "user-action-required",
    message: "Cannot read {path} of {id} ({reason})",
    fix: ["Ask the user to let this account read {path} in the folder of {id}."],
  },
  skill_unknown: {
    layer: "precondition",
    recoverable: "yes",
    message: "No skill {name} is known here",
    fix: ["{command!}"],
  },
  skills_invalid: { layer: "precondition", recoverable: "yes", message: "{faults} in {skills}: {reason}", fix: [] },
} as const satisfies Record<string, CatalogueEntry>;
