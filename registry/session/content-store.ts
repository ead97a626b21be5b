import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { canonicalJson, sha256 } from "../canonical-json.ts";
import { fault } from "../error/catalogue.ts";
import { redactKnown } from "./redact.ts";

/** Below a session's folder: `snapshots/<sha256>.json`. */
export const SNAPSHOTS = "snapshots";
const DIGEST = /^[0-9a-f]{64}$/;

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
 * The digest under which a value was stored that is known by a name. A name is
 * a note beside the snapshots (`snapshots/<sha256 of the name>.name`) and no
 * authority: what it says counts only while that content is there.
 *
 * @throws ToolError `session_unwritable`
 */
export function keepNamedContent(folder: string, name: string, make: () => unknown, values: readonly string[] = []): string {
  const note = join(folder, SNAPSHOTS, `${sha256(name)}.name`);
  const noted = digestIn(note);
  if (noted !== undefined && isFile(contentFile(folder, noted))) return noted;
  const digest = keepContent(folder, make(), values);
  writeOnce(folder, note, digest);
  return digest;
}

function digestIn(note: string): string | undefined {
  try {
    return DIGEST.exec(readFileSync(note, "utf8"))?.[0];
  } catch {
    // Not stored yet, or not readable: then it is made.
    return undefined;
  }
}

function isFile(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
  } catch {
    return false;
  }
}

/**
 * A stored value.
 *
 * @throws ToolError `session_content_broken` where it is gone or is not what its name says.
 */
export function keptContent(folder: string, digest: string, place: { readonly session: string; readonly command: string }): unknown {
  const broken = (reason: string, cause?: unknown) => fault("session_content_broken", { digest, reason, ...place }, { cause });
  if (!DIGEST.test(digest)) throw broken("that is no digest");
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
