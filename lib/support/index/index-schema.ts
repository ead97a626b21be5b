/** Says that a SQLite file is a documents index of ours ("nkDX"), in its header's application id. */
export const APPLICATION_ID = 0x6e_6b_44_58;

/** Raised whenever tables, terms or the cutting of sections change, so that an index made by other rules is not searched by these. */
export const SCHEMA_VERSION = 1;

/**
 * `fts` holds terms, already folded and cut by words.ts, separated by spaces: so the tokenizer must only cut at spaces, which
 * `ascii` with these token characters does. It is contentless: text stands once, in `sections`.
 */
export const SCHEMA = `
PRAGMA application_id = ${APPLICATION_ID};
PRAGMA user_version = ${SCHEMA_VERSION};
CREATE TABLE files (
  id INTEGER PRIMARY KEY,
  path TEXT NOT NULL UNIQUE,
  hash TEXT NOT NULL,
  size INTEGER NOT NULL,
  modified INTEGER NOT NULL,
  changed INTEGER NOT NULL,
  title TEXT NOT NULL,
  keywords TEXT NOT NULL,
  paths TEXT NOT NULL,
  skipped TEXT NOT NULL
);
CREATE TABLE sections (
  id INTEGER PRIMARY KEY,
  file INTEGER NOT NULL,
  ordinal INTEGER NOT NULL,
  headings TEXT NOT NULL,
  line INTEGER NOT NULL,
  heading_length INTEGER NOT NULL,
  keywords_length INTEGER NOT NULL,
  context_length INTEGER NOT NULL,
  body_length INTEGER NOT NULL,
  text TEXT NOT NULL
);
CREATE INDEX sections_of_file ON sections (file);
CREATE TABLE totals (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
CREATE VIRTUAL TABLE fts USING fts5 (
  heading, keywords, context, body, wholes,
  content = '', contentless_delete = 1, tokenize = "ascii tokenchars '.+#'"
);
CREATE VIRTUAL TABLE vocabulary USING fts5vocab (fts, row);
`;
