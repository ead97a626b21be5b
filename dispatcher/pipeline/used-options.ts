import type { CheckedCall } from "./call.ts";

/** The options that a call gives, which may add effects of their own. */
export function usedOptions(call: CheckedCall): string[] {
  const options = call.tool.entry.options ?? [];
  return options.filter(({ name }) => call.args[name] !== undefined && call.args[name] !== false).map(({ name }) => name);
}
