import { type Overlap, overlap, type Place } from "./place.ts";
import { placeIndex } from "./place-index.ts";
import type { Step } from "./step.ts";
import { changes, type Touch } from "./touch.ts";

/** Two steps that must not run side by side (contract 4.8), by their places in the list, the smaller first. */
export type Clash = { readonly first: number; readonly second: number } & (
  | { readonly a: Known; readonly b: Known; readonly how: Overlap }
  | { readonly shared: string; readonly reason: string }
);

/** What two steps share, and why that keeps them apart; `number` is how a step is told. */
export function explainClash(clash: Clash, number: (at: number) => number = (at) => at + 1): { shared: string; reason: string } {
  if ("shared" in clash) return clash;
  const { a, b, how } = clash;
  return { shared: narrower(a.touch.place, b.touch.place, how).text, reason: reasonOf(a, b, how, number) };
}

export interface Known {
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
  const keyOf = (a: number, b: number) => Math.min(a, b) * steps.length + Math.max(a, b);
  const writers = placeIndex<Known>();
  const readers = placeIndex<Known>();
  touches.forEach((own, at) => {
    for (const touch of own) {
      const one = { at, touch };
      const meeting = (others: readonly Known[]) => {
        for (const other of others) {
          const key = keyOf(other.at, at);
          if (other.at === at || found.has(key)) continue;
          const how = overlap(other.touch.place, touch.place);
          if (how !== "apart") found.set(key, { first: other.at, second: at, a: other, b: one, how });
        }
      };
      meeting(writers.near(touch.place));
      if (changes(touch)) meeting(readers.near(touch.place));
      (changes(touch) ? writers : readers).add(touch.place, one);
    }
  });
  for (const [a, b, shared, reason] of outside(steps)) {
    if (a === b || found.has(keyOf(a, b))) continue;
    found.set(keyOf(a, b), { first: Math.min(a, b), second: Math.max(a, b), shared, reason });
  }
  return [...Float64Array.from(found.keys()).sort()].map((key) => found.get(key) as Clash);
}

function narrower(a: Place, b: Place, how: Overlap): Place {
  return how === "contains" || (how === "unknown" && !a.unknown) ? b : a;
}

function reasonOf(a: Known, b: Known, how: Overlap, number: (at: number) => number): string {
  const said = ({ at, touch }: Known) => `step ${number(at)} ${touch.how} ${touch.place.text}`;
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
