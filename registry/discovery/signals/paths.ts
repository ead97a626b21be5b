import picomatch from "picomatch";
import type { DiscoveryInput } from "../discovery-input.ts";
import type { Signal } from "./signal.ts";

interface Place {
  readonly path: string;
  readonly weight: number;
  readonly said: (glob: string) => string;
}

/**
 * A capability whose `paths` match what the turn is about: files that were
 * touched, files that a failure names, the folder the caller stands in. The
 * nearest evidence counts, not the sum.
 */
export function pathsSignal(input: DiscoveryInput): Signal {
  const places: readonly Place[] = [
    ...input.touchedPaths.map((path) => ({ path, weight: 4, said: (glob: string) => `${path} was touched and matches ${glob}` })),
    ...input.recentFailures.flatMap(({ id, paths }) =>
      paths.map((path) => ({ path, weight: 4, said: (glob: string) => `${id} failed on ${path}, which matches ${glob}` })),
    ),
    ...(input.cwd === "" ? [] : [{ path: input.cwd, weight: 2, said: (glob: string) => `the caller is in ${input.cwd}, inside ${glob}` }]),
  ];
  const matchers = new Map<string, (path: string) => boolean>();
  const matches = (glob: string, path: string) => {
    let matcher = matchers.get(glob);
    if (matcher === undefined) {
      matcher = globMatcher(glob);
      matchers.set(glob, matcher);
    }
    return matcher(path);
  };
  if (places.length === 0) return () => undefined;
  return ({ match }) => {
    for (const { path, weight, said } of places) {
      const glob = match?.paths.find((pattern) => matches(pattern, path));
      if (glob !== undefined) return { weight, reason: { code: "path", text: said(glob), evidence: path } };
    }
    return undefined;
  };
}

/** A glob also takes in the folder that it starts from, and a plain folder everything below. */
function globMatcher(glob: string): (path: string) => boolean {
  const pattern = glob.replace(/^\.\//, "").replace(/\/$/, "");
  return picomatch([pattern, pattern.replace(/\/\*\*(\/\*)?$/, ""), `${pattern}/**`], { dot: true });
}
