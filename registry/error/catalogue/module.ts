import type { CatalogueEntry } from "../catalogue-entry.ts";

/** How a module tool breaks the rules of a guest. */
export const MODULE = {
  module_no_run: {
    layer: "runtime",
    recoverable: "no",
    message: "{file} does not export a function named run",
    fix: ["grep -n export {file}"],
  },
  module_exit_called: {
    layer: "runtime",
    recoverable: "no",
    message: "{tool} called {what}; a module tool returns its data or throws a ToolError",
    fix: ["grep -nE 'exit|abort|kill' {file}"],
  },
  module_never_settled: {
    layer: "runtime",
    recoverable: "no",
    message: "{tool} waits for something that can no longer happen: nothing is left that could wake it",
    fix: ["grep -nE 'await|Promise' {file}"],
  },
  module_threw: { layer: "runtime", recoverable: "no", message: "{tool} failed: {reason}{place}", fix: [] },
  module_rejection: {
    layer: "runtime",
    recoverable: "no",
    message: "{tool} left a failure behind that nothing waited for: {reason}{place}",
    fix: [],
  },
  module_not_loadable: { layer: "runtime", recoverable: "no", message: "{file} cannot be loaded: {reason}{place}", fix: [] },
  result_not_json: {
    layer: "runtime",
    recoverable: "no",
    message: "{tool} returned what JSON cannot carry: {reason}",
    fix: ["grep -n return {file}"],
  },
  render_not_text: {
    layer: "runtime",
    recoverable: "no",
    message: "The render function of {tool} returned {type}, not a string",
    fix: ["grep -n render {file}"],
  },
  worker_ended: {
    layer: "runtime",
    recoverable: "no",
    message: "The worker of {tool} ended before its result: {reason}",
    fix: ["{command!} {noun} {verb} --help"],
  },
  compile_failed: { layer: "runtime", recoverable: "yes", message: "{file}:{line}: {reason}", fix: [] },
  compiler_unavailable: {
    layer: "platform",
    recoverable: "user-action-required",
    message: "esbuild, which compiles {file}, does not start here: {reason}",
    fix: ["Ask the user to install nichekit again on this machine, so that esbuild fits its platform."],
  },
} as const satisfies Record<string, CatalogueEntry>;
