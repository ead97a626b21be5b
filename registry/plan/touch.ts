import { overlap, type Place } from "./place.ts";
import type { Step } from "./step.ts";
import type { World } from "./world.ts";

/** One path that a call reads or changes. `needs`: its precondition looks there. */
export interface Touch {
  readonly how: "needs" | "reads" | "writes" | "creates" | "deletes";
  readonly place: Place;
  /** PROJECT_ROOT itself, or a folder above: says nothing about an order. */
  readonly whole: boolean;
}

export function touchesOf(step: Step, world: World): readonly Touch[] {
  const { tool } = step;
  const root = world.place(".", []);
  const touch = (how: Touch["how"], path: string): Touch => {
    const place = world.place(path, tool.env);
    return { how, place, whole: !place.glob && ["same", "contains"].includes(overlap(place, root)) };
  };
  return [
    ...tool.preconditions.flatMap((one) => [
      ...("path" in one ? [touch("needs", one.path)] : []),
      ...("than" in one ? [touch("needs", one.than)] : []),
    ]),
    ...step.effects.flatMap((effect) => ("path" in effect ? [touch(effect.kind, effect.path)] : [])),
  ];
}

export function changes(touch: Touch): boolean {
  return touch.how !== "reads" && touch.how !== "needs";
}
