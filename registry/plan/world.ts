import type { ToolEntry } from "../entry.ts";
import type { EnvVariable } from "../tool-meta/tool-meta.ts";
import { lookingAtDisk } from "./disk.ts";
import { type Unmet, unmet } from "./holds.ts";
import { type Place, placeOf } from "./place.ts";
import type { PathTemplate, Precondition } from "./precondition.ts";
import { referencedVariables, withDefaults } from "./resolve.ts";
import type { Toolbox } from "./step.ts";

type Env = Readonly<Record<string, string | undefined>>;

/** The present state, as a plan asks for it: once for each thing, so one plan sees one state. */
export interface World extends Toolbox {
  /** PROJECT_ROOT: absolute, real. */
  readonly root: string;
  place(template: PathTemplate, declared: readonly EnvVariable[]): Place;
  unmet(precondition: Precondition, declared: readonly EnvVariable[]): Unmet | undefined;
}

/**
 * The state of a project now.
 *
 * @param env the project's environment, PROJECT_ROOT in it, without the tools' own defaults
 */
export function presentWorld(
  root: string,
  env: Env,
  tools: readonly ToolEntry[],
  more: Partial<Pick<Toolbox, "subjects" | "broken" | "slip">> = {},
): World {
  const disk = lookingAtDisk();
  const places = new Map<string, Place>();
  const states = new Map<string, Unmet | undefined>();
  /** What a template comes to depends on these values alone. */
  const keyed = (template: string, own: Env) =>
    template.includes("$") ? `${template}\0${referencedVariables(template).map((name) => own[name] ?? "\0")}` : template;
  return {
    root,
    env,
    tools,
    subjects: more.subjects ?? [],
    broken: more.broken,
    slip: more.slip,
    place(template, declared) {
      const own = withDefaults(env, declared);
      const key = keyed(template, own);
      let place = places.get(key);
      if (place === undefined) {
        place = placeOf(template, own, root, disk);
        places.set(key, place);
      }
      return place;
    },
    unmet(precondition, declared) {
      if (precondition.kind === "prose") return undefined;
      const own = withDefaults(env, declared);
      const paths = "path" in precondition ? `${precondition.path}${"than" in precondition ? `\0${precondition.than}` : ""}` : "";
      const name =
        "name" in precondition ? `${precondition.name}\0${own[precondition.kind === "set" ? precondition.name : "PATH"] ?? ""}` : "";
      const key = `${precondition.kind}\0${name}${keyed(paths, own)}`;
      if (!states.has(key)) states.set(key, unmet(precondition, own, root));
      return states.get(key);
    },
  };
}
