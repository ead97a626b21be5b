import { fault } from "../../../registry/error/catalogue.ts";
import type { ToolError } from "../../../registry/error/tool-error.ts";
import type { ToolContext } from "../../../registry/tool-context.ts";
import { errorCode } from "../place/docs-files.ts";
import type { DocsPlace } from "../place/docs-place.ts";

type Place = Pick<DocsPlace, "index" | "docsDir">;

/** The index stands there but cannot serve; a new one can always be built. */
export function indexBroken(context: ToolContext, place: Place, reason: string, cause?: unknown): ToolError {
  return fault("docs_index_broken", { path: place.index, reason, command: context.command("docs", "index", "--rebuild") }, { cause });
}

export function indexMissing(context: ToolContext, place: Place): ToolError {
  return fault("docs_index_missing", { path: place.index, command: context.command("docs", "index") });
}

export function indexUnreadable(place: Place, reason: string): ToolError {
  return fault("docs_index_unreadable", { path: place.index, reason });
}

/** A file operation on the index or its folder failed. */
export function indexUnwritable(place: Place, error: unknown): ToolError {
  return fault("docs_index_unwritable", { path: place.index, reason: errorCode(error) }, { cause: error });
}

/** A folder of documents (`name`: DOCS_DIR or RULES_DIR) could not be listed. */
export function docsDirFault(context: ToolContext, name: string, path: string, error: unknown): ToolError {
  const code = errorCode(error);
  if (code === "ENOENT") return fault("docs_dir_missing", { path, command: context.command("docs", "init") }, { cause: error });
  if (code === "ENOTDIR") return fault("docs_dir_not_a_directory", { path }, { cause: error });
  return fault("docs_dir_unreadable", { name, path, reason: code }, { cause: error });
}
