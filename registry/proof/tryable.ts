import type { ToolEntry } from "../entry.ts";
import { isInside } from "../plan/path-place.ts";
import { resolvePath } from "../plan/resolve.ts";
import { effectsOf } from "../plan/risk.ts";

type Env = Readonly<Record<string, string | undefined>>;

/**
 * Why a call must not be run even in a scratch copy, since its effects reach out of it: a write to the network, an external
 * system, prose that nobody can read, a risk that the header itself calls high, a path outside `scratch`. Undefined: it may be tried.
 */
export function notTryable(
  entry: ToolEntry,
  given: Readonly<Record<string, unknown>>,
  env: Env,
  root: string,
  scratch: string,
): string | undefined {
  if (entry.risk === "high") return "its header says risk: high";
  const used = (entry.options ?? []).filter((option) => {
    const value = given[option.name] ?? option.default;
    return value !== undefined && value !== false;
  });
  for (const effect of effectsOf(
    entry,
    used.map(({ name }) => name),
  )) {
    if (effect.kind === "external" || effect.kind === "prose" || (effect.kind === "network" && effect.access === "write"))
      return effect.text;
    if (effect.kind !== "writes" && effect.kind !== "creates" && effect.kind !== "deletes") continue;
    const place = resolvePath(effect.path, env, root);
    if (place === undefined) return `${effect.text}: a variable in it is not set`;
    if (!isInside(place, scratch)) return `${effect.text}: outside the project`;
  }
  return undefined;
}
