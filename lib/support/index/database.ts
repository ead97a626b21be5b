import Sqlite from "libsql";

/**
 * The one place that touches libsql. What it guards against, measured on libsql 0.5:
 * a boolean or a lone object as a parameter aborts the process (so: arrays of
 * the types below only), a NUL cuts a string, `.get()` adds `_metadata` (so: rows by
 * `.all()`), the lock timeout is 0 by default.
 */
export interface Database {
  exec(sql: string): void;
  /** Runs a statement and gives the id of the row it last inserted; statements are prepared once per text. */
  run(sql: string, parameters?: readonly SqlValue[]): number;
  all<Row>(sql: string, parameters?: readonly SqlValue[]): Row[];
  close(): void;
}

export type SqlValue = string | number | null;

/** `busyMs`: how long a locked database is waited for, in milliseconds. Throws what `isDatabaseError` recognises. */
export function openDatabase(file: string, busyMs = 5000): Database {
  const handle = new Sqlite(file, { timeout: busyMs } as Sqlite.Options);
  const prepared = new Map<string, Sqlite.Statement>();
  const statement = (sql: string): Sqlite.Statement => {
    const known = prepared.get(sql);
    if (known) return known;
    const made = handle.prepare(sql);
    prepared.set(sql, made);
    return made;
  };
  return {
    exec: (sql) => {
      handle.exec(sql);
    },
    run: (sql, parameters = []) => Number(statement(sql).run(parameters.map(bindable)).lastInsertRowid),
    all: <Row>(sql: string, parameters: readonly SqlValue[] = []) => statement(sql).all(parameters.map(bindable)) as Row[],
    close: () => {
      prepared.clear();
      handle.close();
    },
  };
}

/** Whether SQLite itself failed (damaged file, lock, full disk): its `code` begins with `SQLITE_`. */
export function isDatabaseError(error: unknown): error is Error & { code: string } {
  if (!(error instanceof Error)) return false;
  const code = (error as { code?: unknown }).code;
  return (typeof code === "string" && code.startsWith("SQLITE_")) || error.message.startsWith("ConnectionFailed");
}

function bindable(value: SqlValue): SqlValue {
  return typeof value === "string" && value.includes("\0") ? value.replaceAll("\0", "\uFFFD") : value;
}
