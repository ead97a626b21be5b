import type { CapabilityCard } from "../../../registry/catalog/descriptor.ts";
import { decodeIndex, encodeIndex } from "../../../registry/discovery/search/index-bytes.ts";
import { buildIndex, type SearchIndex } from "../../../registry/discovery/search/index-cards.ts";
import { searchIndex } from "../../../registry/discovery/search/search-index.ts";
import { median } from "../measure.ts";
import { EVERYDAY_REQUESTS } from "./everyday.ts";
import { toolCard } from "./tool-card.ts";

/** Requests by their length, as they come; the last two classes are of words that no capability, or nearly every one, holds. */
const QUERIES: Readonly<Record<string, readonly string[]>> = {
  "one word": ["invoice", "weather", "report", "translate", "deploy"],
  "two or three words": ["create issue", "search invoices", "list customer orders", "delete a backup", "send team message"],
  "everyday requests": EVERYDAY_REQUESTS.map(({ query }) => query),
  "several sentences": [
    "Find the invoices of last month. Send them to the customer and archive the message afterwards.",
    "List all open issues of the repository. Close those that are older than a year. Tell the team in the channel.",
  ],
  "mistyped words": ["serach invoces", "creat isue", "tranlate documnet", "wether forcast"],
  "words of nearly all": ["get the id", "name of the record", "list by id and name"],
};

export interface Speed {
  readonly queries: string;
  /** Median over rounds and queries of one search, as a ratio to the plain scan right before it, and the worst query's median. */
  readonly ratio: number;
  readonly worst: number;
  /** Milliseconds, medians. */
  readonly search: number;
  readonly scan: number;
}

export interface IndexCost {
  readonly build: number;
  readonly encode: number;
  readonly decode: number;
  readonly bytes: number;
  readonly terms: number;
}

const VERBS =
  "get list create update delete search send export import merge approve cancel archive translate deploy compare schedule restore copy watch".split(
    " ",
  );
const NOUNS =
  "invoice issue message event file branch order customer backup channel report record ticket document page service alert contract shipment payment account device sensor recipe playlist lesson patient flight hotel menu".split(
    " ",
  );
const SCOPES = "team project account region month archive draft public remote daily shared nested partial legacy primary trial".split(" ");

/** Capabilities with distinct names, summaries of a dozen words and three described parameters. */
export function manyCards(count: number): readonly CapabilityCard[] {
  return Array.from({ length: count }, (_, at) => {
    const [verb, noun, scope] = [
      VERBS[at % VERBS.length],
      NOUNS[(at * 7) % NOUNS.length],
      SCOPES[(at * 11 + Math.floor(at / 600)) % SCOPES.length],
    ] as [string, string, string];
    const parameters = [
      ["id", `Identifier of the ${noun}.`],
      [`${scope}_name`, `Name of the ${scope} that it belongs to.`],
      ["limit", "How many at the most."],
    ] as const;
    return toolCard(
      `server${at % 97}`,
      `${verb}_${scope}_${noun}_${at}`,
      `${verb} the ${noun} records of a ${scope}, by id or by name.`,
      parameters,
      `The ${noun}.`,
    );
  });
}

/** `includes` of every word of the query in every name; the names that hold one, as an agent without an index would look. */
function plainScan(names: readonly string[], query: string): readonly number[] {
  const words = query.toLowerCase().split(/\s+/);
  const found: number[] = [];
  for (let at = 0; at < names.length; at++) {
    let held = 0;
    for (const word of words) if ((names[at] as string).includes(word)) held++;
    if (held > 0) found.push(at);
  }
  return found;
}

/** Search against the scan, alternating in one process. `everyTime`: the gate is a new function at each search, so every id is asked for again. */
export function speeds(cards: readonly CapabilityCard[], index: SearchIndex, rounds: number, everyTime: boolean): readonly Speed[] {
  const names = cards.map(({ title }) => title.toLowerCase());
  const open = new Set(cards.map(({ id }) => id));
  const kept = (id: string) => open.has(id);
  return Object.entries(QUERIES).map(([name, queries]) => {
    const rows = queries.map((query) => {
      const ratios: number[] = [];
      const times: { scan: number; search: number }[] = [];
      for (let round = -2; round < rounds; round++) {
        const began = performance.now();
        plainScan(names, query);
        const between = performance.now();
        searchIndex(index, query, { kinds: [], limit: 10, admits: everyTime ? (id) => open.has(id) : kept });
        const ended = performance.now();
        if (round < 0) continue;
        ratios.push((ended - between) / (between - began));
        times.push({ scan: between - began, search: ended - between });
      }
      return { ratio: median(ratios), scan: median(times.map(({ scan }) => scan)), search: median(times.map(({ search }) => search)) };
    });
    const of = (value: (row: (typeof rows)[number]) => number) => rows.map(value);
    return {
      queries: name,
      ratio: median(of(({ ratio }) => ratio)),
      worst: Math.max(...of(({ ratio }) => ratio)),
      search: median(of(({ search }) => search)),
      scan: median(of(({ scan }) => scan)),
    };
  });
}

export function indexCost(cards: readonly CapabilityCard[], rounds: number): { index: SearchIndex; cost: IndexCost } {
  const timed = <T>(work: () => T): { result: T; time: number } => {
    const began = performance.now();
    const result = work();
    return { result, time: performance.now() - began };
  };
  const times = (work: () => unknown) => median(Array.from({ length: rounds }, () => timed(work).time));
  const first = timed(() => buildIndex(cards));
  const index = first.result;
  const bytes = encodeIndex(index, "d");
  return {
    index,
    cost: {
      build: first.time,
      encode: times(() => encodeIndex(index, "d")),
      decode: times(() => decodeIndex(bytes, "d")),
      bytes: bytes.length,
      terms: index.vocabulary.length,
    },
  };
}
