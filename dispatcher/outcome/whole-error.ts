import { type Layer, type Recoverable, ToolError } from "../../registry/error/tool-error.ts";

const LAYERS: readonly unknown[] = ["precondition", "runtime", "platform"] satisfies Layer[];
const RECOVERABLE: readonly unknown[] = ["yes", "no", "user-action-required"] satisfies Recoverable[];

/**
 * A tool's error made whole (contract 4.5): words that the contract does not
 * know count as `runtime` and `no`, a code that is no identifier as
 * `tool_error`, and an error without a Fix gets the next best one: its user's
 * sentence, or the tool's help. `warnings` names what the tool left out.
 */
export function wholeError(error: ToolError, help: string): { error: ToolError; warnings: readonly string[] } {
  const warnings: string[] = [];
  const known = LAYERS.includes(error.layer) && RECOVERABLE.includes(error.recoverable);
  if (!known)
    warnings.push(
      `The tool's error has the layer "${error.layer}" and recoverable "${error.recoverable}", which do not exist; it counts as runtime, no`,
    );
  const layer = known ? error.layer : "runtime";
  const recoverable = known ? error.recoverable : "no";
  const code = /^[a-z][a-z0-9_]*$/.test(error.code) ? error.code : "tool_error";
  const fix = error.fix.filter((line) => typeof line === "string" && line.trim() !== "");
  if (fix.length === 0) {
    if (recoverable === "yes") warnings.push("The tool's error says that it can be recovered, but not how: it has no Fix");
    fix.push(recoverable === "user-action-required" ? `Tell the user: ${error.message}` : help);
  }
  if (known && code === error.code && fix.length === error.fix.length) return { error, warnings };
  return { error: new ToolError({ layer, recoverable, message: error.message, code, fix, detail: error.detail }), warnings };
}
