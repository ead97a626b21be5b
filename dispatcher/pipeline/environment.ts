import type { ToolMeta } from "../../registry/tool-meta/tool-meta.ts";
import { toolVariables } from "../../registry/tool-meta/tool-variables.ts";

type Env = Readonly<Record<string, string | undefined>>;

/**
 * The environment of a tool (contract 4.3, `env`): the base set and `LC_*`, what
 * its header declares, and the variables its preconditions and side effects
 * name. BASH_ENV, NODE_OPTIONS, LD_PRELOAD and whatever else the caller has
 * stay out unless declared; `env: ["*"]` declares all.
 */
export function toolEnvironment(meta: Pick<ToolMeta, "env" | "preconditions" | "side_effects">, env: Env): Record<string, string> {
  const names = toolVariables(meta);
  const all = names.has("*");
  const own: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) {
    if (value !== undefined && (all || names.has(name) || name.startsWith("LC_"))) own[name] = value;
  }
  return own;
}
