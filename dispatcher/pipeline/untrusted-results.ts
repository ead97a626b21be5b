import { join, relative, resolve, sep } from "node:path";
import type { ToolEntry } from "../../registry/entry.ts";

/** Where the rest of a cut result is kept, below PROJECT_ROOT. */
export const RESULTS = join("logs", "cache", "results");
/** Where it is kept if it came from outside: what reads it there gives untrusted data again. */
export const UNTRUSTED_RESULTS = join(RESULTS, "untrusted");

/** Whether a path that a call names lies among the kept results from outside. */
export function namesUntrusted(
  { options = [], args: positional = [] }: Pick<ToolEntry, "options" | "args">,
  args: Readonly<Record<string, unknown>>,
  { cwd, root }: { readonly cwd: string; readonly root: string },
): boolean {
  const folder = join(root, UNTRUSTED_RESULTS);
  const inside = (path: unknown) => {
    if (typeof path !== "string") return false;
    const place = relative(folder, resolve(cwd, path));
    return place === "" || (place !== ".." && !place.startsWith(`..${sep}`));
  };
  return [...options, ...positional].some(({ name, type }) => {
    if (type !== "path") return false;
    const given = args[name];
    return Array.isArray(given) ? given.some(inside) : inside(given);
  });
}
