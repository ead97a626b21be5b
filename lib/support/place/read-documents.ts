import { join } from "node:path";
import type { ToolContext } from "../../../registry/tool-context.ts";
import { type Document, parseDocument } from "../document/document.ts";
import { type DocsFile, type DocsListing, listDocs, type SkippedFile } from "./docs-files.ts";
import { readDocsText } from "./docs-text.ts";

/** A document read from its file. */
export interface ReadDocument {
  readonly path: string;
  readonly document: Document;
}

/** Reads the documents of a listing one after another, in its order; what cannot be read is added to `skipped`. */
export async function* readDocuments(
  context: ToolContext,
  folder: string,
  files: readonly DocsFile[],
  skipped: SkippedFile[],
): AsyncGenerator<ReadDocument> {
  for (const { path } of files) {
    context.signal.throwIfAborted();
    const read = await readDocsText(join(folder, path));
    if (!read.ok) {
      skipped.push({ path, reason: read.reason });
      continue;
    }
    const name = (path.split("/").at(-1) ?? path).replace(/\.mdx?$/i, "");
    yield { path, document: await parseDocument(read.text, name) };
  }
}

/** The listing of a folder, undefined if there is no such folder; other faults are thrown as they come. */
export function listIfThere(folder: string): DocsListing | undefined {
  try {
    return listDocs(folder);
  } catch (error) {
    if ((error as { code?: unknown }).code === "ENOENT") return undefined;
    throw error;
  }
}
