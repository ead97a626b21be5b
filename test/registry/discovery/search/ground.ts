import type { Catalog, SourceState } from "../../../../registry/catalog/catalog.ts";
import type { CapabilityCard } from "../../../../registry/catalog/descriptor.ts";
import { gateKeeper } from "../../../../registry/discovery/gates.ts";
import type { SearchGround } from "../../../../registry/discovery/search/governed.ts";
import { buildIndex } from "../../../../registry/discovery/search/index-cards.ts";
import type { PermissionMode } from "../../../../registry/permission/mode.ts";
import { NO_RULES, type PermissionRules } from "../../../../registry/permission/rules.ts";

export interface Setting {
  readonly mode?: PermissionMode;
  readonly rules?: PermissionRules;
  readonly visible?: readonly string[];
  /** Sources that do not answer, and why. */
  readonly down?: Readonly<Record<string, string>>;
}

/** What a search stands on, over cards made by hand and the real gates. */
export function ground(
  cards: readonly CapabilityCard[],
  { mode = "ask", rules = NO_RULES, visible, down = {} }: Setting = {},
): SearchGround {
  const names = new Set([...cards.map(({ source }) => source.name), ...Object.keys(down)]);
  const sources = [...names].map((name): SourceState => {
    const source = cards.find((one) => one.source.name === name)?.source ?? ({ type: "mcp", name } as const);
    return name in down ? { source, state: "down", reason: down[name] as string } : { source, state: "ready" };
  });
  const connectedServers = [...names].filter((name) => !(name in down));
  const gate = gateKeeper({ permissionMode: mode, connectedServers }, { rules, channel: "library" }, sources);
  const byId = new Map(cards.map((card) => [card.id, card]));
  const catalog = { sources, card: (id: string) => byId.get(id) } as unknown as Catalog;
  const admits = (id: string) => gate(byId.get(id) as CapabilityCard).open;
  return { catalog, index: buildIndex(cards), admits, gate, visible: visible === undefined ? undefined : new Set(visible) };
}
