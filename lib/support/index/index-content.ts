import { terms } from "../../../registry/text/words.ts";
import type { Document } from "../document/document.ts";
import type { DocsFile } from "../place/docs-files.ts";
import { FIELDS, type Field, withoutLinkTargets } from "../search/measure.ts";
import { searchText } from "../search/search-text.ts";
import type { Database } from "./database.ts";

/** A file as the index knows it. */
export interface RecordedFile extends DocsFile {
  readonly id: number;
  readonly hash: string;
  /** Why its text is not in the index; empty if it is. */
  readonly skipped: string;
}

/** All files by path. In one row, since libsql takes 8 µs for each: 10,000 files would cost more than looking at them on the disk. */
export function recordedFiles(database: Database): Map<string, RecordedFile> {
  const [row] = database.all<{ files: string }>(
    "SELECT json_group_array(json_array(id, path, hash, size, modified, changed, skipped)) AS files FROM files",
  );
  const files = JSON.parse(row?.files ?? "[]") as [number, string, string, number, number, number, string][];
  return new Map(
    files.map(([id, path, hash, size, modified, changed, skipped]) => [path, { id, path, hash, size, modified, changed, skipped }]),
  );
}

/** A file to be put into the index; without a document, only that it is there and why it is skipped. */
export interface NewFile {
  readonly file: DocsFile;
  readonly hash: string;
  readonly content: Document | { readonly skipped: string };
}

/** Takes a file and its sections out. */
export function removeFile(database: Database, id: number): void {
  const [sums] = database.all<Record<string, number | null>>(
    `SELECT COUNT(*) AS sections, ${FIELDS.map((field) => `SUM(${field}_length) AS ${field}`).join(", ")} FROM sections WHERE file = ?`,
    [id],
  );
  for (const [name, value] of Object.entries(sums ?? {})) addToTotal(database, name, -(value ?? 0));
  database.run("DELETE FROM fts WHERE rowid IN (SELECT id FROM sections WHERE file = ?)", [id]);
  database.run("DELETE FROM sections WHERE file = ?", [id]);
  database.run("DELETE FROM files WHERE id = ?", [id]);
}

/** Notes that a file was touched but says the same. */
export function touchFile(database: Database, id: number, file: DocsFile): void {
  database.run("UPDATE files SET size = ?, modified = ?, changed = ? WHERE id = ?", [file.size, file.modified, file.changed, id]);
}

/** Puts a file in; the path must not be there. Gives the number of its sections. */
export function addFile(database: Database, { file, hash, content }: NewFile): number {
  const document = "skipped" in content ? undefined : content;
  const fileId = database.run(
    "INSERT INTO files (path, hash, size, modified, changed, title, keywords, paths, skipped) VALUES (?,?,?,?,?,?,?,?,?)",
    [
      file.path,
      hash,
      file.size,
      file.modified,
      file.changed,
      document?.title ?? "",
      JSON.stringify(document?.keywords ?? []),
      JSON.stringify(document?.paths ?? []),
      "skipped" in content ? content.skipped : "",
    ],
  );
  if (!document) return 0;
  const page = { path: file.path, title: document.title, keywords: document.keywords };
  const lengths: Record<Field, number> = { heading: 0, keywords: 0, context: 0, body: 0 };
  for (const section of document.sections) {
    const text = searchText(page, section);
    const found = Object.fromEntries(
      FIELDS.map((field) => [field, terms(field === "body" ? withoutLinkTargets(text.body) : text[field])]),
    ) as Record<Field, ReturnType<typeof terms>>;
    const id = database.run(
      "INSERT INTO sections (file, ordinal, headings, line, heading_length, keywords_length, context_length, body_length, text) VALUES (?,?,?,?,?,?,?,?,?)",
      [
        fileId,
        section.ordinal,
        JSON.stringify(section.heading_path),
        section.line,
        found.heading.words.length,
        found.keywords.words.length,
        found.context.words.length,
        found.body.words.length,
        section.text,
      ],
    );
    database.run("INSERT INTO fts (rowid, heading, keywords, context, body, wholes) VALUES (?,?,?,?,?,?)", [
      id,
      found.heading.words.join(" "),
      found.keywords.words.join(" "),
      found.context.words.join(" "),
      found.body.words.join(" "),
      FIELDS.flatMap((field) => found[field].wholes).join(" "),
    ]);
    for (const field of FIELDS) lengths[field] += found[field].words.length;
  }
  addToTotal(database, "sections", document.sections.length);
  for (const field of FIELDS) addToTotal(database, field, lengths[field]);
  return document.sections.length;
}

/** What ranking needs of the whole: sums of integers, so that they are the same however the index came to be. */
function addToTotal(database: Database, name: string, value: number): void {
  database.run("INSERT INTO totals VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value", [name, value]);
}
