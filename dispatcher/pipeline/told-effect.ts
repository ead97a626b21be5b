import type { Effect } from "../../registry/plan/effect.ts";
import { fillTemplate } from "../../registry/plan/resolve.ts";

/** A side effect of this call in words, with its variables filled in where they are set. */
export function toldEffect(effect: Effect, env: Readonly<Record<string, string | undefined>>): string {
  if ("path" in effect) return `${effect.kind} ${fillTemplate(effect.path, env) ?? effect.path}`;
  return fillTemplate(effect.text, env) ?? effect.text;
}
