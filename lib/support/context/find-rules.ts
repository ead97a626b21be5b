import { join } from "node:path";
import type { ToolContext } from "../../../registry/tool-context.ts";
import { docsDirFault } from "../index/index-faults.ts";
import type { DocsListing, SkippedFile } from "../place/docs-files.ts";
import type { DocsPlace } from "../place/docs-place.ts";
import { listIfThere, type ReadDocument, readDocuments } from "../place/read-documents.ts";
import { searchDocuments } from "../search/files-search.ts";
import type { Query } from "../search/query.ts";
import { why } from "../search/why.ts";
import type { FoundText } from "./found-text.ts";

/** A rule is short and meant as a whole: it is taken whole, not by section. */
function asOneSection({ path, document }: ReadDocument): ReadDocument {
  const whole = document.sections
    .map((section) => [
      section.heading_path.length > 0 ? `${"#".repeat(section.heading_path.length)} ${section.heading_path.at(-1)}` : "",
      section.text,
    ])
    .map((parts) => parts.filter((part) => part !== "").join("\n\n"))
    .join("\n\n");
  return { path, document: { ...document, sections: [{ ordinal: 0, heading_path: [document.title], line: 1, text: whole }] } };
}

/**
 * The rules that apply: first those whose `paths` match a file, then those that hold a keyword whole, each group by rank. A rule whose
 * `paths` match no file still stands if it was asked for by keyword. Undefined if there is no folder of rules.
 */
export async function findRules(
  context: ToolContext,
  place: DocsPlace,
  query: Query,
  files: readonly string[],
): Promise<{ rules: FoundText[]; skipped: readonly SkippedFile[] } | undefined> {
  const listing = list(context, place);
  if (!listing) return undefined;
  const skipped: SkippedFile[] = [...listing.skipped];
  const documents: ReadDocument[] = [];
  for await (const read of readDocuments(context, place.rulesDir, listing.files, skipped)) documents.push(asOneSection(read));
  const { ranked } = await searchDocuments(each(documents), query);
  const places = new Map(ranked.map((entry, at) => [entry.item.path, at]));
  const order = (a: ReadDocument, b: ReadDocument): number => (places.get(a.path) ?? ranked.length) - (places.get(b.path) ?? ranked.length);
  const matched = await byPaths(documents, files);
  const first = documents
    .filter((read) => matched.has(read.path))
    .sort(order)
    .map((read) => rule(place, read, matched.get(read.path) ?? ""));
  const second = ranked
    .filter((entry) => !matched.has(entry.item.path) && entry.found.includes(1))
    .flatMap((entry) =>
      documents.filter((read) => read.path === entry.item.path).map((read) => rule(place, read, why(query, entry).join("; "))),
    );
  return { rules: [...first, ...second], skipped };
}

/** For each document whose `paths` match one of the files: which glob matches which file. */
export async function byPaths(documents: readonly ReadDocument[], files: readonly string[]): Promise<Map<string, string>> {
  const matched = new Map<string, string>();
  const withPaths = documents.filter((read) => read.document.paths.length > 0);
  if (files.length === 0 || withPaths.length === 0) return matched;
  const { matchingGlob } = await import("./glob-match.ts");
  for (const { path, document } of withPaths)
    for (const file of files) {
      const glob = matchingGlob(document.paths, file);
      if (glob === undefined || matched.has(path)) continue;
      matched.set(path, `paths: ${glob} matches ${file}`);
    }
  return matched;
}

function rule(place: DocsPlace, { path, document }: ReadDocument, reason: string): FoundText {
  const text = document.sections[0]?.text ?? "";
  return { kind: "rule", file: join(place.rulesDir, path), line: 1, title: document.title, heading_path: [], text, reason };
}

function list(context: ToolContext, place: DocsPlace): DocsListing | undefined {
  try {
    return listIfThere(place.rulesDir);
  } catch (error) {
    throw docsDirFault(context, "RULES_DIR", place.rulesDir, error);
  }
}

async function* each(documents: readonly ReadDocument[]): AsyncGenerator<ReadDocument> {
  yield* documents;
}
