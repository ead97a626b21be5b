/** The library entry: `import { ToolError, type Run } from "nichekit"`. */
export { exitCodeOf, isToolError, type Layer, type Recoverable, ToolError, type ToolErrorInit } from "../registry/error/tool-error.ts";
export type { Intent, Outcome, OutcomeError, OutcomeMeta, Render, Run, ToolContext } from "../registry/tool-context.ts";
