/**
 * TOOL_META
 * Bring the search index of the documents up to date; run it after documents changed and before docs fetch.
 *
 * @noun docs
 * @verb index
 * @option {boolean} [rebuild] - Start anew instead of reading only what changed.
 * @precondition DOCS_DIR exists
 * @side_effect reads ${DOCS_DIR}
 * @side_effect writes ${DOCS_INDEX}
 * @side_effect writes ${DOCS_INDEX}.new
 * @side_effect writes ${DOCS_INDEX}.lock
 * @side_effect --rebuild: writes ${DOCS_INDEX}.broken
 * @idempotent true
 * @dry_run native
 * @output json
 * @env PROJECT_ROOT
 * @env DOCS_DIR=${PROJECT_ROOT}/docs
 * @env DOCS_INDEX=${PROJECT_ROOT}/logs/cache/docs-index.sqlite
 * @exit_code 0 The index holds what DOCS_DIR holds.
 * @exit_code 1 DOCS_DIR is not there.
 * @exit_code 2 What stands in the index's place is no index (--rebuild moves it aside), or another process kept writing it.
 * @exit_code 3 DOCS_DIR cannot be read, or the index's folder cannot be written.
 * @example docs index
 * @example docs index --rebuild
 * @see_also docs fetch
 */
import type { ToolArguments } from "../logs/tool-types.d.ts";
import type { Render, Run } from "../registry/tool-context.ts";
import { loadDatabase } from "./support/index/load-database.ts";
import { docsPlace, shownPath } from "./support/place/docs-place.ts";
import { warnSkipped } from "./support/place/skipped-warning.ts";

/** As the header declares them; a caller that applies no defaults is served too. */
type Args = Partial<ToolArguments["docs index"]>;

interface Data {
  /** Path of the index. */
  index: string;
  docs_dir: string;
  /** Documents and sections in the index; on a dry run the documents there are, and no count of sections. */
  files: number;
  sections: number | null;
  added: readonly string[];
  changed: readonly string[];
  removed: readonly string[];
  skipped: readonly { path: string; reason: string }[];
  rebuilt: boolean;
  /** False if nothing was to do, or on a dry run. */
  written: boolean;
}

export const run: Run<Args, Data> = async (args, context) => {
  const place = docsPlace(context.env);
  await loadDatabase();
  const { updateIndex } = await import("./support/index/index-update.ts");
  const report = await updateIndex(context, place, args.rebuild === true);
  const docsDir = shownPath(place.root, place.docsDir);
  warnSkipped(context, (path) => `${docsDir}/${path}`, report.skipped);
  return {
    index: shownPath(place.root, place.index),
    docs_dir: docsDir,
    files: report.files,
    sections: context.dryRun ? null : report.sections,
    added: report.added,
    changed: report.changed,
    removed: report.removed,
    skipped: report.skipped,
    rebuilt: report.rebuilt,
    written: report.written,
  };
};

export const render: Render<Data> = (data) => {
  const counts = [
    `${data.added.length} added`,
    `${data.changed.length} changed`,
    `${data.removed.length} removed`,
    ...(data.skipped.length > 0 ? [`${data.skipped.length} left out`] : []),
  ].join(", ");
  const anew = data.rebuilt ? "built anew; " : "";
  const work = data.rebuilt || data.added.length + data.changed.length + data.removed.length > 0;
  if (data.sections === null) return `${data.index} ${work ? `would be written (${anew}${counts})` : "is up to date"}`;
  const holds = `${data.index}: ${counted(data.files, "document")}, ${counted(data.sections, "section")}`;
  return data.written ? `${holds} (${anew}${counts})` : `${holds}; up to date`;
};

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}
