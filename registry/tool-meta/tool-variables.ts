import { referencedVariables } from "../plan/resolve.ts";
import type { ToolMeta } from "./tool-meta.ts";

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
 * The names of the variables that a tool gets (contract 4.3, `env`), besides `LC_*`: the base set, what its header declares, and
 * what its preconditions and side effects name. `*` among them stands for all.
 */
export function toolVariables(meta: Pick<ToolMeta, "env" | "preconditions" | "side_effects">): Set<string> {
  const names = new Set([...BASE, ...meta.env.map(({ name }) => name)]);
  for (const { text } of [...meta.preconditions, ...meta.side_effects]) for (const name of referencedVariables(text)) names.add(name);
  for (const test of meta.preconditions) {
    if (test.kind === "set") names.add(test.name);
    for (const path of "path" in test ? [test.path, ...("than" in test ? [test.than] : [])] : []) {
      for (const name of referencedVariables(path)) names.add(name);
    }
  }
  for (const effect of meta.side_effects) if ("path" in effect) for (const name of referencedVariables(effect.path)) names.add(name);
  return names;
}
