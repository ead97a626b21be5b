import type { CatalogueEntry } from "../catalogue-entry.ts";

/** What a call finds: the project, its settings, its tools and their headers. */
export const PROJECT = {
  project_root_missing: {
    layer: "precondition",
    recoverable: "user-action-required",
    message: "PROJECT_ROOT is not a folder: {path}",
    fix: ["Tell the user: the wrapper exports PROJECT_ROOT={path}, which does not exist."],
  },
  tool_folder_unreadable: {
    layer: "platform",
    recoverable: "user-action-required",
    message: "Cannot read the tool folder {path} ({reason})",
    fix: ["Ask the user to make {path} readable for this account, or to take it out of tool_path."],
  },
  tool_file_unreadable: {
    layer: "platform",
    recoverable: "user-action-required",
    message: "Cannot read the tool {path} ({reason})",
    fix: ["Ask the user to make {path} readable for this account."],
  },
  tool_name_taken_twice: {
    layer: "precondition",
    recoverable: "user-action-required",
    message: "Two files are the tool {tool}: {first} and {second}",
    fix: ["Ask the user which of {first} and {second} is the tool; the other must be renamed or removed."],
  },
  header_invalid: {
    layer: "precondition",
    recoverable: "user-action-required",
    message: "{file}:{line}: {reason}",
    fix: ["{instead}"],
  },
  header_missing: {
    layer: "precondition",
    recoverable: "user-action-required",
    message: "{file} has no TOOL_META header, so it is not a tool",
    fix: ["Write a TOOL_META comment at the top of {file} with noun, verb, preconditions, idempotent and side_effects."],
  },
  settings_unreadable: {
    layer: "platform",
    recoverable: "user-action-required",
    message: "Cannot read the settings {file} ({reason})",
    fix: ["Ask the user to make {file} a file that this account may read."],
  },
  settings_not_json: { layer: "precondition", recoverable: "yes", message: "{file}:{line}: not JSON: {reason}", fix: [] },
  settings_invalid: { layer: "precondition", recoverable: "yes", message: "{file}:{line}: {reason}", fix: [] },
  settings_wrong: { layer: "precondition", recoverable: "yes", message: "{reason}", fix: [] },
  // What they were meant to say, and with it who may do what, is nobody's to guess.
  settings_needs_user: { layer: "precondition", recoverable: "user-action-required", message: "{reason}", fix: [] },
  tool_file_gone: {
    layer: "precondition",
    recoverable: "user-action-required",
    message: "{tool} is in the registry, but its file {file} is gone",
    fix: ["Ask the user whether {file} was deleted on purpose: if so, run {generate}; if not, bring it back ({restore})."],
  },
  tool_file_not_searched: {
    layer: "precondition",
    recoverable: "user-action-required",
    message: "{file} is there, but no folder of tool_path holds it, so {tool} is no tool",
    fix: [
      "Ask the user whether {folder} belongs into tool_path of niche.json: if not, run {generate}, which takes {tool} out of the registry.",
    ],
  },
} as const satisfies Record<string, CatalogueEntry>;
