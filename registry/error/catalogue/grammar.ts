import type { CatalogueEntry } from "../catalogue-entry.ts";

/** How a call is written. */
export const GRAMMAR = {
  unknown_noun: { layer: "precondition", recoverable: "yes", message: "Unknown noun: {noun}", fix: ["{command!} --help"] },
  unknown_verb: { layer: "precondition", recoverable: "yes", message: "Unknown verb: {noun} {verb}", fix: ["{command!} {noun} --help"] },
  unknown_option: { layer: "precondition", recoverable: "yes", message: "Unknown option: {option}", fix: ["{help!}"] },
  value_missing: { layer: "precondition", recoverable: "yes", message: "{option} wants a value", fix: ["{help!}"] },
  value_not_taken: { layer: "precondition", recoverable: "yes", message: "{option} takes no value", fix: ["{help!}"] },
  unexpected_argument: { layer: "precondition", recoverable: "yes", message: "Unexpected argument: {argument}", fix: ["{help!}"] },
  words_in_one: {
    layer: "precondition",
    recoverable: "yes",
    message: 'Several words came as one: "{argument}"',
    fix: ["{help!}"],
  },
  parameter_required: { layer: "precondition", recoverable: "yes", message: "{name} is required", fix: ["{help!}"] },
  parameter_unknown: { layer: "precondition", recoverable: "yes", message: 'No argument is called "{name}"', fix: ["{help!}"] },
  parameter_invalid: { layer: "precondition", recoverable: "yes", message: "{name} must be {expected}, not {given}", fix: ["{help!}"] },
  limit_invalid: { layer: "precondition", recoverable: "yes", message: "{option} must be {expected}, not {given}", fix: ["{help!}"] },
  input_unreadable: { layer: "precondition", recoverable: "yes", message: "Cannot read the input {source}: {reason}", fix: ["{help!}"] },
  input_not_json: { layer: "precondition", recoverable: "yes", message: "The input is not a JSON object: {reason}", fix: ["{help!}"] },
  input_not_taken: {
    layer: "precondition",
    recoverable: "yes",
    message: "{tool} declares no arguments, so --input has nothing to check against",
    fix: ["{help!}"],
  },
  fields_not_taken: {
    layer: "precondition",
    recoverable: "yes",
    message: "{tool} gives text: it has no fields to select",
    fix: ["{help!}"],
  },
} as const satisfies Record<string, CatalogueEntry>;
