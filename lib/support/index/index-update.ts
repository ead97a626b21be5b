import { existsSync, mkdirSync, renameSync } from "node:fs";
import { dirname, join } from "node:path";
import { isToolError } from "../../../registry/error/tool-error.ts";
import type { ToolContext } from "../../../registry/tool-context.ts";
import { type DocsListing, listDocs } from "../place/docs-files.ts";
import type { DocsPlace } from "../place/docs-place.ts";
import { readDocsText } from "../place/docs-text.ts";
import { isDatabaseError, openDatabase } from "./database.ts";
import { buildIndex, type IndexChange } from "./index-build.ts";
import { type RecordedFile, recordedFiles } from "./index-content.ts";
import { docsDirFault, indexBroken, indexUnreadable, indexUnwritable } from "./index-faults.ts";
import { inspectIndex } from "./index-file.ts";
import { lockIndex } from "./index-lock.ts";

export interface IndexReport {
  readonly files: number;
  readonly sections: number;
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
  readonly skipped: readonly { readonly path: string; readonly reason: string }[];
  /** Nothing of an earlier index was used. */
  readonly rebuilt: boolean;
  /** False if the index was up to date, or on a dry run. */
  readonly written: boolean;
}

/** Beyond so many touched files their new times are recorded. */
const TOUCHED_AT_MOST = 50;

interface Records {
  readonly fresh: boolean;
  readonly files: ReadonlyMap<string, RecordedFile>;
}

/** Brings the index in line with DOCS_DIR, reading only what differs. Throws the `docs_*` faults. */
export async function updateIndex(context: ToolContext, place: DocsPlace, rebuild: boolean): Promise<IndexReport> {
  if (context.dryRun) return report(place, await compare(context, place, records(context, place, rebuild)), false, true);
  const listing = list(context, place);
  try {
    mkdirSync(dirname(place.index), { recursive: true });
  } catch (error) {
    throw indexUnwritable(place, error);
  }
  const release = await lockIndex(context, place);
  try {
    const known = records(context, place, rebuild);
    const difference = await compare(context, place, known, listing);
    const { enter, touched, removed } = difference.change;
    // A few files that were only touched are read again each time, which costs less than a new index.
    const work = known.fresh || enter.length + removed.length > 0 || touched.length > TOUCHED_AT_MOST;
    if (work) {
      if (known.fresh) setAside(context, place);
      await buildIndex(context, place, difference.change, known.fresh);
    }
    return report(place, difference, work, false);
  } catch (error) {
    if (context.signal.aborted || isToolError(error)) throw error;
    if (isDatabaseError(error) && /CORRUPT|NOTADB/.test(error.code)) throw indexBroken(context, place, error.message, error);
    if (isDatabaseError(error) || typeof (error as { syscall?: unknown }).syscall === "string") throw indexUnwritable(place, error);
    throw error;
  } finally {
    release();
  }
}

/** What the present index holds; nothing of it if it must be built anew. */
function records(context: ToolContext, place: DocsPlace, rebuild: boolean): Records {
  const nothing: Records = { fresh: true, files: new Map() };
  const state = inspectIndex(place.index);
  if (rebuild || state.kind === "missing") return nothing;
  if (state.kind === "unreadable") throw indexUnreadable(place, state.reason);
  if (state.kind === "broken") {
    if (!state.ours) throw indexBroken(context, place, state.reason);
    context.warn(`The index ${place.index} could not be used (${state.reason}); it is built anew`);
    return nothing;
  }
  const database = openDatabase(place.index);
  try {
    return { fresh: false, files: recordedFiles(database) };
  } catch (error) {
    if (!isDatabaseError(error)) throw error;
    context.warn(`The index ${place.index} could not be used (${error.message}); it is built anew`);
    return nothing;
  } finally {
    database.close();
  }
}

interface Difference {
  readonly listing: DocsListing;
  readonly change: IndexChange;
  readonly fresh: boolean;
  readonly old: ReadonlyMap<string, RecordedFile>;
}

/** Finds what differs: by size and times, and where these differ, by content. */
async function compare(context: ToolContext, place: DocsPlace, known: Records, listing = list(context, place)): Promise<Difference> {
  const enter: { file: DocsListing["files"][number]; old: RecordedFile | undefined }[] = [];
  const touched: { file: DocsListing["files"][number]; id: number }[] = [];
  const gone = new Map(known.files);
  for (const file of listing.files) {
    const old = known.files.get(file.path);
    gone.delete(file.path);
    if (old && old.size === file.size && old.modified === file.modified && old.changed === file.changed && !old.skipped) continue;
    if (old) {
      context.signal.throwIfAborted();
      const read = await readDocsText(join(place.docsDir, file.path));
      if (read.hash !== "" && read.hash === old.hash) {
        if (old.size !== file.size || old.modified !== file.modified || old.changed !== file.changed) touched.push({ file, id: old.id });
        continue;
      }
      if (!read.ok && old.skipped === read.reason) continue;
    }
    enter.push({ file, old });
  }
  return { listing, change: { enter, touched, removed: [...gone.values()] }, fresh: known.fresh, old: known.files };
}

function list(context: ToolContext, place: DocsPlace): DocsListing {
  try {
    return listDocs(place.docsDir);
  } catch (error) {
    throw docsDirFault(context, "DOCS_DIR", place.docsDir, error);
  }
}

/** What is not certainly an index of ours (a folder, another program's file) is moved, never overwritten. */
function setAside(context: ToolContext, place: DocsPlace): void {
  const state = inspectIndex(place.index);
  if (state.kind !== "broken" || state.ours) return;
  let aside = `${place.index}.broken`;
  for (let number = 2; existsSync(aside); number++) aside = `${place.index}.broken-${number}`;
  renameSync(place.index, aside);
  context.warn(`${place.index} was no index (${state.reason}); it was moved to ${aside}`);
}

function report(place: DocsPlace, difference: Difference, written: boolean, dryRun: boolean): IndexReport {
  const { change, listing, fresh, old } = difference;
  const now = dryRun
    ? { files: listing.files.length, sections: 0, skipped: [...old.values()].filter((file) => file.skipped !== "") }
    : counts(place);
  return {
    files: now.files,
    sections: now.sections,
    added: change.enter.filter((entry) => !entry.old).map((entry) => entry.file.path),
    changed: change.enter.filter((entry) => entry.old).map((entry) => entry.file.path),
    removed: change.removed.map((file) => file.path).sort(),
    skipped: [
      ...listing.skipped.map(({ path, reason }) => ({ path, reason })),
      ...now.skipped.map((file) => ({ path: file.path, reason: file.skipped })),
    ],
    rebuilt: fresh,
    written,
  };
}

function counts(place: DocsPlace): { files: number; sections: number; skipped: { path: string; skipped: string }[] } {
  const database = openDatabase(place.index);
  try {
    const [count] = database.all<{ files: number; sections: number }>(
      "SELECT (SELECT COUNT(*) FROM files WHERE skipped = '') AS files, (SELECT COALESCE(MAX(value), 0) FROM totals WHERE name = 'sections') AS sections",
    );
    const skipped = database.all<{ path: string; skipped: string }>("SELECT path, skipped FROM files WHERE skipped <> '' ORDER BY path");
    return { files: count?.files ?? 0, sections: count?.sections ?? 0, skipped };
  } finally {
    database.close();
  }
}
