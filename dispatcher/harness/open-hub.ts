import { canonicalJson } from "../../registry/canonical-json.ts";
import type { CatalogReport, SearchHit, SearchWish, TurnWish } from "../../registry/capability-port.ts";
import type { Catalog } from "../../registry/catalog/catalog.ts";
import type { CapabilityCard } from "../../registry/catalog/descriptor.ts";
import { openCatalog } from "../../registry/catalog/open-catalog.ts";
import type { PolicySettings } from "../../registry/discovery/discovery-input.ts";
import { type GateCard, type GateVerdict, gateKeeper } from "../../registry/discovery/gates.ts";
import { governedSearch } from "../../registry/discovery/search/governed.ts";
import type { SearchIndex } from "../../registry/discovery/search/index-cards.ts";
import { keptIndex } from "../../registry/discovery/search/kept-index.ts";
import { isFrame } from "../../registry/discovery/well-known.ts";
import { fault } from "../../registry/error/catalogue.ts";
import { type PermissionMode, stricterMode } from "../../registry/permission/mode.ts";
import { modeOf } from "../../registry/permission/project-gates.ts";
import { namedPaths } from "../../registry/project/named-paths.ts";
import type { Project } from "../../registry/project/project.ts";
import { readSettings } from "../../registry/project/settings.ts";
import type { Governance } from "../pipeline/governance.ts";
import type { SessionBook } from "./book.ts";
import { policySettings } from "./gate-settings.ts";
import type { Hub, HubOptions } from "./hub.ts";
import { computeTurn, type PresentTurn } from "./turn.ts";

