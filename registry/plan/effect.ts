import { type PathTemplate, pathTemplate } from "./precondition.ts";

export type EffectAction =
  | { kind: "reads" | "writes" | "creates" | "deletes"; path: PathTemplate }
  | { kind: "network"; access: "read" | "write"; host: string }
  | { kind: "external"; system: string; what: string }
  | { kind: "process"; what: string }
  | { kind: "prose" };

/** What a call changes or touches. `option`: only calls that give this option have it. */
export type Effect = { text: string; option?: string } & EffectAction;

/** Reads one side effect (contract 4.8); what no phrase matches is kept as prose. */
export function parseEffect(text: string): Effect {
  const words = text.trim().replace(/\s+/g, " ");
  const conditional = words.match(/^--([A-Za-z0-9][\w-]*): ?(.+)$/);
  const action = parseAction(conditional ? (conditional[2] as string) : words);
  return conditional ? { text: words, option: conditional[1] as string, ...action } : { text: words, ...action };
}

function parseAction(words: string): EffectAction {
  const path = words.match(/^(reads|writes|creates|deletes) (\S.*)$/);
  if (path) return { kind: path[1] as "reads", path: pathTemplate(path[2] as string) };
  const network = words.match(/^network (read|write) (\S+)$/);
  if (network) return { kind: "network", access: network[1] as "read", host: network[2] as string };
  const external = words.match(/^external (\S+) (.+)$/);
  if (external) return { kind: "external", system: external[1] as string, what: external[2] as string };
  const process = words.match(/^process (.+)$/);
  if (process) return { kind: "process", what: process[1] as string };
  return { kind: "prose" };
}
