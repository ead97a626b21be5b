import { type Overlap, overlap, type Place } from "./place.ts";
import { placeIndex } from "./place-index.ts";
import type { Step } from "./step.ts";
import { changes, type Touch } from "./touch.ts";

/** Two steps that must not run side by side (contract 4.8), and what they share. */
export interface Clash {
  /** Numbers of the steps, the smaller first. */
  readonly steps: readonly [number, number];
  /** The path, or the system or host. */
  readonly shared: string;
  readonly reason: string;
}

interface Known {
  readonly at: number;
  readonly touch: Touch;
}

/**
 * The pairs in which a write meets a read or a write of the same path; one reason for each. A path whose variable is
 * not set may be any path, and an effect in prose may be anything: such calls run alone. So do two that change one
 * outside system or host, since nobody knows what they share there.
 */
export function clashesOf(steps: readonly Step[], touches: readonly (readonly Touch[])[]): readonly Clash[] {
  const found = new Map<number, Clash>();
  const add = (a: number, b: number, shared: string, reason: string) => {
    const key = Math.min(a, b) * steps.length + Math.max(a, b);
    if (a !== b && !found.has(key)) found.set(key, { steps: a < b ? [a, b] : [b, a], shared, reason });
  };
  const writers = placeIndex<Known>();
  const readers = placeIndex<Known>();
  touches.forEach((own, at) => {
    for (const touch of own) {
      const others = changes(touch) ? [...writers.near(touch.place), ...readers.near(touch.place)] : writers.near(touch.place);
      for (const other of others) {
        if (other.at === at || found.has(other.at * steps.length + at)) continue;
        const how = overlap(other.touch.place, touch.place);
        if (how !== "apart") add(other.at, at, narrower(other.touch.place, touch.place, how).text, reasonOf(other, { at, touch }, how));
      }
      (changes(touch) ? writers : readers).add(touch.place, { at, touch });
    }
  });
  for (const [a, b, shared, reason] of outside(steps)) add(a, b, shared, reason);
  return [...found.values()].sort((one, other) => one.steps[0] - other.steps[0] || one.steps[1] - other.steps[1]);
}

function narrower(a: Place, b: Place, how: Overlap): Place {
  return how === "contains" || (how === "unknown" && !a.unknown) ? b : a;
}

function reasonOf(a: Known, b: Known, how: Overlap): string {
  const said = ({ at, touch }: Known) => `step ${at + 1} ${touch.how} ${touch.place.text}`;
  const why: Readonly<Partial<Record<Overlap, string>>> = {
    contains: ", which holds it",
    within: ", which lies in it",
    meets: ": a pattern that can name the same path",
    unknown: ": a variable is not set, so it may be the same path",
  };
  return how === "contains"
    ? `${said(b)} and ${said(a)}${why[how]}`
    : `${said(a)} and ${said(b)}${how === "within" ? ", which holds it" : (why[how] ?? "")}`;
}

function* outside(steps: readonly Step[]): Generator<[number, number, string, string]> {
  const users = new Map<string, { at: number; changes: boolean }[]>();
  for (const [at, step] of steps.entries()) {
    for (const effect of step.effects) {
      if (effect.kind === "prose") {
        for (const other of steps.keys()) yield [at, other, effect.text, `what step ${at + 1} does cannot be read: ${effect.text}`];
      }
      const shared = effect.kind === "external" ? effect.system : effect.kind === "network" ? effect.host : undefined;
      if (shared === undefined) continue;
      const known = users.get(shared) ?? [];
      const change = effect.kind === "external" || (effect.kind === "network" && effect.access === "write");
      for (const other of known)
        if (change || other.changes) yield [other.at, at, shared, `steps ${other.at + 1} and ${at + 1} use ${shared}, and one changes it`];
      users.set(shared, [...known, { at, changes: change }]);
    }
  }
}
