import type { ToolContext } from "../../../registry/tool-context.ts";
import type { SkippedFile } from "./docs-files.ts";

/** Named one by one up to this many, then counted. */
const NAMED = 5;

/** Warns of files whose text was not taken, so that none is missing in silence. */
export function warnSkipped(context: ToolContext, shown: (path: string) => string, skipped: readonly SkippedFile[]): void {
  for (const { path, reason } of skipped.slice(0, NAMED)) context.warn(`${shown(path)}: ${reason}; left out`);
  if (skipped.length > NAMED) context.warn(`${skipped.length - NAMED} more files were left out`);
}
