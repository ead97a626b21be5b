import { PATH_WORD, type PathTemplate, pathTemplate } from "./precondition.ts";

export type EffectAction =
  | { kind: "reads" | "writes" | "creates" | "deletes"; path: PathTemplate }
  | { kind: "network"; access: "read" | "write"; host: string }
  | { kind: "external"; system: string; what: string }
  | { kind: "process"; what: string }
  | { kind: "prose" };

/** What a call changes or touches. `option`: only calls that give this option have it. */
export type Effect = { text: string; option?: string } & EffectAction;

/**
 * Reads one side effect (contract 4.8); what no phrase matches is kept as
 * prose, which counts as the gravest. So `reads a and writes b` is prose: a
 * path is one word, or quoted.
 */
export function parseEffect(text: string): Effect {
  const words = text.trim().replace(/\s+/g, " ");
  const [, option, rest] = words.match(/^--([A-Za-z0-9][\w-]*): ?(.+)$/) ?? [];
  return option === undefined ? { text: words, ...parseAction(words) } : { text: words, option, ...parseAction(rest ?? "") };
}

const PATH_ACTION = new RegExp(`^(reads|writes|creates|deletes) ${PATH_WORD}$`);

function parseAction(words: string): EffectAction {
  const [, kind, path] = words.match(PATH_ACTION) ?? [];
  if (path !== undefined) return { kind: kind as "reads", path: pathTemplate(path) };
  const [, access, host] = words.match(/^network (read|write) (\S+)$/) ?? [];
  if (host !== undefined) return { kind: "network", access: access as "read", host };
  const [, system, done] = words.match(/^external (\S+) (.+)$/) ?? [];
  if (system !== undefined && done !== undefined) return { kind: "external", system, what: done };
  const [, what] = words.match(/^process (.+)$/) ?? [];
  return what === undefined ? { kind: "prose" } : { kind: "process", what };
}
