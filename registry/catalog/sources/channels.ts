import { sealedCard, tokensOf } from "../card-digest.ts";
import type { CatalogSource } from "../catalog.ts";
import type { CapabilityCard, ChannelAbilities } from "../descriptor.ts";

/** The way by which the present calls come in. */
export type PresentChannel =
  | {
      readonly name: "cli" /** stdin and stderr are a person's. */;
      readonly terminal: boolean /** `--json` was asked for. */;
      readonly json?: boolean;
    }
  | { readonly name: "library" /** The embedder gave a callback for it. */; readonly ask: boolean; readonly progress?: boolean }
  | {
      readonly name: "mcp" /** The client takes elicitation. */;
      readonly elicitation: boolean /** The request brought a progress token. */;
      readonly progress?: boolean;
    };

export type ChannelName = PresentChannel["name"];

const CHANNELS: Readonly<Record<ChannelName, { readonly title: string; readonly summary: string }>> = {
  cli: { title: "command line", summary: "The subject as a command: text for people, one JSON document with --json." },
  library: { title: "library", summary: "openHarness in the embedder's own process: results are data, questions go to its callback." },
  mcp: { title: "MCP server", summary: "An MCP client: results are structured content, questions are elicitations." },
};

/** What each can do at its best; the present one may be able to do less. */
const AT_BEST: Readonly<Record<ChannelName, ChannelAbilities>> = {
  cli: { ask: true, progress: true, structured: true },
  library: { ask: true, progress: true, structured: true },
  mcp: { ask: true, progress: true, structured: true },
};

const SOURCE = { type: "local", name: "channels" } as const;

/** What the present channel can do, now. */
export function channelAbilities(present: PresentChannel): ChannelAbilities {
  switch (present.name) {
    case "cli":
      // Without a terminal nobody answers, and nobody watches.
      return { ask: present.terminal, progress: present.terminal, structured: present.json === true };
    case "library":
      return { ask: present.ask, progress: present.progress === true, structured: true };
    case "mcp":
      return { ask: present.elicitation, progress: present.progress === true, structured: true };
  }
}

/** The channels: of the present one what it can do now, of the others what they can do at best. */
export function channels(present: PresentChannel): CatalogSource {
  const cards = (Object.keys(CHANNELS) as ChannelName[]).map((name) =>
    channelCard(name, name === present.name ? channelAbilities(present) : AT_BEST[name]),
  );
  return {
    source: SOURCE,
    read: async () => ({ state: { source: SOURCE, state: "ready" }, cards, diagnostics: [] }),
    load: async (card) => ({ card, modelProjection: card.summary, trusted: true }),
  };
}

function channelCard(name: ChannelName, abilities: ChannelAbilities): CapabilityCard {
  const { title, summary } = CHANNELS[name];
  const id = `channel__${name}`;
  const index = `${id}: ${summary}`;
  const tokens = tokensOf({ index, full: index });
  return sealedCard(
    { id, kind: "channel", title, summary, source: SOURCE, risk: "low", row: "reads", effects: [], abilities, tokens },
    null,
  );
}
