import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { errorCode } from "./docs-files.ts";

/** A document's bytes as text, or why they are none. `hash` (SHA-256, hex) is there whenever the bytes could be read. */
export type DocsText =
  | { readonly ok: true; readonly hash: string; readonly text: string }
  | { readonly ok: false; readonly hash: string; readonly reason: string };

/** Reads a file as UTF-8, strictly: a guess at another encoding would index words that nobody wrote. Never throws for the file's sake. */
export async function readDocsText(file: string): Promise<DocsText> {
  let bytes: Buffer;
  try {
    bytes = await readFile(file);
  } catch (error) {
    return { ok: false, hash: "", reason: `cannot be read (${errorCode(error)})` };
  }
  const hash = createHash("sha256").update(bytes).digest("hex");
  try {
    return { ok: true, hash, text: new TextDecoder("utf-8", { fatal: true }).decode(bytes) };
  } catch {
    return { ok: false, hash, reason: "is not UTF-8 text; convert it, e.g. with iconv -t UTF-8" };
  }
}
