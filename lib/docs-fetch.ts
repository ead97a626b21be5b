/**
 * TOOL_META
 * Find the sections of the project's documents that answer a question; use it before guessing how something is done here.
 *
 * @noun docs
 * @verb fetch
 * @option {string[]} keywords -k - Words, identifiers or phrases to look for.
 * @option {"any"|"all"} [mode=any] - How many of the keywords must be found.
 * @option {integer} [limit=10] -l - How many sections at the most.
 * @option {integer} [budget] -b - How many tokens the texts may have together.
 * @option {boolean} [full] - Give whole sections instead of excerpts.
 * @precondition DOCS_DIR exists
 * @precondition DOCS_INDEX exists
 * @side_effect reads ${DOCS_DIR}
 * @side_effect reads ${DOCS_INDEX}
 * @idempotent true
 * @output json
 * @env PROJECT_ROOT
 * @env DOCS_DIR=${PROJECT_ROOT}/docs
 * @env DOCS_INDEX=${PROJECT_ROOT}/logs/cache/docs-index.sqlite
 * @exit_code 0 Searched; nothing found is an empty list with near words.
 * @exit_code 1 There are no documents or no index yet, or nothing to look for was given.
 * @exit_code 2 The index is damaged; docs index --rebuild mends it.
 * @exit_code 3 DOCS_DIR or the index cannot be read.
 * @example docs fetch --keywords cdk lambda --json
 * @example docs fetch --keywords "error code" --mode all --full --budget 2000
 * @see_also docs index
 */
import { join } from "node:path";
import type { ToolArguments } from "../logs/tool-types.d.ts";
import { fault } from "../registry/error/catalogue.ts";
import type { Render, Run, ToolContext } from "../registry/tool-context.ts";
import { estimateTokens } from "./support/document/token-estimate.ts";
import type { Database } from "./support/index/database.ts";
import { docsDirFault } from "./support/index/index-faults.ts";
import { withIndex } from "./support/index/index-open.ts";
import type { Suggestion } from "./support/index/index-suggest.ts";
import { isStale, type Staleness, staleness, stalenessText } from "./support/index/staleness.ts";
import { type DocsListing, listDocs } from "./support/place/docs-files.ts";
import { type DocsPlace, docsPlace, shownPath } from "./support/place/docs-place.ts";
import { warnSkipped } from "./support/place/skipped-warning.ts";
import { fitBudget } from "./support/search/budget.ts";
import { searchIndex } from "./support/search/docs-search.ts";
import { excerpt } from "./support/search/excerpt.ts";
import { spread } from "./support/search/hit.ts";
import { parseQuery } from "./support/search/query.ts";
import { why } from "./support/search/why.ts";

/** As the header declares them; a caller that applies no defaults is served too. */
type Args = Partial<ToolArguments["docs fetch"]> & Pick<ToolArguments["docs fetch"], "keywords">;

interface Result {
  /** As it can be opened from PROJECT_ROOT. */
  path: string;
  /** 1-based line of the section's heading. */
  line: number;
  title: string;
  heading_path: readonly string[];
  /** Comparable within one answer only. */
  score: number;
  /** Estimated tokens of the whole section. */
  tokens: number;
  /** Set unless `full`. */
  excerpt?: string;
  /** Set with `full`. */
  text?: string;
  /** The text was cut to the budget. */
  truncated?: true;
  why: readonly string[];
}

interface Data {
  count: number;
  /** How many sections match in all. */
  total: number;
  results: readonly Result[];
  /** Estimated tokens of all excerpts or texts. */
  tokens: number;
  not_found: readonly string[];
  suggestions: readonly Suggestion[];
  /** Why the list is empty; null if it is not. */
  note: string | null;
  /** What the index does not know yet; null if it is up to date. */
  stale: { added: number; changed: number; removed: number } | null;
}

