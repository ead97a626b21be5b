import { join, relative, sep } from "node:path";
import { isToolError } from "../../../registry/error/tool-error.ts";
import type { ToolContext } from "../../../registry/tool-context.ts";
import type { Database } from "../index/database.ts";
import { docsDirFault } from "../index/index-faults.ts";
import { withIndex } from "../index/index-open.ts";
import { isStale, staleness, stalenessText } from "../index/staleness.ts";
import type { DocsListing, SkippedFile } from "../place/docs-files.ts";
import type { DocsPlace } from "../place/docs-place.ts";
import { listIfThere, type ReadDocument, readDocuments } from "../place/read-documents.ts";
import { searchIndex } from "../search/docs-search.ts";
import { hitsOf, searchDocuments } from "../search/files-search.ts";
import { type Hit, type SearchResult, spread } from "../search/hit.ts";
import type { Query } from "../search/query.ts";
import { why } from "../search/why.ts";
import { byPaths } from "./find-rules.ts";
import type { FoundText } from "./found-text.ts";

/** Sections by keyword at the most; the budget cuts long before. */
const AT_MOST = 30;

export interface FoundDocuments {
  readonly documents: readonly FoundText[];
  /** Whether the index answered or all files were read. */
  readonly searched: "index" | "files";
  readonly skipped: readonly SkippedFile[];
}

interface Found {
  readonly result: SearchResult;
  /** Sections of documents whose `paths` match a file, with the reason. */
  readonly about: readonly { readonly hit: Hit; readonly reason: string }[];
}

/**
 * The documents that bear on the files (by their `paths`) and on the keywords, without the rules among them. Asks the index if it is
 * there and up to date, else reads the files, which finds the same. Undefined if there is no folder of documents.
 */
export async function findDocuments(
  context: ToolContext,
  place: DocsPlace,
  query: Query,
  files: readonly string[],
): Promise<FoundDocuments | undefined> {
  const listing = list(context, place);
  if (!listing) return undefined;
  const skipped: SkippedFile[] = [...listing.skipped];
  const rules = relative(place.docsDir, place.rulesDir).split(sep).join("/");
  const outside = rules === "" || rules.startsWith("..") ? undefined : rules;
  const indexed = await byIndex(context, place, query, files, listing, outside);
  const found = indexed ?? (await byFiles(context, place, query, files, listing, outside, skipped));
  const about = found.about.map(({ hit, reason }) => document(place, hit, reason));
  const taken = new Set(found.about.map(({ hit }) => `${hit.path}:${hit.ordinal}`));
  const named = spread(found.result.ranked)
    .filter((entry) => entry.found.includes(1) && !taken.has(`${entry.item.path}:${entry.item.ordinal}`))
    .slice(0, AT_MOST)
    .map((entry) => document(place, entry.item, why(query, entry).join("; ")));
  return { documents: [...about, ...named], searched: indexed ? "index" : "files", skipped };
}

/** Undefined if there is no index that may be trusted; says why. */
async function byIndex(
  context: ToolContext,
  place: DocsPlace,
  query: Query,
  files: readonly string[],
  listing: DocsListing,
  outside: string | undefined,
): Promise<Found | undefined> {
  try {
    return await withIndex(context, place, async (database) => {
      const stale = await staleness(database, place.docsDir, listing);
      if (isStale(stale)) {
        context.warn(
          `The index is older than the documents (${stalenessText(stale)}); all files were read instead. Fix: ${context.command("docs", "index")}`,
        );
        context.next("docs index");
        return undefined;
      }
      const result = query.terms.length === 0 ? { ranked: [], total: 0, not_found: [] } : searchIndex(database, query, "any", outside);
      return { result, about: await aboutFromIndex(database, files, outside) };
    });
  } catch (error) {
    if (!isToolError(error)) throw error;
    // Whatever is wrong with the index, the files are there to be read.
    if (error.code === "docs_index_missing") context.log("There is no index yet; all files are read");
    else context.warn(`${error.message}; all files were read instead. Fix: ${error.fix.join("; ")}`);
    context.next(error.code === "docs_index_broken" ? "docs index --rebuild" : "docs index");
    return undefined;
  }
}

async function byFiles(
  context: ToolContext,
  place: DocsPlace,
  query: Query,
  files: readonly string[],
  listing: DocsListing,
  outside: string | undefined,
  skipped: SkippedFile[],
): Promise<Found> {
  const wanted = listing.files.filter((file) => outside === undefined || !file.path.startsWith(`${outside}/`));
  const withPaths: ReadDocument[] = [];
  const result = await searchDocuments(readDocuments(context, place.docsDir, wanted, skipped), query, (read) => {
    if (read.document.paths.length > 0) withPaths.push(read);
  });
  const matched = await byPaths(withPaths, files);
  const about = withPaths.flatMap((read) => {
    const reason = matched.get(read.path);
    return reason === undefined ? [] : hitsOf(read).map((hit) => ({ hit, reason }));
  });
  return { result, about };
}

async function aboutFromIndex(database: Database, files: readonly string[], outside: string | undefined): Promise<Found["about"]> {
  if (files.length === 0) return [];
  const rows = database.all<{ id: number; path: string; title: string; keywords: string; paths: string }>(
    "SELECT id, path, title, keywords, paths FROM files WHERE paths <> '[]' AND skipped = '' ORDER BY path",
  );
  const documents = rows
    .filter((row) => outside === undefined || !row.path.startsWith(`${outside}/`))
    .map((row) => ({ ...row, keywords: JSON.parse(row.keywords) as string[], paths: JSON.parse(row.paths) as string[] }));
  const matched = await byPaths(
    documents.map(({ path, title, keywords, paths }) => ({ path, document: { title, keywords, paths, sections: [] } })),
    files,
  );
  return documents.flatMap(({ id, path, title, keywords }) => {
    const reason = matched.get(path);
    if (reason === undefined) return [];
    return database
      .all<{ headings: string; ordinal: number; line: number; text: string }>(
        "SELECT headings, ordinal, line, text FROM sections WHERE file = ? ORDER BY ordinal",
        [id],
      )
      .map(({ headings, ordinal, line, text }) => ({
        hit: { path, title, keywords, heading_path: JSON.parse(headings) as string[], ordinal, line, text },
        reason,
      }));
  });
}

function document(place: DocsPlace, hit: Hit, reason: string): FoundText {
  const { line, title, heading_path, text } = hit;
  return { kind: "document", file: join(place.docsDir, hit.path), line, title, heading_path, text, reason };
}

function list(context: ToolContext, place: DocsPlace): DocsListing | undefined {
  try {
    return listIfThere(place.docsDir);
  } catch (error) {
    throw docsDirFault(context, "DOCS_DIR", place.docsDir, error);
  }
}
