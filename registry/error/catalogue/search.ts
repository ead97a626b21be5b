import type { CatalogueEntry } from "../catalogue-entry.ts";

/** What is wrong with a search for capabilities. */
export const SEARCH = {
  search_query_empty: {
    layer: "precondition",
    recoverable: "yes",
    message: "The query is empty",
    fix: ["{help!}"],
  },
  search_limit_invalid: {
    layer: "precondition",
    recoverable: "yes",
    message: "limit must be from 1 to {most}, not {limit}",
    fix: ["{help!}"],
  },
  search_kind_unknown: {
    layer: "precondition",
    recoverable: "yes",
    message: "{kind} is no kind of capability; the kinds are {kinds}, did you mean {near}?",
    fix: ["{help!}"],
  },
} as const satisfies Record<string, CatalogueEntry>;