export const run: Run<Args, Data> = async (args, context) => {
  const place = docsPlace(context.env);
  const mode = args.mode ?? "any";
  const limit = positive(context, "--limit", args.limit ?? 10);
  const budget = args.budget === undefined ? undefined : positive(context, "--budget", args.budget);
  const query = parseQuery(args.keywords);
  if (query.keywords.length === 0)
    throw fault("docs_keywords_empty", { keywords: JSON.stringify(args.keywords), command: context.command("docs", "fetch", "--help") });
  const listing = list(context, place);
  const docsDir = shownPath(place.root, place.docsDir);
  warnSkipped(
    context,
    (path) => `${docsDir}/${path}`,
    listing.skipped.filter((skipped) => skipped.unreadable),
  );
  return withIndex(context, place, async (database) => {
    const stale = await warnStale(context, place, database, listing);
    const found = searchIndex(database, query, mode);
    const ranked = spread(found.ranked).slice(0, limit);
    const fitted = fitBudget(
      ranked.map((entry) => ({ entry, text: args.full ? entry.item.text : excerpt(query, entry.item.text) })),
      budget,
    );
    const results = fitted.kept.map(
      ({ entry, text, truncated }): Result => ({
        path: shownPath(place.root, join(place.docsDir, entry.item.path)),
        line: entry.item.line,
        title: entry.item.title,
        heading_path: entry.item.heading_path,
        score: Math.round(entry.score * 100) / 100,
        tokens: estimateTokens(entry.item.text),
        ...(args.full ? { text } : { excerpt: text }),
        ...(truncated ? { truncated } : {}),
        why: why(query, entry),
      }),
    );
    const suggestions = await suggest(database, query, found.not_found);
    const note = results.length > 0 ? null : noteOf(found.not_found, mode, query.keywords.length);
    const better = suggestions[0]?.words[0];
    if (results.length === 0 && better !== undefined) context.next(`docs fetch --keywords ${better}`);
    return {
      count: results.length,
      total: found.total,
      results,
      tokens: fitted.tokens,
      not_found: found.not_found,
      suggestions,
      note,
      stale,
    };
  });
};

export const render: Render<Data> = (data) => {
  const blocks = data.results.map((result, at) => {
    const heading = result.heading_path.length > 0 ? result.heading_path.join(" > ") : result.title;
    const text = (result.text ?? result.excerpt ?? "").split("\n").map((line) => `   ${line}`.trimEnd());
    return [
      `${at + 1}. ${result.path}:${result.line}  ${heading}  (${result.tokens} tokens)`,
      ...text,
      `   [${result.why.join("; ")}]`,
    ].join("\n");
  });
  const missing = data.not_found.map((keyword) => {
    const near = data.suggestions.find((suggestion) => suggestion.for === keyword)?.words ?? [];
    return `Not found: ${keyword}${near.length > 0 ? `. Near words: ${near.join(", ")}` : ""}`;
  });
  const rest = data.total > data.count && data.count > 0 ? [`${data.count} of ${data.total} sections`] : [];
  return [...blocks, ...(data.note === null ? [] : [data.note]), ...missing, ...rest].join("\n");
};

function positive(context: ToolContext, option: string, given: number): number {
  if (given >= 1) return given;
  throw fault("docs_number_invalid", { option, given, command: context.command("docs", "fetch", "--help") });
}

function list(context: ToolContext, place: DocsPlace): DocsListing {
  try {
    return listDocs(place.docsDir);
  } catch (error) {
    throw docsDirFault(context, "DOCS_DIR", place.docsDir, error);
  }
}

async function warnStale(context: ToolContext, place: DocsPlace, database: Database, listing: DocsListing): Promise<Data["stale"]> {
  const found: Staleness = await staleness(database, place.docsDir, listing);
  if (!isStale(found)) return null;
  context.warn(`The index is older than the documents (${stalenessText(found)}). Fix: ${context.command("docs", "index")}`);
  context.next("docs index");
  return { added: found.added.length, changed: found.changed.length, removed: found.removed.length };
}

async function suggest(database: Database, query: ReturnType<typeof parseQuery>, missing: readonly string[]): Promise<Suggestion[]> {
  if (missing.length === 0) return [];
  const { suggestFromIndex } = await import("./support/index/index-suggest.ts");
  return suggestFromIndex(database, query, missing);
}

function noteOf(missing: readonly string[], mode: "any" | "all", keywords: number): string {
  if (missing.length === 0 && mode === "all")
    return "Each keyword is found, but no section holds all of them; --mode any finds those with some.";
  return keywords === 1
    ? "No section holds the keyword."
    : mode === "all"
      ? "No section holds all keywords."
      : "No section holds any of the keywords.";
}
