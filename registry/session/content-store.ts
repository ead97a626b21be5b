import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { canonicalJson, sha256 } from "../canonical-json.ts";
import { fault } from "../error/catalogue.ts";
import { redactKnown } from "./redact.ts";

/** Below a session's folder: `snapshots/<sha256>.json`. */
export const SNAPSHOTS = "snapshots";

/**
 * Stores a value by its content, once: canonical JSON, without known secrets,
 * under its SHA-256 (hex), which is returned. Written beside and renamed, so
 * that nobody ever reads half of it.
 *
 * @throws ToolError `session_unwritable`
 */
export function keepContent(folder: string, value: unknown, values: readonly string[] = []): string {
  const text = canonicalJson(redactKnown(value, values));
  const digest = sha256(text);
  const file = contentFile(folder, digest);
  writeOnce(folder, file, text);
  return digest;
}

function writeOnce(folder: string, file: string, text: string): void {
  const beside = `${file}.${process.pid}-${randomBytes(4).toString("hex")}.tmp`;
  try {
    if (statSync(file, { throwIfNoEntry: false })?.size === Buffer.byteLength(text)) return;
    mkdirSync(join(folder, SNAPSHOTS), { recursive: true });
    writeFileSync(beside, text, { mode: 0o600, flag: "wx" });
    renameSync(beside, file);
  } catch (cause) {
    discard(beside);
    throw fault("session_unwritable", { path: file, reason: (cause as Error).message }, { cause });
  }
}

function discard(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // Where it could not be written it is not there; what kept it from being written is told.
  }
}

/**
 * A stored value.
 *
 * @throws ToolError `session_content_broken` where it is gone or is not what its name says.
 */
export function keptContent(folder: string, digest: string, place: { readonly session: string; readonly command: string }): unknown {
  const broken = (reason: string, cause?: unknown) => fault("session_content_broken", { digest, reason, ...place }, { cause });
  if (!/^[0-9a-f]{64}$/.test(digest)) throw broken("that is no digest");
  let text: string;
  try {
    text = readFileSync(contentFile(folder, digest), "utf8");
  } catch (cause) {
    throw broken((cause as NodeJS.ErrnoException).code === "ENOENT" ? "it is gone" : (cause as Error).message, cause);
  }
  if (sha256(text) !== digest) throw broken("its content is another");
  return JSON.parse(text);
}

function contentFile(folder: string, digest: string): string {
  return join(folder, SNAPSHOTS, `${digest}.json`);
}
