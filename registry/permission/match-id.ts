import { globMatches } from "./glob-text.ts";
import type { RuleKind } from "./rules.ts";

/**
 * Whether a rule's id names a capability. `mcp__server` alone names the server's all. A glob allows nothing of an MCP
 * server unless `mcp__<server>__` stands before it: what a server will be called, and bring, nobody has looked at.
 */
export function idMatches(pattern: string, id: string, kind: RuleKind): boolean {
  if (/^mcp__[^*]+$/.test(pattern) && !pattern.slice("mcp__".length).includes("__")) return id === pattern || id.startsWith(`${pattern}__`);
  if (!globMatches(pattern, id)) return false;
  if (kind !== "allow" || !id.startsWith("mcp__") || !pattern.includes("*")) return true;
  return /^mcp__[^*]*[^*_][^*]*__/.test(pattern);
}
