import { isAbsolute, join, relative, sep } from "node:path";
import type { HookSettings } from "../project/project.ts";
import { realTarget } from "./real-target.ts";

/** What besides fixed names is protected in a project. */
export interface Guarded {
  /** The subject's name, whose wrapper is `bin/<subject>`. */
  readonly subject?: string | undefined;
  readonly hooks?: { readonly before?: readonly HookSettings[]; readonly after?: readonly HookSettings[] } | undefined;
}

/**
 * Why changing a place would grant rights or hide what was done; undefined: it would not. `root` and `place` are absolute and real;
 * names count in any case, since some file systems take NICHE.JSON for niche.json. `whole`: the call may take all below the
 * place with it, so that what holds a protected place is one.
 */
export function protectedPath(root: string, place: string, guarded: Guarded = {}, whole = false): string | undefined {
  const way = relative(root, place).split(sep).join("/").toLowerCase();
  if (way === ".." || way.startsWith("../") || isAbsolute(way)) return undefined;
  if (way.split("/").includes(".git")) return "it belongs to git, and can make git run programs";
  const places = [
    { path: "niche.json", reason: "it decides what may be done here" },
    { path: "logs/tool-registry.json", reason: "it says which tools there are and what they change" },
    { path: "logs/sessions", reason: "it is the record of what was done" },
    ...(guarded.subject ? [{ path: `bin/${guarded.subject}`, reason: "it is the command that all calls pass through" }] : []),
    ...hookPrograms(root, guarded.hooks).map((path) => ({ path, reason: "it is a hook, which judges calls" })),
  ];
  const isOrHolds = (path: string) => {
    const known = path.toLowerCase();
    return way === known || way.startsWith(`${known}/`) || (whole && (way === "" || known.startsWith(`${way}/`)));
  };
  if (whole && way === "") return "it holds the project's settings and its record";
  return places.find(({ path }) => isOrHolds(path))?.reason;
}

/** Files of the project that hooks consist of: their programs and what they are given to run; relative, `/`-separated. */
function hookPrograms(root: string, hooks: Guarded["hooks"]): string[] {
  const words = [...(hooks?.before ?? []), ...(hooks?.after ?? [])].flatMap(({ command }) =>
    command.filter((word, at) => at > 0 || word.includes("/")),
  );
  return words.flatMap((word) => {
    if (word.startsWith("-") || word.includes("\0")) return [];
    const literal = join(isAbsolute(word) ? "/" : root, word);
    return [literal, realTarget(literal)].flatMap((path) => {
      const way = path === undefined ? ".." : relative(root, path).split(sep).join("/");
      return way === "" || way === ".." || way.startsWith("../") || isAbsolute(way) ? [] : [way];
    });
  });
}
