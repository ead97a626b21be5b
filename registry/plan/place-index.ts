import type { Place } from "./place.ts";

/** Things by their place, so that those which may overlap are found without comparing all. */
export interface PlaceIndex<T> {
  add(place: Place, item: T): void;
  /** Everything that may overlap `place`, some of it twice: the caller decides by `overlap`. */
  near(place: Place): readonly T[];
}

export function placeIndex<T>(): PlaceIndex<T> {
  const all: T[] = [];
  /** At or below a folder; at a place itself; at patterns and unset variables. */
  const below = new Map<string, T[]>();
  const at = new Map<string, T[]>();
  const loose: T[] = [];
  return {
    add(place, item) {
      all.push(item);
      if (place.glob) {
        loose.push(item);
        return;
      }
      push(at, place.key, item);
      for (const key of withFoldersAbove(place.key)) push(below, key, item);
    },
    near(place) {
      if (place.glob) return all;
      const found: T[] = [...(below.get(place.key) ?? []), ...loose];
      for (const key of withFoldersAbove(place.key).slice(1)) for (const item of at.get(key) ?? []) found.push(item);
      return found;
    },
  };
}

function push<T>(map: Map<string, T[]>, key: string, item: T): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [item]);
  else known.push(item);
}

/** An absolute path and the folders above it, nearest first. */
function withFoldersAbove(path: string): string[] {
  const paths = [path];
  for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1)) paths.push(path.slice(0, end));
  if (path !== "/") paths.push("/");
  return paths;
}
