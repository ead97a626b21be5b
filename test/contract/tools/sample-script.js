// TOOL_META
// noun: sample
// verb: script
// summary: The contract's sample in plain JavaScript, with its header in line comments.
// preconditions: []
// idempotent: true
// side_effects: []
// options:
//   - {name: lines, type: integer, default: 3}
// output: json
// examples: [sample script --lines 2]
export const run = ({ lines }) => Array.from({ length: lines }, (_, line) => ({ line, text: "日本語" }));
