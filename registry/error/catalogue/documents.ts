import type { CatalogueEntry } from "../catalogue-entry.ts";

/** What the docs and impl tools find. */
export const DOCUMENTS = {
  docs_dir_missing: { layer: "precondition", recoverable: "yes", message: "DOCS_DIR not found: {path}", fix: ["{command!}"] },
  docs_dir_not_a_directory: {
    layer: "precondition",
    recoverable: "user-action-required",
    message: "DOCS_DIR is not a folder: {path}",
    fix: ["Tell the user: DOCS_DIR is {path}, which is a file; it must name a folder with Markdown documents."],
  },
  docs_dir_unreadable: {
    layer: "platform",
    recoverable: "user-action-required",
    message: "Cannot read {name} {path} ({reason})",
    fix: ["Ask the user to let this account read {path}."],
  },
  docs_dir_unwritable: {
    layer: "platform",
    recoverable: "user-action-required",
    message: "Cannot write {path} ({reason})",
    fix: ["Ask the user to let this account write {path}, or to set DOCS_DIR to a folder that it may write."],
  },
  docs_index_missing: { layer: "precondition", recoverable: "yes", message: "DOCS_INDEX not found: {path}", fix: ["{command!}"] },
  docs_index_broken: {
    layer: "runtime",
    recoverable: "yes",
    message: "The index {path} cannot be used: {reason}",
    fix: ["{command!}"],
  },
  docs_index_unreadable: {
    layer: "platform",
    recoverable: "user-action-required",
    message: "Cannot read the index {path} ({reason})",
    fix: ["Ask the user to let this account read {path}."],
  },
  docs_index_unwritable: {
    layer: "platform",
    recoverable: "user-action-required",
    message: "Cannot write the index {path} ({reason})",
    fix: ["Ask the user to let this account write {path} and its folder, or to set DOCS_INDEX to a file in a folder that it may write."],
  },
  docs_index_busy: {
    layer: "runtime",
    recoverable: "yes",
    message: "Another process has been writing the index {path} for {seconds} s",
    fix: ["{command!}"],
  },
  docs_database_missing: {
    layer: "platform",
    recoverable: "user-action-required",
    message: "The database library libsql cannot be loaded here: {reason}",
    fix: ["Ask the user to run npm install again on this machine; libsql has no build for every platform (this one: {platform})."],
  },
  docs_keywords_empty: {
    layer: "precondition",
    recoverable: "yes",
    message: "The keywords hold no letter or digit to look for: {keywords}",
    fix: ["{command!}"],
  },
  docs_number_invalid: {
    layer: "precondition",
    recoverable: "yes",
    message: "{option} must be 1 or more, not {given}",
    fix: ["{command!}"],
  },
  impl_nothing_asked: {
    layer: "precondition",
    recoverable: "yes",
    message: "impl context needs --keywords or --files",
    fix: ["{command!}"],
  },
} as const satisfies Record<string, CatalogueEntry>;
