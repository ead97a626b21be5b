/** How a tag's text becomes a value of the header. */
export type TagKind = "text" | "list" | "words" | "block" | "parameter" | "output" | "exit_code";

/** The tags of the JSDoc spelling. Lists repeat the singular; the plural is understood too. */
export const TAGS: Readonly<Record<string, { key: string; kind: TagKind }>> = {
  noun: { key: "noun", kind: "text" },
  verb: { key: "verb", kind: "text" },
  summary: { key: "summary", kind: "text" },
  precondition: { key: "preconditions", kind: "list" },
  idempotent: { key: "idempotent", kind: "text" },
  side_effect: { key: "side_effects", kind: "list" },
  option: { key: "options", kind: "parameter" },
  arg: { key: "args", kind: "parameter" },
  output: { key: "output", kind: "output" },
  env: { key: "env", kind: "list" },
  exit_code: { key: "exit_codes", kind: "exit_code" },
  dry_run: { key: "dry_run", kind: "text" },
  stdin: { key: "stdin", kind: "text" },
  timeout: { key: "timeout", kind: "text" },
  risk: { key: "risk", kind: "text" },
  keyword: { key: "keywords", kind: "list" },
  keywords: { key: "keywords", kind: "words" },
  path: { key: "paths", kind: "list" },
  example: { key: "examples", kind: "block" },
  see_also: { key: "see_also", kind: "list" },
};
