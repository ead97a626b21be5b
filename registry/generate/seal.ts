import { createHash } from "node:crypto";
import type { ToolEntry } from "../entry.ts";

/**
 * The seal of an entry: a digest of the whole entry as this version of nichekit wrote it. While it holds and the
 * header's own digest is unchanged, the entry is what the header gives, and neither the header need be parsed nor
 * the tokens be counted again (for 1,000 tools most of the time and memory of a check). It guards against accidents:
 * an edit, a bad merge, another version. Who forges a seal is caught by `registry check --full`.
 */
export function sealOf({ seal: _, ...entry }: ToolEntry, version: string): string {
  return createHash("sha256").update(`${version}\n`).update(JSON.stringify(entry)).digest("hex").slice(0, 16);
}

/** Whether `value`, from a file that anyone may have edited, is an entry as this version wrote it. */
export function isSealed(value: unknown, version: string): value is ToolEntry {
  if (typeof value !== "object" || value === null || !("seal" in value)) return false;
  return value.seal === sealOf(value as ToolEntry, version);
}
