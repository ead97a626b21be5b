import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { errorCode } from "../place/docs-files.ts";
import { APPLICATION_ID, SCHEMA_VERSION } from "./index-schema.ts";

/**
 * What stands where the index should be. `ours`: only an index of ours can be there, so it may be replaced unasked;
 * otherwise the file may be somebody's data and is kept aside.
 */
export type IndexState =
  | { readonly kind: "usable" }
  | { readonly kind: "missing" }
  | { readonly kind: "unreadable"; readonly reason: string }
  | { readonly kind: "broken"; readonly reason: string; readonly ours: boolean };

/**
 * Judges an index by the 100 bytes of its SQLite header (sqlite.org/fileformat2.html 1.3), without loading SQLite, which takes
 * anything for a database until it is asked something, and creates what is missing.
 */
export function inspectIndex(file: string): IndexState {
  let descriptor: number;
  try {
    // A named pipe would keep a plain open waiting for its writer.
    descriptor = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    const code = errorCode(error);
    return code === "ENOENT" || code === "ENOTDIR" ? { kind: "missing" } : { kind: "unreadable", reason: code };
  }
  try {
    const stat = fstatSync(descriptor);
    if (stat.isDirectory()) return broken("it is a folder", false);
    if (!stat.isFile()) return broken("it is not a regular file", false);
    if (stat.size === 0) return broken("it is empty", true);
    const header = Buffer.alloc(100);
    const read = readSync(descriptor, header, 0, 100, 0);
    if (header.toString("latin1", 0, 16) !== "SQLite format 3\0") return broken("it is not a database", false);
    if (read < 100) return broken("it is cut off", true);
    if (header.readUInt32BE(68) !== APPLICATION_ID) return broken("it is a database of something else", false);
    const version = header.readUInt32BE(60);
    if (version !== SCHEMA_VERSION) return broken(`it has format ${version}, this version reads ${SCHEMA_VERSION}`, true);
    const pageSize = header.readUInt16BE(16) === 1 ? 65_536 : header.readUInt16BE(16);
    if (stat.size < pageSize * header.readUInt32BE(28)) return broken("it is cut off", true);
    return { kind: "usable" };
  } catch (error) {
    return { kind: "unreadable", reason: errorCode(error) };
  } finally {
    closeSync(descriptor);
  }
}

function broken(reason: string, ours: boolean): IndexState {
  return { kind: "broken", reason, ours };
}
