import type { HeaderText } from "./tool-meta.ts";

/** What a key takes, and how it is written in each spelling: the Fix of a fault in it. */
export interface KeyForm {
  what: string;
  yaml: string;
  tags: string;
}

const PARAMETER: Omit<KeyForm, "what"> = {
  yaml: "{name: limit, type: integer, default: 10, description: How many.}",
  tags: "@option {integer} [limit=10] - How many.",
};

/** By key; `options.x` is the key `x` of one option or argument. */
export const KEY_FORMS: Readonly<Record<string, KeyForm>> = {
  noun: { what: "a kebab-case word that begins with a letter", yaml: "noun: docs", tags: "@noun docs" },
  verb: { what: "a kebab-case word that begins with a letter", yaml: "verb: fetch", tags: "@verb fetch" },
  summary: {
    what: "one sentence of at most 1,024 characters",
    yaml: "summary: What it does and when to use it.",
    tags: "@summary What it does and when to use it.",
  },
  preconditions: {
    what: "a list of what must hold, which may be empty",
    yaml: "preconditions: [DOCS_DIR exists] or preconditions: []",
    tags: "@precondition DOCS_DIR exists or @precondition none",
  },
  idempotent: { what: "true or false", yaml: "idempotent: true or idempotent: false", tags: "@idempotent true or @idempotent false" },
  side_effects: {
    what: "a list of what a call changes, which may be empty",
    yaml: "side_effects: [writes ${DOCS_DIR}/index] or side_effects: []",
    tags: "@side_effect writes ${DOCS_DIR}/index or @side_effect none",
  },
  options: { what: "a list of options", yaml: `options: [${PARAMETER.yaml}]`, tags: PARAMETER.tags },
  args: {
    what: "a list of positional arguments",
    yaml: "args: [{name: paths, type: path[], description: Where to look.}]",
    tags: "@arg {path[]} [paths] - Where to look.",
  },
  output: {
    what: "text, json or ndjson, with or without a JSON Schema",
    yaml: "output: json or output: {format: json, schema: {type: object}}",
    tags: '@output json or @output json {"type":"object"}',
  },
  env: { what: "a list of variables, each with or without a default", yaml: "env: [DOCS_DIR, DOCS_LIMIT=10]", tags: "@env DOCS_LIMIT=10" },
  exit_codes: {
    what: "a meaning for some of 0, 1, 2 and 3",
    yaml: "exit_codes: {0: found, 1: nothing to search in}",
    tags: "@exit_code 1 nothing to search in",
  },
  dry_run: { what: "native, or nothing", yaml: "dry_run: native", tags: "@dry_run native" },
  stdin: { what: "true or false", yaml: "stdin: true", tags: "@stdin true" },
  timeout: { what: "a number of seconds", yaml: "timeout: 30", tags: "@timeout 30" },
  risk: { what: "low, medium or high", yaml: "risk: high", tags: "@risk high" },
  keywords: { what: "a list of words", yaml: "keywords: [docs, search]", tags: "@keyword search" },
  paths: { what: "a list of globs", yaml: 'paths: ["src/**/*.ts"]', tags: "@path src/**\\/*.ts" },
  examples: {
    what: "a list of command lines",
    yaml: 'examples: ["docs fetch --keywords cdk"]',
    tags: "@example docs fetch --keywords cdk",
  },
  see_also: { what: "a list of commands", yaml: "see_also: [docs index]", tags: "@see_also docs index" },
  "preconditions.item": {
    what: "a phrase, alone or with its Fix",
    yaml: "DOCS_DIR exists or {test: DOCS_DIR exists, fix: bash scripts/docs-init.sh}",
    tags: "@precondition DOCS_DIR exists -> fix: bash scripts/docs-init.sh",
  },
  "side_effects.item": { what: "a phrase", yaml: "writes ${DOCS_DIR}/index", tags: "@side_effect writes ${DOCS_DIR}/index" },
  "env.item": {
    what: "NAME, NAME=default or {name, default}",
    yaml: "DOCS_LIMIT=10 or {name: DOCS_LIMIT, default: 10}",
    tags: "@env DOCS_LIMIT=10",
  },
  "options.name": { what: "letters, digits, - and _", ...PARAMETER },
  "options.type": { what: "string, number, integer, boolean, path, a list of words, or [] of these", ...PARAMETER },
  "options.required": {
    what: "true or false",
    yaml: "required: true",
    tags: "a name without brackets: @option {integer} limit - How many.",
  },
  "options.default": { what: "a value of its type", ...PARAMETER },
  "options.description": { what: "a text", ...PARAMETER },
  "options.short": { what: "one letter, and for options only", yaml: "short: l", tags: "@option {integer} [limit=10] -l - How many." },
  "options.env": { what: "the name of a variable", yaml: "env: DOCS_LIMIT", tags: "@option {integer} [limit=10] $DOCS_LIMIT - How many." },
};

/** The Fix for a key in one spelling: `Write idempotent: true or idempotent: false`. */
export function writeForm(key: string, spelling: HeaderText["spelling"]): string {
  return `Write ${KEY_FORMS[key]?.[spelling] ?? key}`;
}
