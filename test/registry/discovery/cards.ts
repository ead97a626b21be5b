import type { CapabilityCard } from "../../../registry/catalog/descriptor.ts";

/** A card by hand: a reading tool where nothing else is said. */
export function card(id: string, changes: Partial<CapabilityCard> = {}): CapabilityCard {
  const kind = changes.kind ?? (id.startsWith("skill__") ? "skill" : id.startsWith("resource__") ? "resource" : "tool");
  return {
    id,
    kind,
    title: id.replace(/^[a-z]+__/, "").replace("-", " "),
    summary: `What ${id} does.`,
    source: kind === "skill" ? { type: "project", name: "project" } : { type: "local", name: "local" },
    risk: "low",
    row: "reads",
    effects: [],
    tokens: { index: 20, full: 100 },
    digest: `digest of ${id}`,
    ...changes,
  };
}
