import { writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { fault } from "../../../registry/error/catalogue.ts";
import type { ToolContext } from "../../../registry/tool-context.ts";
import type { DocsPlace } from "../place/docs-place.ts";
import { isDatabaseError, openDatabase } from "./database.ts";
import { indexUnwritable } from "./index-faults.ts";

/** Longer than an index of 100,000 files takes; who waits still ends. */
const PATIENCE_SECONDS = 600;

/**
 * Lets one process at a time write the index; gives the function that releases it.
 *
 * The lock is SQLite's own on an empty file beside the index: the kernel drops it with the process, so that a
 * killed indexer leaves nothing to clean up, as a file with a process id would. It says nothing to readers, who never wait.
 * Throws `docs_index_busy` after ten minutes, the signal's reason when aborted.
 */
export async function lockIndex(context: ToolContext, place: DocsPlace, patience = PATIENCE_SECONDS): Promise<() => void> {
  const file = `${place.index}.lock`;
  const start = Date.now();
  let told = false;
  for (;;) {
    context.signal.throwIfAborted();
    const release = tryLock(file, place);
    if (release) return release;
    if (Date.now() - start > patience * 1000)
      throw fault("docs_index_busy", { path: place.index, seconds: patience, command: context.command("docs", "index") });
    if (!told) context.log(`Waiting for another process that writes ${place.index}`);
    told = true;
    await sleep(100, undefined, { signal: context.signal });
  }
}

function tryLock(file: string, place: DocsPlace): (() => void) | undefined {
  try {
    const database = openDatabase(file, 0);
    try {
      // Without this a journal would be created beside the lock.
      database.exec("PRAGMA journal_mode = MEMORY; BEGIN IMMEDIATE;");
    } catch (error) {
      database.close();
      throw error;
    }
    return () => {
      database.exec("ROLLBACK");
      database.close();
    };
  } catch (error) {
    if (isDatabaseError(error) && error.code === "SQLITE_BUSY") return undefined;
    if (!isDatabaseError(error) || error.code !== "SQLITE_NOTADB") throw indexUnwritable(place, error);
    // The lock file holds nothing of worth; anything in it is a mistake.
    writeFileSync(file, "");
    return tryLock(file, place);
  }
}
