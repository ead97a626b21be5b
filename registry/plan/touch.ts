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
  // Loops, since a plan of 1,000 steps has several thousand of these.
  const touches: Touch[] = [];
  for (const one of tool.preconditions) {
    if ("path" in one) touches.push(touch("needs", one.path));
    if ("than" in one) touches.push(touch("needs", one.than));
  }
  for (const effect of step.effects) if ("path" in effect) touches.push(touch(effect.kind, effect.path));
  return touches;
}

export function changes(touch: Touch): boolean {
  return touch.how !== "reads" && touch.how !== "needs";
}
