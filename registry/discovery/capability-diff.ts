import type { DiffChange, DiffEntry } from "../session/event.ts";
import type { Reason, VisibleSet } from "./visible-set.ts";

/** A turn's visible set, and the digests of its members' cards. */
export interface SeenTurn {
  readonly visible: VisibleSet;
  digest(id: string): string | undefined;
}

export interface CapabilityDiff {
  readonly added: readonly DiffEntry[];
  readonly removed: readonly DiffEntry[];
  readonly changed: readonly DiffChange[];
}

/** What came, went and changed from one turn to the next, each with its reason. Everything of a first turn is added. */
export function capabilityDiff(before: SeenTurn | undefined, now: SeenTurn): CapabilityDiff {
  const old = new Map(before?.visible.members.map((member) => [member.id, member]));
  const present = new Map(now.visible.members.map((member) => [member.id, member]));
  const refused = new Map(now.visible.refusals.map(({ id, reason }) => [id, reason]));
  const changed: DiffChange[] = [];
  for (const [id, member] of present) {
    const was = old.get(id);
    if (was === undefined) continue;
    const change = (from: string, to: string, reason: Reason) => from !== to && changed.push({ id, before: from, after: to, reason });
    const digests = [before?.digest(id) ?? "", now.digest(id) ?? ""] as const;
    change(...digests, { code: "definition_changed", text: "its definition changed" });
    change(was.projection, member.projection, { code: "projection", text: "more or less of it is shown" });
    change(was.call, member.call, { code: "call", text: "a call of it is met in another way" });
  }
  return {
    added: now.visible.members.filter(({ id }) => !old.has(id)).map(({ id, reason }) => ({ id, reason })),
    removed: [...old.keys()].filter((id) => !present.has(id)).map((id) => ({ id, reason: refused.get(id) ?? GONE })),
    changed,
  };
}

const GONE: Reason = { code: "gone", text: "it is no longer in the catalog" };
