/**
 * TOOL_META
 * Create the folder of documents with a first page; use it once in a project that has none.
 *
 * @noun docs
 * @verb init
 * @option none
 * @side_effect creates ${DOCS_DIR}
 * @precondition none
 * @idempotent true
 * @dry_run native
 * @output json
 * @env PROJECT_ROOT
 * @env DOCS_DIR=${PROJECT_ROOT}/docs
 * @exit_code 0 The folder holds a document: a new first page, or what was there before.
 * @exit_code 3 The folder cannot be written, or DOCS_DIR is a file.
 * @example docs init
 * @see_also docs index
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ToolArguments } from "../logs/tool-types.d.ts";
import { fault } from "../registry/error/catalogue.ts";
import type { Render, Run, ToolContext } from "../registry/tool-context.ts";
import { starterDocument } from "./support/document/starter-document.ts";
import { docsDirFault } from "./support/index/index-faults.ts";
import { errorCode, listDocs } from "./support/place/docs-files.ts";
import { docsPlace, shownPath } from "./support/place/docs-place.ts";

/** The first page's name. */
const FIRST_PAGE = "README.md";

interface Data {
  docs_dir: string;
  /** Paths that were made, or on a dry run would be. */
  created: readonly string[];
  /** Documents that were there before. */
  documents: number;
}

export const run: Run<ToolArguments["docs init"], Data> = (_args, context) => {
  const place = docsPlace(context.env);
  const docsDir = shownPath(place.root, place.docsDir);
  const documents = existing(context, place.docsDir);
  if (documents > 0) {
    context.log(`${docsDir} holds documents already (${documents}); nothing was changed`);
    context.next("docs index");
    return { docs_dir: docsDir, created: [], documents };
  }
  const page = join(place.docsDir, FIRST_PAGE);
  const created = context.dryRun || write(place.docsDir, page, context);
  context.next("docs index");
  return { docs_dir: docsDir, created: created ? [shownPath(place.root, page)] : [], documents };
};

export const render: Render<Data> = (data) =>
  data.created.length > 0 ? data.created.join("\n") : `${data.docs_dir} holds documents already (${data.documents}); nothing to do`;

function existing(context: ToolContext, folder: string): number {
  try {
    return listDocs(folder).files.length;
  } catch (error) {
    if (errorCode(error) === "ENOENT") return 0;
    throw docsDirFault(context, "DOCS_DIR", folder, error);
  }
}

/** False if the page is there already: `wx` leaves what another process wrote meanwhile as it is. */
function write(folder: string, page: string, context: ToolContext): boolean {
  const text = starterDocument(context.command("docs", "index"), context.command("docs", "fetch", "--keywords", "document"));
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(page, text, { flag: "wx" });
    return true;
  } catch (error) {
    if (errorCode(error) === "EEXIST") return false;
    throw fault("docs_dir_unwritable", { path: page, reason: errorCode(error) }, { cause: error });
  }
}
