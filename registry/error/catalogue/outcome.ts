import type { CatalogueEntry } from "../catalogue-entry.ts";

/** How the end of a process tool is judged. */
export const OUTCOME = {
  killed_by_signal: {
    layer: "runtime",
    recoverable: "no",
    message: "{tool} was ended by {signal}",
    fix: ["{command!} {noun} {verb} --help"],
  },
  exit_without_block: {
    layer: "runtime",
    recoverable: "no",
    message: "{tool} ended with exit code {exit} but without the error form on stderr that this code promises{last}",
    fix: ["{command!} {noun} {verb} --help"],
  },
  exit_code_out_of_range: {
    layer: "runtime",
    recoverable: "no",
    message: "{tool} ended with exit code {exit}{meaning}; a tool has 0 to 3{last}",
    fix: ["{command!} {noun} {verb} --help"],
  },
  tool_failed: {
    layer: "runtime",
    recoverable: "no",
    message: "{tool} failed with exit code 2{last}",
    fix: ["{command!} {noun} {verb} --help"],
  },
  output_not_json: {
    layer: "runtime",
    recoverable: "no",
    message: "{tool} declares {format} output but printed something else: {reason}",
    fix: ["{command!} {noun} {verb} --help"],
  },
  output_schema_mismatch: {
    layer: "runtime",
    recoverable: "no",
    message: "The output of {tool} does not match the schema in its header: {reason}",
    fix: ["{command!} {noun} {verb} --help"],
  },
  output_schema_invalid: {
    layer: "runtime",
    recoverable: "no",
    message: "The output schema in the header of {tool} is not a JSON Schema: {reason}",
    fix: ["{command!} {noun} {verb} --help"],
  },
  output_not_writable: {
    layer: "platform",
    recoverable: "user-action-required",
    message: "The result could not be written to stdout ({reason})",
    fix: ["Tell the user: what stands behind stdout takes no more (a full disk?); the call itself may have done its work."],
  },
  output_not_writable_as_json: {
    layer: "runtime",
    recoverable: "no",
    message: "The result cannot be written as JSON: {reason}",
    fix: ["Tell the author of the tool: its data must be plain JSON, nested no deeper than a program can walk."],
  },
} as const satisfies Record<string, CatalogueEntry>;
