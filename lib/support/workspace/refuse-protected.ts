import { fault } from "../../../registry/error/catalogue.ts";
import type { ToolContext } from "../../../registry/tool-context.ts";
import type { PlaceInside } from "./place-inside.ts";

/**
 * What the tools that write never change, in whatever mode: what decides over them, and what records them.
 *
 * @throws ToolError `file_protected`
 */
export function refuseProtected({ env }: Pick<ToolContext, "env">, { path, given }: PlaceInside): void {
  // Some file systems take NICHE.JSON for niche.json.
  const lower = path.toLowerCase();
  const reason = REASONS.find(({ of }) => of(lower, env.SUBJECT?.toLowerCase()))?.reason;
  if (reason !== undefined) throw fault("file_protected", { path: given, reason });
}

const REASONS: readonly { reason: string; of(path: string, subject: string | undefined): boolean }[] = [
  { reason: "it decides what may be done here", of: (path) => path === "niche.json" },
  { reason: "it belongs to git, and can make git run programs", of: (path) => path.split("/").includes(".git") },
  { reason: "it is the record of what was done", of: (path) => path === "logs/sessions" || path.startsWith("logs/sessions/") },
  { reason: "it is written by gen-registry alone", of: (path) => path === "logs/tool-registry.json" },
  { reason: "it is the command that all calls pass through", of: (path, subject) => subject !== undefined && path === `bin/${subject}` },
];
