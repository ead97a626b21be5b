import { canonicalJson } from "../canonical-json.ts";
import type { StoredSnapshot } from "./replay.ts";
import type { TurnStart } from "./state.ts";

/** One field of a turn's input or settings that is another. */
export interface FieldChange {
  /** `input.userGoal`, `settings.rules`. */
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
}

export interface IdChanges {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changed: readonly string[];
}

export interface TurnsDifference {
  readonly before: string;
  readonly after: string;
  readonly same: boolean;
  readonly visible: { readonly added: readonly string[]; readonly removed: readonly string[]; readonly reordered: boolean };
  readonly fields: readonly FieldChange[];
  /** Of the whole catalog; null where a snapshot cannot be read. */
  readonly catalog: IdChanges | null;
  /** Tools that a model was given with another definition. */
  readonly definitions: readonly string[];
  /** Whether the model was given the same bytes. */
  readonly sameModelInput: boolean;
}

/** What changed from one turn to another, of the same session or of two. `snapshot` gives a stored catalog, undefined where it cannot be read. */
export function diffTurns(before: TurnStart, after: TurnStart, snapshot: (turn: TurnStart) => StoredSnapshot | undefined): TurnsDifference {
  const [was, is] = [new Set(before.visible), new Set(after.visible)];
  const added = after.visible.filter((id) => !was.has(id));
  const removed = before.visible.filter((id) => !is.has(id));
  const kept = (ids: readonly string[]) => ids.filter((id) => was.has(id) && is.has(id)).join(" ");
  const fields = [...fieldChanges("input", before.input, after.input), ...fieldChanges("settings", before.settings, after.settings)];
  const definitions = Object.keys(after.definitions)
    .filter((id) => before.definitions[id] !== undefined && before.definitions[id] !== after.definitions[id])
    .sort();
  const catalog = catalogChanges(before, after, snapshot);
  const sameModelInput = before.modelInput === after.modelInput;
  const reordered = kept(before.visible) !== kept(after.visible);
  const same = sameModelInput && fields.length + added.length + removed.length === 0 && before.catalog === after.catalog && !reordered;
  return {
    before: before.turnId,
    after: after.turnId,
    same,
    visible: { added, removed, reordered },
    fields,
    catalog,
    definitions,
    sameModelInput,
  };
}

function fieldChanges(prefix: string, before: object, after: object): FieldChange[] {
  const [was, is] = [before as Record<string, unknown>, after as Record<string, unknown>];
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])].sort();
  return names
    .filter((name) => canonicalJson(was[name] ?? null) !== canonicalJson(is[name] ?? null))
    .map((name) => ({ field: `${prefix}.${name}`, before: was[name] ?? null, after: is[name] ?? null }));
}

function catalogChanges(before: TurnStart, after: TurnStart, snapshot: (turn: TurnStart) => StoredSnapshot | undefined): IdChanges | null {
  if (before.catalog === after.catalog) return { added: [], removed: [], changed: [] };
  const [was, is] = [snapshot(before), snapshot(after)];
  if (was === undefined || is === undefined) return null;
  const old = new Map(was.cards.map(({ id, digest }) => [id, digest]));
  const present = new Map(is.cards.map(({ id, digest }) => [id, digest]));
  return {
    added: [...present.keys()].filter((id) => !old.has(id)),
    removed: [...old.keys()].filter((id) => !present.has(id)),
    changed: [...present].filter(([id, digest]) => old.has(id) && old.get(id) !== digest).map(([id]) => id),
  };
}