export function openHub(options: HubOptions): Hub {
  const { project, channel, book, cwd } = options;
  let ruling = rulingOf(project, options);
  let opened: Promise<Catalog> | undefined;
  let indexed: { digest: string; index: SearchIndex } | undefined;
  let present: PresentTurn | undefined;

  /** A turn that began under a looser mode does not keep it. */
  const mode = () => stricterMode(ruling.mode, present?.input.permissionMode ?? book.state().input?.permissionMode ?? ruling.mode);
  const visibleIds = (): ReadonlySet<string> | undefined => {
    if (present !== undefined) return new Set(present.visible.members.map(({ id }) => id));
    const { turnId, visible } = book.state();
    return turnId === null ? undefined : new Set(visible);
  };
  const catalog = () => {
    opened ??= openCatalog(options.sources, options.cacheFolder, project.command);
    return opened;
  };
  const indexOf = (of: Catalog) => {
    if (indexed?.digest !== of.digest) indexed = { digest: of.digest, index: keptIndex(of, options.cacheFolder) };
    return indexed.index;
  };
  const gates = (of: Catalog): ((card: GateCard) => GateVerdict) =>
    gateKeeper(
      { permissionMode: mode(), connectedServers: of.sources.filter(({ state }) => state === "ready").map(({ source }) => source.name) },
      ruling.settings,
      of.sources,
    );
  let admitting: { of: string; ids: ReadonlySet<string>; admits: (id: string) => boolean } | undefined;
  /** What the gates let through, decided once for a catalog and a mode. */
  const admitted = (of: Catalog) => {
    const key = `${of.digest} ${mode()} ${canonicalJson(ruling.settings.rules)} ${of.sources.map(({ state }) => state).join()}`;
    if (admitting?.of !== key) {
      const gate = gates(of);
      const ids = new Set<string>();
      for (const card of of.cards()) if (gate(card).open) ids.add(card.id);
      admitting = { of: key, ids, admits: (id) => ids.has(id) };
    }
    return admitting.admits;
  };
  const searchIn = (wish: SearchWish, of: Catalog) =>
    governedSearch(wish, { catalog: of, index: indexOf(of), admits: admitted(of), gate: gates(of), visible: visibleIds() });
  const compute = async (wish: TurnWish, recorded: boolean) => {
    // A turn sees what is there now, and what the team has settled by now, not what an earlier one saw.
    ruling = rulingOf({ ...project, settings: await readSettings(project.root) }, options);
    opened = undefined;
    const now = await catalog();
    return computeTurn(wish, {
      project,
      cwd,
      mode: ruling.mode,
      settings: ruling.settings,
      catalog: now,
      index: indexOf(now),
      book,
      before: present,
      recorded,
    });
  };

  const governance: Governance = {
    get mode() {
      return mode();
    },
    get rules() {
      return ruling.settings.rules;
    },
    get hooks() {
      return ruling.hooks;
    },
    channel,
    session: book.id,
    turnId: () => (book.id === null ? null : (present?.turnId ?? book.state().turnId)),
    admits: (card) => {
      const ids = visibleIds();
      const inSight = ids === undefined || ids.has(card.id) || (channel === "cli" && isFrame(card.id));
      // What a turn showed is still held to what the gates say now.
      const open = gateKeeper({ permissionMode: mode(), connectedServers: [card.source.name] }, ruling.settings, []);
      return inSight && open(card).open;
    },
    record: (event) => book.record(event),
    pathsIn: (result) => namedPaths(result, { root: project.root, folder: cwd, module: undefined, files: () => [] }),
  };

  return {
    governance,
    catalog,
    turn: async (wish) => {
      present = await compute(wish, true);
      const { turnId, visible, rendered, diff, catalog: of } = present;
      return { turnId, visible, rendered, diff, sources: of.sources, diagnostics: of.diagnostics, catalog: of };
    },
    explain: async (id, wish) => {
      const { visible, catalog: of } = await compute(wish, false);
      const member = visible.members.find((one) => one.id === id);
      if (member !== undefined) return { state: "visible", member };
      const refusal = visible.refusals.find((one) => one.id === id);
      // A person at the terminal may know what the mode hides from a model.
      if (refusal !== undefined && (!refusal.gated || channel === "cli")) return { state: "hidden", refusal };
      const near = searchIn({ query: id, kinds: [], limit: 3, projection: "index" }, of);
      return { state: "unknown", id, near: near.hits.map((hit) => hit.id) };
    },
    search: async (wish) => {
      const of = await catalog();
      const found = searchIn(wish, of);
      const report =
        wish.projection === "full"
          ? { ...found, hits: await Promise.all(found.hits.map((hit) => withSchema(hit, of, book, governance.turnId()))) }
          : found;
      book.record({
        type: "search",
        turnId: governance.turnId(),
        query: wish.query,
        kinds: wish.kinds,
        hits: report.hits.map(({ id, score }) => ({ id, score })),
        ...(report.miss === null ? {} : { miss: report.miss }),
      });
      return report;
    },
    descriptor: async (id) => {
      const of = await catalog();
      const card = of.card(id);
      if (card === undefined || (card.kind !== "channel" && !gates(of)(card).open)) return undefined;
      const load = async () => {
        if (!governance.admits(card)) throw fault("capability_unknown", { id, command: project.command });
        const loaded = await of.load(id);
        book.record({ type: "capability.loaded", turnId: governance.turnId(), id, kind: card.kind, digest: loaded.card.digest });
        return loaded;
      };
      return { ...card, load };
    },
    list: async (kinds) => {
      const of = await catalog();
      const open = gates(of);
      const admitted = [...of.cards()].filter(
        (card) => (kinds.length === 0 || kinds.includes(card.kind)) && (card.kind === "channel" || open(card).open),
      );
      return { capabilities: admitted.map(lineOf), sources: of.sources, diagnostics: of.diagnostics };
    },
  };
}

interface Ruling {
  readonly settings: PolicySettings;
  readonly mode: PermissionMode;
  readonly hooks: Governance["hooks"];
}

function rulingOf(project: Project, { channel, turnTokens, mode }: HubOptions): Ruling {
  return {
    settings: policySettings(project, channel, turnTokens),
    mode: modeOf(project, channel, mode),
    hooks: project.settings.hooks ?? {},
  };
}

/** The whole of a tool: loading its schema is an action of its own, and recorded. */
async function withSchema(hit: SearchHit, catalog: Catalog, book: SessionBook, turnId: string | null): Promise<SearchHit> {
  if (hit.kind !== "tool" && hit.kind !== "prompt") return hit;
  const { card, toolSchema, modelProjection } = await catalog.load(hit.id);
  book.record({ type: "capability.loaded", turnId, id: hit.id, kind: hit.kind, digest: card.digest });
  return { ...hit, card: { ...(hit.card as object), description: modelProjection, input_schema: toolSchema ?? null } };
}

function lineOf({ id, kind, title, summary, source, risk, tokens }: CapabilityCard): CatalogReport["capabilities"][number] {
  return { id, kind, title, summary, source: `${source.type}:${source.name}`, risk, tokens };
}
