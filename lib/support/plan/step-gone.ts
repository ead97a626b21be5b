import { access } from "node:fs/promises";
import { resolve } from "node:path";
import type { Outcome } from "../../../registry/tool-context.ts";

/** Whether the file of a tool is where it was when the plan was made; `source` as the registry has it. */
export async function sourceThere(source: string, root: string): Promise<boolean> {
  if (source.startsWith("nichekit:")) return true;
  return access(resolve(root, source)).then(
    () => true,
    () => false,
  );
}

/** What calling a tool whose file is gone comes to. */
export function goneOutcome(tool: string, source: string): Outcome {
  const message = `${source} is not there any more`;
  return {
    ok: false,
    tool,
    error: { code: "tool_vanished", layer: "precondition", recoverable: "yes", message, fix: [], exit_code: 1 },
    meta: { duration_ms: 0, dry_run: false, truncated: null, warnings: [] },
  };
}
