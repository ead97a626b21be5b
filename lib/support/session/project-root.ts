import { realpathSync } from "node:fs";
import { resolve } from "node:path";
import type { ToolContext } from "../../../registry/tool-context.ts";

/** PROJECT_ROOT, absolute and real. */
export function projectRoot({ env, cwd }: Pick<ToolContext, "env" | "cwd">): string {
  return realpathSync(resolve(cwd, env.PROJECT_ROOT || "."));
}
