import type { Place } from "./place.ts";

/** Things by their place, so that those which may overlap are found without comparing all. */
export interface PlaceIndex<T> {
  add(place: Place, item: T): void;
  /** Everything that may overlap `place`, some of it twice: the caller decides by `overlap`. */
  near(place: Place): readonly T[];
}

export function placeIndex<T>(): PlaceIndex<T> {
  const all: T[] = [];
  /** At or below a folder; at a place itself; at patterns, unset variables and folders above the project. */
  const below = new Map<string, T[]>();
  const at = new Map<string, T[]>();
  const loose: T[] = [];
  return {
    add(place, item) {
      all.push(item);
      if (place.keys.length === 0) {
        loose.push(item);
        return;
      }
      push(at, place.key, item);
      for (const key of place.keys) push(below, key, item);
    },
    near(place) {
      if (place.keys.length === 0) return all;
      const found: T[] = [...(below.get(place.key) ?? []), ...loose];
      for (let above = 1; above < place.keys.length; above++) {
        const items = at.get(place.keys[above] as string);
        if (items !== undefined) found.push(...items);
      }
      return found;
    },
  };
}

function push<T>(map: Map<string, T[]>, key: string, item: T): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [item]);
  else known.push(item);
}
