import type { CatalogueEntry } from "../catalogue-entry.ts";

/** What generate, check, show and diff find. */
export const REGISTRY = {
  registry_unreadable: {
    layer: "platform",
    recoverable: "user-action-required",
    message: "Cannot read {file} ({reason})",
    fix: ["Ask the user to make {file} a file that this account may read."],
  },
  registry_unwritable: {
    layer: "platform",
    recoverable: "user-action-required",
    message: "Cannot write {file} ({reason})",
    fix: ["Ask the user to make {file} and its folder writable for this account."],
  },
  registry_missing: { layer: "precondition", recoverable: "yes", message: "{reason}", fix: ["{command!} registry generate"] },
  registry_conflict: { layer: "precondition", recoverable: "yes", message: "{reason}", fix: ["{command!} registry generate"] },
  registry_not_json: { layer: "precondition", recoverable: "yes", message: "{reason}", fix: ["{command!} registry generate"] },
  registry_other_version: { layer: "precondition", recoverable: "yes", message: "{reason}", fix: ["{command!} registry generate"] },
  registry_edited: { layer: "precondition", recoverable: "yes", message: "{reason}", fix: ["{command!} registry generate"] },
  registry_reformatted: { layer: "precondition", recoverable: "yes", message: "{reason}", fix: ["{command!} registry generate"] },
  tool_header_changed: { layer: "precondition", recoverable: "yes", message: "{reason}", fix: ["{command!} registry generate"] },
  tool_new: { layer: "precondition", recoverable: "yes", message: "{reason}", fix: ["{command!} registry generate"] },
  tool_gone: { layer: "precondition", recoverable: "yes", message: "{reason}", fix: ["{command!} registry generate"] },
  tool_moved: { layer: "precondition", recoverable: "yes", message: "{reason}", fix: ["{command!} registry generate"] },
  tool_broken: { layer: "precondition", recoverable: "yes", message: "{reason}", fix: ["{command!} registry generate"] },
  types_missing: { layer: "precondition", recoverable: "yes", message: "{reason}", fix: ["{command!} registry generate"] },
  types_stale: { layer: "precondition", recoverable: "yes", message: "{reason}", fix: ["{command!} registry generate"] },
  types_edited: { layer: "precondition", recoverable: "yes", message: "{reason}", fix: ["{command!} registry generate"] },
  types_left_over: { layer: "precondition", recoverable: "yes", message: "{reason}", fix: ["{command!} registry generate"] },
  registry_drift: {
    layer: "precondition",
    recoverable: "yes",
    message: "The committed registry differs from the headers in {count} ways: {reason}",
    fix: ["{command!} registry generate"],
  },
  tool_headers_broken: {
    layer: "precondition",
    recoverable: "user-action-required",
    message: "{count} of the tool files cannot be registered (the others are): {reason}",
    fix: [],
  },
  registry_tool_unknown: {
    layer: "precondition",
    recoverable: "yes",
    message: "The registry has no tool {tool}",
    fix: ["{command!} registry show"],
  },
  registry_field_unknown: {
    layer: "precondition",
    recoverable: "yes",
    message: "{tool} has no field {field}",
    fix: ["{command!} registry show {noun} {verb}"],
  },
  registry_revision_unknown: {
    layer: "precondition",
    recoverable: "yes",
    message: "Not a file and not a git revision that holds {file}: {revision}",
    fix: ["{log!}"],
  },
  registry_no_git: {
    layer: "precondition",
    recoverable: "user-action-required",
    message: "Not a file, and no git revision: {revision}; {reason}",
    fix: ["Ask the user for the file of the registry to compare with."],
  },
  registry_not_comparable: {
    layer: "precondition",
    recoverable: "yes",
    message: "{source} is not a registry: {reason}",
    fix: ["{check!}"],
  },
} as const satisfies Record<string, CatalogueEntry>;
