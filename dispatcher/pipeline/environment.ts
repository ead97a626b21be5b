import { referencedVariables } from "../../registry/plan/resolve.ts";
import type { ToolMeta } from "../../registry/tool-meta/tool-meta.ts";

type Env = Readonly<Record<string, string | undefined>>;

/** What every tool gets without declaring it: who and where, language and time, how to print. */
const BASE: readonly string[] = [
  "PATH",
  "HOME",
  "USER",
  "LOGNAME",
  "SHELL",
  "TMPDIR",
  "TZ",
  "TERM",
  "LANG",
  "LANGUAGE",
  "NO_COLOR",
  "PROJECT_ROOT",
  "SUBJECT",
  "SUBJECT_COMMAND",
  "TOOL_SESSION",
];

/**
 * The environment of a tool (contract 4.3, `env`): the base set and `LC_*`, what
 * its header declares, and the variables its preconditions and side effects
 * name. BASH_ENV, NODE_OPTIONS, LD_PRELOAD and whatever else the caller has
 * stay out unless declared.
 */
export function toolEnvironment(meta: Pick<ToolMeta, "env" | "preconditions" | "side_effects">, env: Env): Record<string, string> {
  const names = new Set([...BASE, ...meta.env.map(({ name }) => name)]);
  for (const { text } of [...meta.preconditions, ...meta.side_effects]) for (const name of referencedVariables(text)) names.add(name);
  for (const test of meta.preconditions) {
    if (test.kind === "set") names.add(test.name);
    for (const path of "path" in test ? [test.path, ...("than" in test ? [test.than] : [])] : []) {
      for (const name of referencedVariables(path)) names.add(name);
    }
  }
  for (const effect of meta.side_effects) if ("path" in effect) for (const name of referencedVariables(effect.path)) names.add(name);
  const own: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) {
    if (value !== undefined && (names.has(name) || name.startsWith("LC_"))) own[name] = value;
  }
  return own;
}
