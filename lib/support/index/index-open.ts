import { isToolError } from "../../../registry/error/tool-error.ts";
import type { ToolContext } from "../../../registry/tool-context.ts";
import type { DocsPlace } from "../place/docs-place.ts";
import type { Database } from "./database.ts";
import { indexBroken, indexMissing, indexUnreadable } from "./index-faults.ts";
import { inspectIndex } from "./index-file.ts";
import { loadDatabase } from "./load-database.ts";

/**
 * Opens the index for reading, lets `use` work with it and closes it. Throws `docs_index_missing`, `docs_index_unreadable` or, also
 * for damage that shows only while reading, `docs_index_broken`.
 */
export async function withIndex<Result>(
  context: ToolContext,
  place: DocsPlace,
  use: (database: Database) => Promise<Result> | Result,
): Promise<Result> {
  const state = inspectIndex(place.index);
  if (state.kind === "missing") throw indexMissing(context, place);
  if (state.kind === "unreadable") throw indexUnreadable(place, state.reason);
  if (state.kind === "broken") throw indexBroken(context, place, state.reason);
  const { isDatabaseError, openDatabase } = await loadDatabase();
  let database: Database | undefined;
  try {
    database = openDatabase(place.index);
    return await use(database);
  } catch (error) {
    if (!isToolError(error) && isDatabaseError(error)) throw indexBroken(context, place, error.message, error);
    throw error;
  } finally {
    database?.close();
  }
}
