import { posix } from "node:path";
import type { ToolEntry } from "../../../registry/entry.ts";
import type { Disk } from "../../../registry/plan/disk.ts";
import { placeOf } from "../../../registry/plan/place.ts";
import { withDefaults } from "../../../registry/plan/resolve.ts";
import type { World } from "../../../registry/plan/world.ts";

const ROOT = "/project";

export interface Imagined {
  /** Paths below PROJECT_ROOT that exist, spelled plainly. */
  there?: readonly string[];
  env?: Readonly<Record<string, string>>;
  /** Links directly in PROJECT_ROOT, by name, and where they point. */
  links?: Readonly<Record<string, string>>;
}

/** A state that stands in no file system: a path exists if it is named, `newer than` holds never, programs and variables are there. */
export function imaginedWorld(tools: readonly ToolEntry[], { there = [], env = {}, links = {} }: Imagined = {}): World {
  const disk: Disk = {
    real(path) {
      const plain = posix.normalize(path).replace(/(?<=.)\/$/, "");
      const [, name = "", rest = ""] = /^\/project\/([^/]+)(.*)$/.exec(plain) ?? [];
      return links[name] === undefined ? plain : `${ROOT}/${links[name]}${rest}`;
    },
    there: () => false,
  };
  const own = { ...env, PROJECT_ROOT: ROOT };
  const place: World["place"] = (template, declared) => placeOf(template, withDefaults(own, declared), ROOT, disk);
  return {
    root: ROOT,
    env: own,
    tools,
    subjects: ["acme"],
    place,
    unmet(precondition, declared) {
      if (!("path" in precondition)) return undefined;
      const path = place(precondition.path, declared).text;
      if (precondition.kind === "newer") return { precondition, kind: "older", reason: `${path} is older` };
      return there.includes(path) ? undefined : { precondition, kind: "missing", reason: `${path} not found` };
    },
  };
}
