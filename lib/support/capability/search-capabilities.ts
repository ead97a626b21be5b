import type { SearchHit } from "../../../registry/capability-port.ts";
import type { CapabilityKind } from "../../../registry/catalog/descriptor.ts";
import { fault } from "../../../registry/error/catalogue.ts";
import { nearest } from "../../../registry/grammar/nearest.ts";
import type { ToolContext } from "../../../registry/tool-context.ts";

interface SearchArguments {
  readonly query: string;
  readonly limit: number;
  readonly projection: "index" | "summary" | "full";
}

export interface SearchData {
  query: string;
  count: number;
  hits: readonly SearchHit[];
  /** Hits beyond the limit. */
  more: number;
  /** Why nothing, or nothing new, was found. */
  miss: { code: string; text: string; evidence: string | null } | null;
}

const KINDS: readonly CapabilityKind[] = ["tool", "skill", "resource", "prompt"];
const MOST = 100;

/** A search through the capability layer, which knows what may be seen. Throws `search_kind_unknown`, `search_limit_invalid`, `search_query_empty`. */
export async function searchCapabilities(args: SearchArguments, kinds: readonly string[], context: ToolContext): Promise<SearchData> {
  const { query, limit, projection } = args;
  const help = context.command("capability", "search", "--help");
  if (query.trim() === "") throw fault("search_query_empty", { help });
  if (limit < 1 || limit > MOST) throw fault("search_limit_invalid", { limit, most: MOST, help });
  const wanted = kinds.map((kind) => known(kind, help));
  const { hits, more, miss } = await context.capabilities.search({ query, kinds: wanted, limit, projection });
  const [first] = hits;
  if (first !== undefined)
    context.next(
      first.kind === "skill" ? `skill load --name ${first.id}` : `capability search --query ${first.id} --projection full --limit 1`,
    );
  return { query, count: hits.length, hits, more, miss: miss === null ? null : { ...miss, evidence: miss.evidence ?? null } };
}

function known(word: string, help: string): CapabilityKind {
  const kind = KINDS.find((one) => one === word);
  if (kind === undefined)
    throw fault("search_kind_unknown", { kind: word, kinds: KINDS.join(", "), near: nearest(word, KINDS) ?? "tool", help });
  return kind;
}

export function searchText({ hits, more, miss }: SearchData): string {
  const width = Math.max(0, ...hits.map(({ id }) => id.length));
  const lines = hits.flatMap(({ id, summary, why, visible, call, card }) => [
    `${id.padEnd(width)}  ${summary}`,
    `${" ".repeat(width)}  ${[why, ...(visible ? ["shown"] : []), ...(call === "runs" ? [] : [call])].join(" · ")}`,
    ...(card === undefined ? [] : [`${" ".repeat(width)}  ${JSON.stringify(card)}`]),
  ]);
  const rest = more > 0 ? [`${more} more: narrow the query, or raise --limit.`] : [];
  return `${[...lines, ...rest, ...(miss === null ? [] : [`Note: ${miss.text}.`])].join("\n")}\n`;
}
