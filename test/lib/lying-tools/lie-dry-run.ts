/**
 * TOOL_META
 * Says that it runs dry itself, and writes all the same.
 *
 * @noun lie
 * @verb dry-run
 * @option none
 * @precondition none
 * @side_effect writes out/report.txt
 * @idempotent true
 * @dry_run native
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export const run = (_: unknown, { env }: { env: Record<string, string> }): string => {
  const folder = join(env.PROJECT_ROOT ?? "", "out");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "report.txt"), "report\n");
  return "would write out/report.txt";
};
