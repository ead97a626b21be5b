import type { CatalogueEntry } from "../catalogue-entry.ts";

/** What keeps a call from running. */
export const GATES = {
  precondition_failed: { layer: "precondition", recoverable: "yes", message: "{reason}", fix: [] },
  precondition_needs_user: { layer: "precondition", recoverable: "user-action-required", message: "{reason}", fix: [] },
  path_not_permitted: {
    layer: "platform",
    recoverable: "user-action-required",
    message: "Permission denied: {path}",
    fix: ["Ask the user to give this account access to {path}."],
  },
  confirmation_required: {
    layer: "precondition",
    recoverable: "user-action-required",
    message: "{tool} needs a confirmation: {effects}",
    fix: ["Ask the user whether it may: {effects}. If so, run: {again!}"],
  },
  confirmation_refused: {
    layer: "precondition",
    recoverable: "user-action-required",
    message: "{tool} was not confirmed",
    fix: ["Nothing was run. Ask the user before trying again."],
  },
  capability_unknown: {
    layer: "precondition",
    recoverable: "yes",
    message: "No capability {id} is known here",
    fix: ["{command!} capability search --query {id}"],
  },
  intent_malformed: {
    layer: "precondition",
    recoverable: "yes",
    message: "This is no call of a capability: {reason}",
    fix: ["{command!} capability call --help"],
  },
  turn_input_invalid: {
    layer: "precondition",
    recoverable: "yes",
    message: "The turn's {what} cannot be used: {reason}",
    fix: ["{command!} capability visible --help"],
  },
  mode_unknown: {
    layer: "precondition",
    recoverable: "yes",
    message: "{mode} is no permission mode; the modes are {modes}",
    fix: ["export NICHE_MODE=read-only"],
  },
  arguments_invalid: {
    layer: "precondition",
    recoverable: "yes",
    message: "{id} does not take this input: {reason}",
    fix: ["{command!} capability search --query {id} --projection full   # shows the schema of what it takes"],
  },
  source_schema_invalid: {
    layer: "runtime",
    recoverable: "no",
    message: "The schema that the source gives for {id} cannot be used: {reason}",
    fix: ["{command!} capability list --kind tool   # the others are not affected"],
  },
  source_failed: {
    layer: "runtime",
    recoverable: "no",
    message: "{source} failed at {id}",
    fix: [],
  },
  not_permitted: {
    layer: "precondition",
    recoverable: "user-action-required",
    message: "{name} is not permitted: {reason}",
    fix: ["Ask the user: {name} is not permitted here ({reason}). Do not try to reach the same by another way."],
  },
  approval_required: {
    layer: "precondition",
    recoverable: "user-action-required",
    message: "{name} needs a person's approval: {reason}",
    fix: ["Ask the user to approve it, by running it in a terminal: {again!}"],
  },
  approval_refused: {
    layer: "precondition",
    recoverable: "user-action-required",
    message: "{name} was not approved",
    fix: ["Nothing was run. Ask the user before trying again."],
  },
  internal_error: {
    layer: "runtime",
    recoverable: "no",
    message: "nichekit itself failed: {reason}",
    fix: ["{command!} --version   # report this with the stack above"],
  },
  calls_too_deep: {
    layer: "runtime",
    recoverable: "no",
    message: "{tool} is called through {limit} calls of tools by tools",
    fix: ["{command!} {tool!} --help   # a tool that calls itself, or two that call each other, must find an end"],
  },
} as const satisfies Record<string, CatalogueEntry>;
