import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { CapabilityCard } from "../../../registry/catalog/descriptor.ts";
import { CARDS, GRADED } from "../../../test/registry/discovery/search/graded.ts";
import { GRADED_CARDS, OTHER_GRADED } from "../../../test/registry/discovery/search/graded-others.ts";
import { EVERYDAY_CARDS, EVERYDAY_REQUESTS } from "./everyday.ts";
import { toolCard } from "./tool-card.ts";

export interface GradedRequest {
  readonly query: string;
  /** Ids. */
  readonly right: readonly string[];
  /** Whether any of the right ones will do, or all are asked for. */
  readonly any: boolean;
  readonly twin?: string;
}

export interface GradedSet {
  readonly name: string;
  readonly cards: readonly CapabilityCard[];
  readonly requests: readonly GradedRequest[];
}

/** The sets of this repository. */
export function ownSets(): readonly GradedSet[] {
  const of = (rows: typeof GRADED): GradedRequest[] =>
    rows.map(([, query, right, twin]) => ({ query, right, any: false, ...(twin === undefined ? {} : { twin }) }));
  return [
    { name: "graded, first", cards: CARDS, requests: of(GRADED) },
    { name: "graded, second", cards: GRADED_CARDS, requests: of(OTHER_GRADED) },
    { name: "everyday", cards: EVERYDAY_CARDS, requests: EVERYDAY_REQUESTS },
  ];
}

/** Seal-Tools as its authors publish it: `seal-tools.tools.jsonl` and `seal-tools.dev.jsonl`. Right are the apis of a query's `calling`. */
export function sealTools(folder: string): GradedSet {
  const read = (file: string) =>
    readFileSync(join(folder, file), "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
  const described = (of: Readonly<Record<string, { description?: string }>>) =>
    Object.entries(of).map(([name, { description = "" }]) => [name, description] as const);
  return {
    name: "Seal-Tools dev",
    cards: read("seal-tools.tools.jsonl").map(({ api_name, api_description, parameters, responses }) =>
      toolCard("seal", api_name, api_description, described(parameters), described(responses).flat().join(" ")),
    ),
    requests: read("seal-tools.dev.jsonl").map(({ query, calling }: { query: string; calling: { api: string }[] }) => {
      return { query, right: [...new Set(calling.map(({ api }) => `mcp__seal__${api}`))], any: false };
    }),
  };
}

/** Any other set: JSON `{ name, tools: [{ server, name, summary, params: [[name, text]], returns? }], requests: [[query, "server/name", …]] }`; any of the named will do. */
export function setInFile(file: string): GradedSet {
  const { name, tools, requests } = JSON.parse(readFileSync(file, "utf8"));
  return {
    name,
    cards: tools.map((tool: { server: string; name: string; summary: string; params: [string, string][]; returns?: string }) =>
      toolCard(tool.server, tool.name, tool.summary, tool.params, tool.returns),
    ),
    requests: requests.map(([query, ...right]: string[]) => {
      return { query, right: right.map((id) => `mcp__${id.replace("/", "__")}`), any: true };
    }),
  };
}
